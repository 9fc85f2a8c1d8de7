import { listApps } from '../storage/apps.ts';
import type { Queries } from '../storage/Database.ts';
import { untilDone } from '../storage/deleteUntil.ts';
import { deleteChangesUntil } from '../storage/recordedChanges.ts';
import { deleteDeliveriesUntil } from '../storage/webhooks.ts';
import { forgetDeleted } from './deleteLink.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const CHANGES_KEPT_MS = 365 * DAY_MS;

/** Long enough to find out what went wrong. */
const DELIVERIES_KEPT_MS = 7 * DAY_MS;

/** Removes changes after a year, deleted links once nobody can restore them any more, and webhooks after a week. */
export async function forgetChanges(queries: Queries, now: number): Promise<void> {
  const last = new Date(now - CHANGES_KEPT_MS);
  for (const { id } of await listApps(queries)) {
    await untilDone((most) => deleteChangesUntil(queries, id, last, most));
    await forgetDeleted(queries, id, now);
    await untilDone((most) => deleteDeliveriesUntil(queries, id, new Date(now - DELIVERIES_KEPT_MS), most));
  }
}
