import { desc, eq } from 'drizzle-orm';
import type { Queries } from './Database';
import { clicksTable, type Click } from './tables';

/** The newest first. */
export async function listClicks(queries: Queries, appId: string, limit: number): Promise<Click[]> {
  return queries
    .select()
    .from(clicksTable)
    .where(eq(clicksTable.appId, appId))
    .orderBy(desc(clicksTable.createdAt))
    .limit(limit);
}
