import { deleteClicksOfLinks } from '../storage/clicks.ts';
import type { Queries } from '../storage/Database.ts';
import { deleteLink as removeLink, deleteLinks, findSharedCodesOf, type SharedLinks } from '../storage/links.ts';

/** A link may have more clicks than one statement can delete in its time. */
const CLICKS_AT_ONCE = 5_000;

/** Deletes a link and its clicks; otherwise a new link with that code would get the old link's clicks. */
export async function deleteLink(queries: Queries, appId: string, code: string): Promise<'deleted' | 'unknown'> {
  const deleteSome = (on: Queries) => deleteClicksOfLinks(on, appId, [code], CLICKS_AT_ONCE);
  // If it is cut off here, the link is left with fewer clicks, and can be deleted again.
  while ((await deleteSome(queries)) === CLICKS_AT_ONCE);
  return queries.transaction(async (transaction) => {
    const outcome = await removeLink(transaction, appId, code);
    while ((await deleteSome(transaction)) === CLICKS_AT_ONCE);
    return outcome;
  });
}

/** Few enough for one request. */
const LINKS_AT_ONCE = 500;

/** Deletes some of the links that users shared, with their clicks. */
export async function deleteSharedLinks(
  queries: Queries,
  appId: string,
  wanted: SharedLinks
): Promise<{ deleted: number; hasMore: boolean }> {
  const codes = await findSharedCodesOf(queries, appId, wanted, LINKS_AT_ONCE);
  const deleteClicks = async (on: Queries) => {
    while ((await deleteClicksOfLinks(on, appId, codes, CLICKS_AT_ONCE)) === CLICKS_AT_ONCE);
  };
  await deleteClicks(queries);
  await queries.transaction(async (transaction) => {
    await deleteLinks(transaction, appId, codes);
    await deleteClicks(transaction);
  });
  return { deleted: codes.length, hasMore: codes.length === LINKS_AT_ONCE };
}
