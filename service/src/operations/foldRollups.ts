import type { Database, Queries } from '../storage/base/Database.ts';
import { forEachApp, takeAll } from './forEachApp.ts';
import { foldDeltas, listAppsToFold } from '../storage/counts/foldDeltas.ts';
import { deleteVisitorsBefore } from '../storage/facts/hashKeys.ts';
import { DAY_MS } from '../values/durations.ts';

interface Folding {
  /** Apps with fewer deltas are left for later. */
  fewest: number;
  piece?: number;
  withSession: Database['withSession'];
}

/**
 * Folds new deltas into the roll-ups of each app: reports are right without this, but take longer. Also deletes
 * yesterday's visitors, so nobody can be recognized later.
 */
export async function foldRollups(
  queries: Queries,
  now: number,
  signal?: AbortSignal,
  { fewest, piece, withSession }: Folding = { fewest: 1, withSession: (work) => work(queries) }
): Promise<void> {
  const fold = async () => {
    const ids = await listAppsToFold(queries, fewest);
    if (ids.length === 0) return;
    await withSession((session) => forEachApp(ids, (id) => foldDeltas(session, id, signal, piece), signal));
  };
  // No place on earth is more than a day behind UTC.
  await takeAll([fold, () => deleteVisitorsBefore(queries, new Date(now - DAY_MS))], signal);
}
