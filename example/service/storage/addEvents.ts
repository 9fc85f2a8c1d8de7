import type { Queries } from './Database';
import { eventsTable, type StoredEvent } from './tables';

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
