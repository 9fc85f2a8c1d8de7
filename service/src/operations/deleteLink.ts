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

/** How long a deleted link can be restored, and nobody else gets its code. */
export const RESTORABLE_MS = 30 * DAY_MS;

/** Its clicks stay as long as the link can be restored. */
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

/** Deletes links with their clicks; otherwise a new link with that code would get the old link's clicks. */
async function deleteForGood(
  queries: Queries,
  appId: string,
  codes: readonly string[],
  signal?: AbortSignal
): Promise<void> {
  if (codes.length === 0) return;
  const deleteClicks = () => untilDone((most) => deleteClicksOfLinks(queries, appId, codes, most), signal);
  // If it is cut off here, the links are left with fewer clicks, and can be deleted again.
  await deleteClicks();
  await queries.transaction(async (transaction) => {
    await deleteLinks(transaction, appId, codes);
    await forgetDeletedLinks(transaction, appId, codes);
  });
  // Those that came in the meantime.
  await deleteClicks();
}

export type DeleteLinksOutcome =
  | { kind: 'deleted' }
  /** Nothing was deleted. */
  | { kind: 'unknown'; codes: string[] };

/** Deletes all of the links, or none if there is no link with one of the codes. */
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

/** Deletes every link that an install shared, for good, because it may name a person. Returns their number. */
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

/** Forgets links that can no longer be restored. */
export async function forgetDeleted(queries: Queries, appId: string, now: number): Promise<void> {
  const last = new Date(now - RESTORABLE_MS);
  for (;;) {
    const codes = await listDeletedCodesUntil(queries, appId, last, LINKS_AT_ONCE);
    await deleteForGood(queries, appId, codes);
    if (codes.length < LINKS_AT_ONCE) return;
  }
}
