import { deleteClicksOfLinks } from '../storage/facts/clicks.ts';
import type { Queries } from '../storage/base/Database.ts';
import {
  forgetDeletedLinks,
  keepDeletedLinks,
  listDeletedCodesOf,
  listDeletedCodesUntil,
} from '../storage/company/deletedLinks.ts';
import { untilDone } from '../storage/base/deleteUntil.ts';
import { deleteLinks, findSharedCodesOf, lockLinks, type SharedLinks } from '../storage/company/links.ts';
import type { Author } from '../storage/company/changes.ts';
import { recordLinkChanges } from './recordLinkChanges.ts';
import { DAY_MS } from '../values/durations.ts';

/** Few enough for one request. */
const LINKS_AT_ONCE = 500;

/** How long a deleted link can be restored, and no other app on its hosts gets its code. */
export const RESTORABLE_MS = 30 * DAY_MS;

/** Clicks stay as long as their links can be restored. */
async function deleteForNow(queries: Queries, appId: string, codes: readonly string[], by: Author): Promise<void> {
  if (codes.length === 0) return;
  await queries.transaction(async (transaction) => {
    const links = await lockLinks(transaction, appId, codes);
    await keepDeletedLinks(transaction, appId, codes, by.at);
    await deleteLinks(transaction, appId, codes);
    await recordLinkChanges(
      transaction,
      appId,
      by,
      links.map((before) => ({ before, after: null }))
    );
  });
}

/** Deletes links with their clicks: a new link with the same code must not get them. */
async function deleteForGood(
  queries: Queries,
  appId: string,
  codes: readonly string[],
  signal?: AbortSignal
): Promise<void> {
  if (codes.length === 0) return;
  const deleteClicks = () => untilDone((most) => deleteClicksOfLinks(queries, appId, codes, most), signal);
  // If this is cut off, the links still exist, with fewer clicks, and can be deleted again.
  await deleteClicks();
  await queries.transaction(async (transaction) => {
    await deleteLinks(transaction, appId, codes);
    await forgetDeletedLinks(transaction, appId, codes);
  });
  // Clicks that came in the meantime.
  await deleteClicks();
}

export type DeleteLinksOutcome =
  | { kind: 'deleted' }
  /** Nothing was deleted. */
  | { kind: 'unknown'; codes: string[] };

/** Deletes all of the links, or none if one of the codes is unknown. */
export async function deleteAllLinks(
  queries: Queries,
  appId: string,
  codes: readonly string[],
  by: Author
): Promise<DeleteLinksOutcome> {
  return queries.transaction(async (transaction): Promise<DeleteLinksOutcome> => {
    const known = new Set((await lockLinks(transaction, appId, codes)).map(({ code }) => code));
    const unknown = codes.filter((code) => !known.has(code));
    if (unknown.length > 0) return { kind: 'unknown', codes: unknown };
    await deleteForNow(transaction, appId, codes, by);
    return { kind: 'deleted' };
  });
}

export async function deleteSharedLinks(
  queries: Queries,
  appId: string,
  wanted: SharedLinks,
  by: Author
): Promise<{ deleted: number; hasMore: boolean }> {
  const codes = await findSharedCodesOf(queries, appId, wanted, LINKS_AT_ONCE);
  await deleteForNow(queries, appId, codes, by);
  return { deleted: codes.length, hasMore: codes.length === LINKS_AT_ONCE };
}

/** Deletes every link that an install shared, for good, because links may name a person. Returns how many. */
export async function forgetSharedLinks(
  queries: Queries,
  appId: string,
  createdBy: string,
  signal: AbortSignal
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const codes = await findSharedCodesOf(queries, appId, { createdBy, created: null }, LINKS_AT_ONCE);
    await deleteForGood(queries, appId, codes, signal);
    deleted += codes.length;
    if (codes.length < LINKS_AT_ONCE) break;
  }
  await deleteForGood(queries, appId, await listDeletedCodesOf(queries, appId, createdBy), signal);
  return deleted;
}

/** Deletes for good what can no longer be restored. */
export async function forgetDeleted(queries: Queries, appId: string, now: number): Promise<void> {
  const last = new Date(now - RESTORABLE_MS);
  for (;;) {
    const codes = await listDeletedCodesUntil(queries, appId, last, LINKS_AT_ONCE);
    await deleteForGood(queries, appId, codes);
    if (codes.length < LINKS_AT_ONCE) return;
  }
}
