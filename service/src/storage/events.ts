import { desc, eq } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { eventsTable, type StoredEvent } from './tables.ts';

type NewEvent = Omit<StoredEvent, 'sequence'>;

/** Keeps the order given, drops ids this app has sent before, and counts what was new. */
export async function addEvents(queries: Queries, events: NewEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const added = await queries
    .insert(eventsTable)
    .values(events)
    .onConflictDoNothing()
    .returning({ id: eventsTable.id });
  return added.length;
}

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
