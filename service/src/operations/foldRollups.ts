import type { Queries } from '../storage/Database.ts';
import { forEachApp, takeAll } from '../storage/forEachApp.ts';
import { foldDeltas, followTimeZone, listAppsInOldZone, listAppsToFold } from '../storage/rollups/foldDeltas.ts';
import { deleteVisitorsBefore } from '../storage/visitors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Folds what came in into the roll-ups of each app, and counts again by the days of a new time zone. Reports are right
 * without it, but take longer. Yesterday's visitors can't be recognized afterwards.
 */
export async function foldRollups(queries: Queries, now: number, signal?: AbortSignal): Promise<void> {
  await takeAll(
    [
      async () => forEachApp(await listAppsInOldZone(queries), (id) => followTimeZone(queries, id), signal),
      async () => forEachApp(await listAppsToFold(queries), (id) => foldDeltas(queries, id, signal), signal),
      // No place on earth is more than a day behind UTC.
      () => deleteVisitorsBefore(queries, new Date(now - DAY_MS)),
    ],
    signal
  );
}
