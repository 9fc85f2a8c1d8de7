import type { Queries } from '../storage/Database.ts';
import { untilDone } from '../storage/deleteUntil.ts';
import { deleteChangesUntil } from '../storage/recordedChanges.ts';
import { deleteDeliveriesUntil } from '../storage/webhooks.ts';
import { forgetDeleted } from './deleteLink.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const CHANGES_KEPT_MS = 365 * DAY_MS;

/** Long enough to find out what went wrong. */
const DELIVERIES_KEPT_MS = 7 * DAY_MS;

/** Removes an app's changes after a year, deleted links once nobody can restore them any more, and webhooks after a week. */
export async function forgetChanges(queries: Queries, appId: string, now: number): Promise<void> {
  const before = (ms: number) => new Date(now - ms);
  await untilDone((most) => deleteChangesUntil(queries, appId, before(CHANGES_KEPT_MS), most));
  await forgetDeleted(queries, appId, now);
  await untilDone((most) => deleteDeliveriesUntil(queries, appId, before(DELIVERIES_KEPT_MS), most));
}
