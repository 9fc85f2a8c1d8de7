import { deleteClicksOfLinks, findCodesWithClicks } from '../storage/clicks.ts';
import type { Queries } from '../storage/Database.ts';
import { untilDone } from '../storage/deleteUntil.ts';
import { deleteEventsOf } from '../storage/events.ts';
import { forEachApp } from '../storage/forEachApp.ts';
import { deleteInstall } from '../storage/installs.ts';
import {
  addPendingDeletions,
  claimDeletion,
  DELETION_LEASE_MS,
  endDeletion,
  listDueDeletions,
  listPendingClicks,
  listPendingDeletions,
  releaseDeletions,
  type PendingDeletion,
} from '../storage/pendingDeletions.ts';
import { findInstallsOfUsers } from '../storage/people.ts';
import { deletePurchasesOf } from '../storage/purchases.ts';
import { recordChanges, type Author, type NewChange } from '../storage/recordedChanges.ts';
import { deleteDeliveriesOfUser } from '../storage/webhooks.ts';
import { isPassingFault } from '../values/faults.ts';
import { forgetSharedLinks } from './deleteLink.ts';

/** More installs than this carry a user id that isn't one person's: apps give all guests the same one. */
export const MAX_INSTALLS_OF_PERSON = 20;

/** Enough to count any app's guests. */
const MAX_COUNTED = 1_000_000;

export interface Deleted {
  installs: number;
  events: number;
  opens: number;
  /** The click that led to the install, and others of such a browser on its network, which may be somebody else's. */
  clicks: number;
  /** Links that the install made. Their data may name the person. */
  links: number;
}

export type DeletionOutcome =
  | { kind: 'done'; deleted: Deleted }
  /** So many parts are left: installs, and what of a user belongs to none. The job does them. */
  | { kind: 'unfinished'; deleted: Deleted; left: number };

export type UserDeletionOutcome =
  | DeletionOutcome
  /** There are so many installs, and the caller has not confirmed as many. */
  | { kind: 'many'; installs: string[] };

/** Not who it was. */
const PERSON_DELETED: NewChange = { what: 'person', subject: null, before: null, after: null };

const NOTHING: Deleted = { installs: 0, events: 0, opens: 0, clicks: 0, links: 0 };

async function carryOut(queries: Queries, pending: PendingDeletion, signal: AbortSignal): Promise<Deleted> {
  const { appId, kind, id } = pending;
  switch (kind) {
    case 'install': {
      // Most events are deleted before the install is locked, because storing its events waits for the lock.
      const events = await untilDone((most) => deleteEventsOf(queries, appId, { installId: id }, most), signal);
      const links = await forgetSharedLinks(queries, appId, id);
      const last = await deleteInstall(queries, appId, id);
      return { ...last, installs: 1, events: events + last.events, links };
    }
    case 'user': {
      // Events from a server may name a user and no install.
      const events = await untilDone((most) => deleteEventsOf(queries, appId, { userId: id }, most), signal);
      await deletePurchasesOf(queries, appId, { userId: id });
      await deleteDeliveriesOfUser(queries, appId, id);
      return { ...NOTHING, events };
    }
    case 'clicks': {
      const until = pending.until === null ? null : new Date(pending.until);
      const clicks = await untilDone((most) => deleteClicksOfLinks(queries, appId, [id], most, until), signal);
      return { ...NOTHING, clicks };
    }
  }
}

/** Does what a request has stored, for as long as nobody else would. What can't be done now is left to the job. */
async function carryOutNow(
  queries: Queries,
  pending: readonly PendingDeletion[]
): Promise<{ deleted: Deleted; left: number }> {
  const signal = AbortSignal.timeout(DELETION_LEASE_MS);
  const deleted = { ...NOTHING };
  const left: PendingDeletion[] = [];
  for (const each of pending) {
    try {
      signal.throwIfAborted();
      const ofEach = await carryOut(queries, each, signal);
      await endDeletion(queries, each);
      for (const name of Object.keys(deleted) as (keyof Deleted)[]) deleted[name] += ofEach[name];
    } catch (error) {
      if (!isPassingFault(error)) throw error;
      left.push(each);
    }
  }
  // If this fails, too, they are due a little later.
  await releaseDeletions(queries, left).catch(() => {});
  return { deleted, left: left.length };
}

/**
 * Stores that the clicks have to go which earlier links of these codes have left behind. Belongs to the transaction that
 * creates new links. The deletion has to run by itself, where the app's rows are: see `deleteOldClicks`.
 */
export async function noteOldClicks(
  transaction: Queries,
  appId: string,
  codes: readonly string[],
  until: Date
): Promise<void> {
  const left = await findCodesWithClicks(transaction, appId, codes);
  const ofClicks = { kind: 'clicks' as const, userId: null, until: until.toISOString() };
  await addPendingDeletions(
    transaction,
    appId,
    left.map((id) => ({ ...ofClicks, id }))
  );
}

/** Once the new links are there, nothing of this lets the request fail: what is left is done by the job. */
export async function deleteOldClicks(queries: Queries, appId: string, codes: readonly string[]): Promise<void> {
  try {
    await carryOutNow(queries, await listPendingClicks(queries, appId, codes));
  } catch (error) {
    if (!isPassingFault(error)) throw error;
  }
}

interface Person {
  kind: 'install' | 'user';
  id: string;
}

async function deletePerson(
  queries: Queries,
  appId: string,
  person: Person,
  installs: readonly string[],
  by: Author
): Promise<DeletionOutcome> {
  const userId = person.kind === 'user' ? person.id : null;
  await queries.transaction(async (transaction) => {
    const parts = installs.map((id) => ({ kind: 'install' as const, id, userId, until: null }));
    const ofUser = userId === null ? [] : [{ kind: 'user' as const, id: userId, userId, until: null }];
    await addPendingDeletions(transaction, appId, [...parts, ...ofUser]);
    await recordChanges(transaction, appId, by, [PERSON_DELETED]);
  });
  const { deleted, left } = await carryOutNow(queries, await listPendingDeletions(queries, appId, person));
  return left === 0 ? { kind: 'done', deleted } : { kind: 'unfinished', deleted, left };
}

/** Everything of an install, for a deletion request. */
export function forgetInstall(queries: Queries, appId: string, id: string, by: Author): Promise<DeletionOutcome> {
  return deletePerson(queries, appId, { kind: 'install', id }, [id], by);
}

/**
 * Everything of a user, for a deletion request. Installs are found by their events, which go first. So they are stored
 * before anything is deleted; a request that is cut off ends all the same.
 */
export async function forgetUser(
  queries: Queries,
  appId: string,
  id: string,
  confirmed: number | null,
  by: Author
): Promise<UserDeletionOutcome> {
  const found = await findInstallsOfUsers(queries, appId, [id], MAX_COUNTED);
  const installs = found.map((install) => install.id);
  if (installs.length > Math.max(MAX_INSTALLS_OF_PERSON, confirmed ?? 0)) return { kind: 'many', installs };
  return deletePerson(queries, appId, { kind: 'user', id }, installs, by);
}

/** Does what requests have left, in turns: an app with a lot to delete doesn't keep the others waiting. */
export async function finishDeletions(queries: Queries, signal: AbortSignal): Promise<void> {
  for (;;) {
    const due = new Map((await listDueDeletions(queries)).map((pending) => [pending.appId, pending]));
    if (due.size === 0) return;
    await forEachApp(
      [...due.keys()],
      async (appId) => {
        const pending = due.get(appId);
        if (!pending || !(await claimDeletion(queries, pending))) return;
        await carryOut(queries, pending, signal);
        await endDeletion(queries, pending);
      },
      signal
    );
  }
}
