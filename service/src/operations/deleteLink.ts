import { deleteClicksOfLinks } from '../storage/clicks.ts';
import type { Queries } from '../storage/Database.ts';
import {
  forgetDeletedLinks,
  keepDeletedLinks,
  listDeletedCodesOf,
  listDeletedCodesUntil,
} from '../storage/deletedLinks.ts';
import { untilDone } from '../storage/deleteUntil.ts';
import { deleteLinks, findSharedCodesOf, lockLinks, type SharedLinks } from '../storage/links.ts';
import type { Author } from '../storage/recordedChanges.ts';
import { recordLinkChanges } from './recordLinkChanges.ts';

/** Few enough for one request. */
const LINKS_AT_ONCE = 500;

const DAY_MS = 24 * 60 * 60 * 1000;

/** For so long a deleted link can be restored, and its code belongs to nobody else. */
export const RESTORABLE_MS = 30 * DAY_MS;

/** Its clicks stay until nobody can restore the link any more. */
async function deleteForNow(queries: Queries, appId: string, codes: readonly string[], by: Author): Promise<number> {
  if (codes.length === 0) return 0;
  return queries.transaction(async (transaction) => {
    const links = await lockLinks(transaction, appId, codes);
    await keepDeletedLinks(transaction, appId, codes, by.at);
    await deleteLinks(transaction, appId, codes);
    await recordLinkChanges(
      transaction,
      appId,
      by,
      links.map((before) => ({ before, after: null }))
    );
    return links.length;
  });
}

/** Deletes links with their clicks; otherwise a new link with that code would get the old link's clicks. */
async function deleteForGood(queries: Queries, appId: string, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return;
  const deleteClicks = () => untilDone((most) => deleteClicksOfLinks(queries, appId, codes, most));
  // If it is cut off here, the links are left with fewer clicks, and can be deleted again.
  await deleteClicks();
  await queries.transaction(async (transaction) => {
    await deleteLinks(transaction, appId, codes);
    await forgetDeletedLinks(transaction, appId, codes);
  });
  // Those that came meanwhile.
  await deleteClicks();
}

export async function deleteLink(
  queries: Queries,
  appId: string,
  code: string,
  by: Author
): Promise<'deleted' | 'unknown'> {
  return (await deleteForNow(queries, appId, [code], by)) > 0 ? 'deleted' : 'unknown';
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

/** Everything that an install shared, for good, because it may name a person. Gives the number of links. */
export async function forgetSharedLinks(queries: Queries, appId: string, createdBy: string): Promise<number> {
  let deleted = 0;
  for (;;) {
    const codes = await findSharedCodesOf(queries, appId, { createdBy, created: null }, LINKS_AT_ONCE);
    await deleteForGood(queries, appId, codes);
    deleted += codes.length;
    if (codes.length < LINKS_AT_ONCE) break;
  }
  await deleteForGood(queries, appId, await listDeletedCodesOf(queries, appId, createdBy));
  return deleted;
}

/** What nobody can restore any more. */
export async function forgetDeleted(queries: Queries, appId: string, now: number): Promise<void> {
  const last = new Date(now - RESTORABLE_MS);
  for (;;) {
    const codes = await listDeletedCodesUntil(queries, appId, last, LINKS_AT_ONCE);
    await deleteForGood(queries, appId, codes);
    if (codes.length < LINKS_AT_ONCE) return;
  }
}
