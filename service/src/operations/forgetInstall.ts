import type { Queries } from '../storage/Database.ts';
import { deleteInstall, lockInstall } from '../storage/installs.ts';
import { forgetMakerOfLinks } from '../storage/links.ts';
import { deleteOpensOfInstall } from '../storage/opens.ts';
import { forgetEvents } from './forgetEvents.ts';

export interface Forgotten {
  events: number;
  opens: number;
  /** Links that the install made; they stay, and nobody can tell any more who made them. */
  links: number;
}

/** Everything of one install, for a deletion request. If it is cut off, it can be asked again. */
export async function forgetInstall(queries: Queries, appId: string, installId: string): Promise<Forgotten> {
  // Most events go before the lock is taken, because whoever stores events of the install waits for it.
  const events = await forgetEvents(queries, appId, { installId });
  return queries.transaction(async (transaction) => {
    // What comes in at the same moment comes before or after, as a whole.
    await lockInstall(transaction, appId, installId);
    await deleteInstall(transaction, appId, installId);
    return {
      events: events + (await forgetEvents(transaction, appId, { installId })),
      opens: await deleteOpensOfInstall(transaction, appId, installId),
      links: await forgetMakerOfLinks(transaction, appId, installId),
    };
  });
}
