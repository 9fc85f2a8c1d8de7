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

const NOTHING: Deleted = { installs: 0, events: 0, opens: 0, clicks: 0, links: 0 };

const sum = (one: Deleted, other: Deleted): Deleted => ({
  installs: one.installs + other.installs,
  events: one.events + other.events,
  opens: one.opens + other.opens,
  clicks: one.clicks + other.clicks,
  links: one.links + other.links,
});

const partsOf = (userId: string | null, installs: readonly { id: string }[]) =>
  installs.map(({ id }) => ({ kind: 'install' as const, id, userId, until: null }));

/**
 * Deletes the installs that have the user's id now, even those that came after the request: once the user's events are
 * deleted, nothing leads to these installs.
 */
async function carryOutInstalls(queries: Queries, appId: string, userId: string, signal: AbortSignal) {
  const installs = await findInstallsOfUsers(queries, appId, [userId], MAX_COUNTED);
  if (installs.length === 0) return NOTHING;
  await addPendingDeletions(queries, appId, partsOf(userId, installs));
  let deleted = NOTHING;
  for (const part of await listPendingDeletions(queries, appId, 'user', [userId])) {
    if (part.kind !== 'install') continue;
    deleted = sum(deleted, await carryOut(queries, part, signal));
    await endDeletion(queries, part);
  }
  return deleted;
}

async function carryOut(queries: Queries, pending: PendingDeletion, signal: AbortSignal): Promise<Deleted> {
  const { appId, kind, id } = pending;
  switch (kind) {
    case 'install': {
      // Most is deleted in parts: a phone may send any amount, and a statement that takes too long deletes nothing.
      const events = await untilDone((most) => deleteEventsOf(queries, appId, { installId: id }, most), signal);
      const links = await forgetSharedLinks(queries, appId, id, signal);
      const first = { opens: 0, clicks: 0 };
      await untilDone(async (most) => {
        const { opens, clicks, others } = await deleteVisitsOf(queries, appId, id, most);
        first.opens += opens;
        first.clicks += clicks;
        return Math.max(opens, clicks, others);
      }, signal);
      const last = await deleteInstall(queries, appId, id);
      const [opens, clicks] = [first.opens + last.opens, first.clicks + last.clicks];
      return { installs: 1, events: events + last.events, opens, clicks, links };
    }
    case 'user': {
      const ofInstalls = await carryOutInstalls(queries, appId, id, signal);
      // Events from a server may name a user and no install.
      const events = await untilDone((most) => deleteEventsOf(queries, appId, { userId: id }, most), signal);
      await deletePurchasesOfUser(queries, appId, id);
      await untilDone((most) => deleteFactsOfUser(queries, appId, id, most), signal);
      return sum(ofInstalls, { ...NOTHING, events });
    }
    case 'clicks': {
      const { until } = pending;
      const clicks = await untilDone((most) => deleteClicksOfLinks(queries, appId, [id], most, until), signal);
      return { ...NOTHING, clicks };
    }
  }
}

/** Carries out what a request stored, until its lease ends. The job does the rest. */
async function carryOutNow(
  queries: Queries,
  pending: readonly StoredDeletion[]
): Promise<{ deleted: Deleted; left: number }> {
  const signal = AbortSignal.timeout(DELETION_LEASE_MS);
  let deleted = NOTHING;
  const left: StoredDeletion[] = [];
  for (const each of pending) {
    try {
      signal.throwIfAborted();
      const ofEach = await carryOut(queries, each, signal);
      await endDeletion(queries, each);
      deleted = sum(deleted, ofEach);
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
        await carryOut(queries, claimed, turn);
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
