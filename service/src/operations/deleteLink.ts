import { deleteClicksOfLinks } from '../storage/clicks.ts';
import type { Queries } from '../storage/Database.ts';
import { untilDone } from '../storage/deleteUntil.ts';
import { deleteLinks, findSharedCodesOf, type SharedLinks } from '../storage/links.ts';

/** Few enough for one request. */
const LINKS_AT_ONCE = 500;

/** Deletes links and their clicks; otherwise a new link with that code would get the old link's clicks. */
async function deleteWithClicks(queries: Queries, appId: string, codes: readonly string[]): Promise<number> {
  const deleteClicks = (on: Queries) => untilDone((most) => deleteClicksOfLinks(on, appId, codes, most));
  // If it is cut off here, the links are left with fewer clicks, and can be deleted again.
  await deleteClicks(queries);
  return queries.transaction(async (transaction) => {
    const deleted = await deleteLinks(transaction, appId, codes);
    await deleteClicks(transaction);
    return deleted;
  });
}

export async function deleteLink(queries: Queries, appId: string, code: string): Promise<'deleted' | 'unknown'> {
  return (await deleteWithClicks(queries, appId, [code])) > 0 ? 'deleted' : 'unknown';
}

export async function deleteSharedLinks(
  queries: Queries,
  appId: string,
  wanted: SharedLinks
): Promise<{ deleted: number; hasMore: boolean }> {
  const codes = await findSharedCodesOf(queries, appId, wanted, LINKS_AT_ONCE);
  await deleteWithClicks(queries, appId, codes);
  return { deleted: codes.length, hasMore: codes.length === LINKS_AT_ONCE };
}
