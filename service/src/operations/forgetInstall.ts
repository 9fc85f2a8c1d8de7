import type { Queries } from '../storage/Database.ts';
import { untilDone } from '../storage/deleteUntil.ts';
import { deleteEventsOf } from '../storage/events.ts';
import { deleteInstall } from '../storage/installs.ts';
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
  // Most events go before the install is locked, because whoever stores events of the install waits for that.
  const events = await untilDone((most) => deleteEventsOf(queries, appId, { installId }, most));
  let links = 0;
  for (let hasMore = true; hasMore;) {
    const part = await deleteSharedLinks(queries, appId, { createdBy: installId, created: null });
    links += part.deleted;
    ({ hasMore } = part);
  }
  const last = await deleteInstall(queries, appId, installId);
  return { ...last, events: events + last.events, links };
}
