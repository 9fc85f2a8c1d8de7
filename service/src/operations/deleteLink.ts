import { deleteClicksOfLinks } from '../storage/clicks.ts';
import type { Queries } from '../storage/Database.ts';
import { deleteLink as removeLink } from '../storage/links.ts';

/** A link may have more clicks than one statement can delete in its time. */
const CLICKS_AT_ONCE = 5_000;

/** Deletes a link and its clicks: or a new link of that code would get the clicks of the old one. */
export async function deleteLink(queries: Queries, appId: string, code: string): Promise<'deleted' | 'unknown'> {
  const deleteSome = (on: Queries) => deleteClicksOfLinks(on, appId, [code], CLICKS_AT_ONCE);
  // One that is cut off here leaves a link with fewer clicks, and can be deleted again.
  while ((await deleteSome(queries)) === CLICKS_AT_ONCE);
  return queries.transaction(async (transaction) => {
    const outcome = await removeLink(transaction, appId, code);
    while ((await deleteSome(transaction)) === CLICKS_AT_ONCE);
    return outcome;
  });
}
