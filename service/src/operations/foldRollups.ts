import type { Queries } from '../storage/Database.ts';
import { foldDeltas, followTimeZone, listAppsInOldZone, listAppsToFold } from '../storage/rollups/foldDeltas.ts';
import { deleteVisitorsBefore } from '../storage/visitors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Folds what came in into the roll-ups of each app, and counts again by the days of a new time zone. Reports are right
 * without it, but take longer. Yesterday's visitors can't be recognized afterwards.
 */
export async function foldRollups(queries: Queries, now: number, signal?: AbortSignal): Promise<void> {
  for (const id of await listAppsInOldZone(queries)) {
    signal?.throwIfAborted();
    await followTimeZone(queries, id);
  }
  for (const id of await listAppsToFold(queries)) {
    signal?.throwIfAborted();
    await foldDeltas(queries, id, signal);
  }
  // No place on earth is more than a day behind UTC.
  await deleteVisitorsBefore(queries, new Date(now - DAY_MS));
}
