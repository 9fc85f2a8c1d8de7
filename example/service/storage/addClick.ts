import type { Queries } from './Database';
import { clicksTable, type Click } from './tables';

type NewClick = Omit<Click, 'reportedAt' | 'claimedAt' | 'claimedBy'>;

export async function addClick(queries: Queries, click: NewClick): Promise<void> {
  await queries.insert(clicksTable).values(click);
}
