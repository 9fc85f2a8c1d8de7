import type { Queries } from '../storage/Database.ts';
import { untilDone } from '../storage/deleteUntil.ts';
import { deleteEventsOf } from '../storage/events.ts';
import { deleteInstall } from '../storage/installs.ts';
import { recordChanges, type Author, type NewChange } from '../storage/recordedChanges.ts';
import { forgetSharedLinks } from './deleteLink.ts';

export interface Forgotten {
  events: number;
  opens: number;
  /** The click that led to the install, and others of such a browser on its network, which may be somebody else's. */
  clicks: number;
  /** Links that the install made. Their data may name the person. */
  links: number;
}

/** Not who it was. */
export const PERSON_DELETED: NewChange = { what: 'person', subject: null, before: null, after: null };

/** Deletes everything about one install, for a deletion request. If it is cut off, it can be run again. */
export async function forgetInstall(
  queries: Queries,
  appId: string,
  installId: string,
  by: Author | null = null
): Promise<Forgotten> {
  // Most events are deleted before the install is locked, because storing its events waits for the lock.
  const events = await untilDone((most) => deleteEventsOf(queries, appId, { installId }, most));
  const links = await forgetSharedLinks(queries, appId, installId);
  if (by) await recordChanges(queries, appId, by, [PERSON_DELETED]);
  const last = await deleteInstall(queries, appId, installId);
  return { ...last, events: events + last.events, links };
}
