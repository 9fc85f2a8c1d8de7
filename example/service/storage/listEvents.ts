import { desc, eq } from 'drizzle-orm';
import type { Queries } from './Database';
import { eventsTable, type StoredEvent } from './tables';

/** The newest `limit` of them, in the order in which they arrived. */
export async function listEvents(queries: Queries, appId: string, limit: number): Promise<StoredEvent[]> {
  const newestFirst = await queries
    .select()
    .from(eventsTable)
    .where(eq(eventsTable.appId, appId))
    .orderBy(desc(eventsTable.sequence))
    .limit(limit);
  return newestFirst.reverse();
}
