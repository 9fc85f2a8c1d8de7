import type { Queries } from '../storage/Database.ts';
import { untilDone } from '../storage/deleteUntil.ts';
import { deleteEventsOf } from '../storage/events.ts';
import { findInstallsOfUsers } from '../storage/people.ts';
import { recordChanges, type Author } from '../storage/recordedChanges.ts';
import { deleteDeliveriesOfUser } from '../storage/webhooks.ts';
import { deletePurchasesOf } from '../storage/purchases.ts';
import { forgetInstall, PERSON_DELETED, type Forgotten } from './forgetInstall.ts';

/** More installs than this carry a user id that isn't one person's: apps give all guests the same one. */
export const MAX_INSTALLS_OF_PERSON = 20;

/** Enough to count any app's guests. */
const MAX_COUNTED = 1_000_000;

export type ForgetUserOutcome =
  | { kind: 'forgotten'; forgotten: Forgotten & { installs: number } }
  /** There are so many installs, and the caller has not confirmed as many. */
  | { kind: 'many'; installs: string[] };

/** Everything of a user, for a deletion request. If it is cut off, it can be asked again. */
export async function forgetUser(
  queries: Queries,
  appId: string,
  userId: string,
  confirmed: number | null,
  by: Author
): Promise<ForgetUserOutcome> {
  const installs = await findInstallsOfUsers(queries, appId, [userId], MAX_COUNTED);
  if (installs.length > Math.max(MAX_INSTALLS_OF_PERSON, confirmed ?? 0)) {
    return { kind: 'many', installs: installs.map(({ id }) => id) };
  }
  const forgotten = { installs: installs.length, events: 0, opens: 0, clicks: 0, links: 0 };
  for (const { id } of installs) {
    const ofInstall = await forgetInstall(queries, appId, id);
    forgotten.events += ofInstall.events;
    forgotten.opens += ofInstall.opens;
    forgotten.clicks += ofInstall.clicks;
    forgotten.links += ofInstall.links;
  }
  // Events from a server may name a user and no install.
  forgotten.events += await untilDone((most) => deleteEventsOf(queries, appId, { userId }, most));
  await queries.transaction(async (transaction) => {
    await deletePurchasesOf(transaction, appId, { userId });
    await deleteDeliveriesOfUser(transaction, appId, userId);
    await recordChanges(transaction, appId, by, [PERSON_DELETED]);
  });
  return { kind: 'forgotten', forgotten };
}
