import { deleteClicksOfLinks, findCodesWithClicks } from '../storage/facts/clicks.ts';
import type { Queries } from '../storage/base/Database.ts';
import { untilDone } from '../storage/base/deleteUntil.ts';
import { deleteEventsOf, deletePurchasesOfUser } from '../storage/facts/events.ts';
import { forEachApp } from './forEachApp.ts';
import { deleteInstall, deleteVisitsOf } from '../storage/facts/installs.ts';
import {
  addPendingDeletions,
  claimDueDeletion,
  DELETION_LEASE_MS,
  endDeletion,
  listAppsWithDueDeletions,
  listPendingDeletions,
  releaseDeletions,
  type PendingDeletion,
  type StoredDeletion,
} from '../storage/facts/pendingDeletions.ts';
import { findInstallsOfUsers } from '../storage/facts/people.ts';
import { recordChanges, type Author, type NewChange } from '../storage/company/changes.ts';
import { deleteFactsOfUser } from '../storage/company/webhooks.ts';
import { isLocked, isPassingFault } from '../values/faults.ts';
import { limitTime } from '../values/limitTime.ts';
import { forgetSharedLinks } from './deleteLink.ts';

/** A user id with more installs than this isn't one person's: some apps give all guests the same one. */
export const MAX_INSTALLS_OF_PERSON = 20;

/** Enough to count any app's guests. */
const MAX_COUNTED = 1_000_000;

interface Deleted {
  installs: number;
  events: number;
  opens: number;
  /**
   * The click that led to the install, and others from its network by the same kind of browser, maybe somebody else's.
   */
  clicks: number;
  /** Links that the install shared. Their data may name the person. */
  links: number;
}

export type DeletionOutcome =
  | { kind: 'done'; deleted: Deleted }
  /** `left` counts what the job still has to delete: each install, and what a user has outside of installs. */
  | { kind: 'unfinished'; deleted: Deleted; left: number };

export type UserDeletionOutcome =
  | DeletionOutcome
  /** More installs than one person has, and the caller didn't confirm their number. */
  | { kind: 'many'; installs: string[] };

/** Other apps' deletions wait at most about this long for an app's turn to end. */
const TURN_MS = 1_000;

/** Records that somebody was deleted, not who. */
const PERSON_DELETED: NewChange = { what: 'person', subject: null, before: null, after: null };

const nothing = (): Deleted => ({ installs: 0, events: 0, opens: 0, clicks: 0, links: 0 });

const partsOf = (userId: string | null, installs: readonly { id: string }[]) =>
  installs.map(({ id }) => ({ kind: 'install' as const, id, userId, until: null }));

/**
 * Deletes the installs that have the user's id now, even those that came after the request: once the user's events are
 * deleted, nothing leads to these installs.
 */
async function carryOutInstalls(
  queries: Queries,
  appId: string,
  userId: string,
  signal: AbortSignal,
  deleted: Deleted
): Promise<void> {
  const installs = await findInstallsOfUsers(queries, appId, [userId], MAX_COUNTED);
  if (installs.length === 0) return;
  await addPendingDeletions(queries, appId, partsOf(userId, installs));
  for (const part of await listPendingDeletions(queries, appId, 'user', [userId])) {
    if (part.kind !== 'install') continue;
    await carryOut(queries, part, signal, deleted);
    await endDeletion(queries, part);
  }
}

/** Adds to `deleted` what it deletes, even if it fails halfway. */
async function carryOut(
  queries: Queries,
  { appId, kind, id, until }: PendingDeletion,
  signal: AbortSignal,
  deleted: Deleted
): Promise<void> {
  // Most is deleted in parts: a phone may send any amount, and a statement that takes too long deletes nothing.
  const deleteEvents = (whose: Parameters<typeof deleteEventsOf>[2]) =>
    untilDone(async (most) => {
      const events = await deleteEventsOf(queries, appId, whose, most);
      deleted.events += events;
      return events;
    }, signal);
  switch (kind) {
    case 'install': {
      await deleteEvents({ installId: id });
      const links = await forgetSharedLinks(queries, appId, id, signal);
      deleted.links += links;
      await untilDone(async (most) => {
        const { opens, clicks, others } = await deleteVisitsOf(queries, appId, id, most);
        deleted.opens += opens;
        deleted.clicks += clicks;
        return Math.max(opens, clicks, others);
      }, signal);
      const last = await deleteInstall(queries, appId, id);
      deleted.installs += 1;
      deleted.events += last.events;
      deleted.opens += last.opens;
      deleted.clicks += last.clicks;
      return;
    }
    case 'user': {
      await carryOutInstalls(queries, appId, id, signal, deleted);
      // Events from a server may name a user and no install.
      await deleteEvents({ userId: id });
      await deletePurchasesOfUser(queries, appId, id);
      await untilDone((most) => deleteFactsOfUser(queries, appId, id, most), signal);
      return;
    }
    case 'clicks': {
      await untilDone(async (most) => {
        const clicks = await deleteClicksOfLinks(queries, appId, [id], most, until);
        deleted.clicks += clicks;
        return clicks;
      }, signal);
    }
  }
}

/** Carries out what a request stored, until its lease ends. The job does the rest. */
async function carryOutNow(
  queries: Queries,
  pending: readonly StoredDeletion[]
): Promise<{ deleted: Deleted; left: number }> {
  const signal = AbortSignal.timeout(DELETION_LEASE_MS);
  const deleted = nothing();
  const left: StoredDeletion[] = [];
  for (const each of pending) {
    try {
      signal.throwIfAborted();
      await carryOut(queries, each, signal, deleted);
      await endDeletion(queries, each);
    } catch (error) {
      if (!isPassingFault(error)) throw error;
      left.push(each);
    }
  }
  // If this fails too, they are due when their lease ends.
  await releaseDeletions(queries, left).catch(() => {});
  return { deleted, left: left.length };
}

/**
 * Notes that the clicks which earlier links left under these codes must be deleted. Belongs to the transaction that
 * creates the new links; the deletion itself has to run outside of it: see `deleteOldClicks`.
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

/** The new links exist already, so a passing fault doesn't fail the request: the job deletes the rest. */
export async function deleteOldClicks(queries: Queries, appId: string, codes: readonly string[]): Promise<void> {
  try {
    await carryOutNow(queries, await listPendingDeletions(queries, appId, 'clicks', codes));
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
  { kind, id }: Person,
  installs: readonly { id: string }[],
  by: Author
): Promise<DeletionOutcome> {
  const userId = kind === 'user' ? id : null;
  await queries.transaction(async (transaction) => {
    const ofUser = userId === null ? [] : [{ kind: 'user' as const, id, userId, until: null }];
    await addPendingDeletions(transaction, appId, [...partsOf(userId, installs), ...ofUser]);
    await recordChanges(transaction, appId, by, [PERSON_DELETED]);
  });
  const { deleted, left } = await carryOutNow(queries, await listPendingDeletions(queries, appId, kind, [id]));
  return left === 0 ? { kind: 'done', deleted } : { kind: 'unfinished', deleted, left };
}

/** Deletes everything about an install, for a deletion request. */
export function forgetInstall(queries: Queries, appId: string, id: string, by: Author): Promise<DeletionOutcome> {
  return deletePerson(queries, appId, { kind: 'install', id }, [{ id }], by);
}

/**
 * Deletes everything about a user, for a deletion request. The user's installs are found through events, which are
 * deleted first. So the installs are stored before that, and the job can finish a request that is cut off.
 */
export async function forgetUser(
  queries: Queries,
  appId: string,
  id: string,
  confirmed: number | null,
  by: Author
): Promise<UserDeletionOutcome> {
  const installs = await findInstallsOfUsers(queries, appId, [id], MAX_COUNTED);
  if (installs.length > Math.max(MAX_INSTALLS_OF_PERSON, confirmed ?? 0)) {
    return { kind: 'many', installs: installs.map((install) => install.id) };
  }
  return deletePerson(queries, appId, { kind: 'user', id }, installs, by);
}

/** Carries out an app's due deletions until its turn ends; false if some are left. */
async function takeTurn(queries: Queries, appId: string, signal: AbortSignal): Promise<boolean> {
  const { signal: turn, end } = limitTime(TURN_MS, signal);
  try {
    while (!turn.aborted) {
      const claimed = await claimDueDeletion(queries, appId);
      if (!claimed) return true;
      try {
        await carryOut(queries, claimed, turn, nothing());
        await endDeletion(queries, claimed);
      } catch (error) {
        if (error === turn.reason) await releaseDeletions(queries, [claimed]);
        // A locked row is no fault. The deletion is due again when its lease ends.
        else if (!isLocked(error)) throw error;
      }
    }
    return false;
  } finally {
    end();
  }
}

/**
 * Carries out what requests have left, in turns: an app with a lot to delete, or one that fails, doesn't keep the
 * others waiting.
 */
export async function finishDeletions(queries: Queries, signal: AbortSignal): Promise<void> {
  for (let isLeft = true; isLeft;) {
    isLeft = false;
    const due = await listAppsWithDueDeletions(queries);
    await forEachApp(
      due,
      async (appId) => {
        if (!(await takeTurn(queries, appId, signal))) isLeft = true;
      },
      signal
    );
  }
}
