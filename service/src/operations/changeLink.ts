import type { Queries } from '../storage/Database.ts';
import { lockLink, updateLink, type LinkChange } from '../storage/links.ts';
import type { Author } from '../storage/recordedChanges.ts';
import type { Link } from '../storage/tables.ts';
import { settleCampaign } from '../values/campaign.ts';
import { recordLinkChanges } from './recordLinkChanges.ts';

/** Changes a link as its owner wants; null if there is none. What was counted stays under the campaign it had then. */
export async function changeLink(
  queries: Queries,
  appId: string,
  code: string,
  change: LinkChange,
  by: Author
): Promise<Link | null> {
  return queries.transaction(async (transaction) => {
    const before = await lockLink(transaction, appId, code);
    if (!before) return null;
    const campaign = settleCampaign(change, change.destination ?? before.destination, before);
    const after = await updateLink(transaction, appId, code, { ...change, ...campaign });
    await recordLinkChanges(transaction, appId, by, [{ before, after }]);
    return after;
  });
}
