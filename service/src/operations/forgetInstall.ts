import type { Queries } from '../storage/Database.ts';
import { untilDone } from '../storage/deleteUntil.ts';
import { deleteEventsOf } from '../storage/events.ts';
import { deleteInstall, lockInstall } from '../storage/installs.ts';
import { deleteOpensOfInstall } from '../storage/opens.ts';
import { deletePurchasesOf } from '../storage/purchases.ts';
import { deleteSharedLinks } from './deleteLink.ts';

export interface Forgotten {
  events: number;
  opens: number;
  /** The click that led to the install, and others of the same browser on the same address. */
  clicks: number;
  /** Links that the install made. Their data may name the person. */
  links: number;
}

/** Everything of one install, for a deletion request. If it is cut off, it can be asked again. */
export async function forgetInstall(queries: Queries, appId: string, installId: string): Promise<Forgotten> {
  const forgetEvents = (on: Queries) => untilDone((most) => deleteEventsOf(on, appId, { installId }, most));
  // Most events go before the lock is taken, because whoever stores events of the install waits for it.
  const events = await forgetEvents(queries);
  let links = 0;
  for (let hasMore = true; hasMore;) {
    const part = await deleteSharedLinks(queries, appId, { createdBy: installId, created: null });
    links += part.deleted;
    ({ hasMore } = part);
  }
  return queries.transaction(async (transaction) => {
    // What comes in at the same moment comes before or after, as a whole.
    await lockInstall(transaction, appId, installId);
    await deletePurchasesOf(transaction, appId, { installId });
    return {
      events: events + (await forgetEvents(transaction)),
      opens: await deleteOpensOfInstall(transaction, appId, installId),
      clicks: await deleteInstall(transaction, appId, installId),
      links,
    };
  });
}
