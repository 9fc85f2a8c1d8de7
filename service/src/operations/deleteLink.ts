import { deleteClicksOfLinks } from '../storage/clicks.ts';
import type { Queries } from '../storage/Database.ts';
import { deleteLink as removeLink } from '../storage/links.ts';

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
