import type { Queries } from '../storage/Database.ts';
import { deleteEventsOf, type EventOwner } from '../storage/events.ts';

/** Some have more events than one statement can delete in its time: apps give all guests the same user id. */
const EVENTS_AT_ONCE = 5_000;

/** Deletes the owner's events; gives their number. If it is cut off, it can be asked again. */
export async function forgetEvents(queries: Queries, appId: string, owner: EventOwner): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const deleted = await deleteEventsOf(queries, appId, owner, EVENTS_AT_ONCE);
    forgotten += deleted;
    if (deleted < EVENTS_AT_ONCE) return forgotten;
  }
}
