import { lte } from 'drizzle-orm';
import type { Queries } from '../storage/Database';
import { clicksTable } from '../storage/tables';
import { CLICK_ID_WINDOW_MS } from './findMatch';

/** Removes the clicks that nothing can match any more, and with them people's addresses and browsers. */
export async function forgetOldClicks(queries: Queries, now: number): Promise<void> {
  await queries.delete(clicksTable).where(lte(clicksTable.createdAt, new Date(now - CLICK_ID_WINDOW_MS)));
}
