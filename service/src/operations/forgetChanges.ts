import type { Queries } from '../storage/base/Database.ts';
import { deleteUntil, untilDone } from '../storage/base/deleteUntil.ts';
import { deleteDeliveriesUntil } from '../storage/company/webhooks.ts';
import { forgetDeleted } from './deleteLink.ts';
import { DAY_MS } from '../values/durations.ts';

const CHANGES_KEPT_MS = 365 * DAY_MS;

/** Long enough to find out what went wrong. */
const DELIVERIES_KEPT_MS = 7 * DAY_MS;

/** Removes an app's changes after a year, deleted links that can't be restored, and deliveries after a week. */
export async function forgetChanges(queries: Queries, appId: string, now: number): Promise<void> {
  const before = (ms: number) => new Date(now - ms);
  await deleteUntil(queries, appId, 'changes', before(CHANGES_KEPT_MS));
  await forgetDeleted(queries, appId, now);
  await untilDone((most) => deleteDeliveriesUntil(queries, appId, before(DELIVERIES_KEPT_MS), most));
}
