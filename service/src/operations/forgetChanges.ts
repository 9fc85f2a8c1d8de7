import { listApps } from '../storage/apps.ts';
import type { Queries } from '../storage/Database.ts';
import { untilDone } from '../storage/deleteUntil.ts';
import { deleteChangesUntil } from '../storage/recordedChanges.ts';
import { forgetDeleted } from './deleteLink.ts';

const CHANGES_KEPT_MS = 365 * 24 * 60 * 60 * 1000;

/** Removes changes after a year, and deleted links once nobody can restore them any more. */
export async function forgetChanges(queries: Queries, now: number): Promise<void> {
  const last = new Date(now - CHANGES_KEPT_MS);
  for (const { id } of await listApps(queries)) {
    await untilDone((most) => deleteChangesUntil(queries, id, last, most));
    await forgetDeleted(queries, id, now);
  }
}
