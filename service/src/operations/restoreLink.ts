import type { Queries } from '../storage/base/Database.ts';
import { takeDeletedLinks } from '../storage/company/deletedLinks.ts';
import { addLinks, findLinkCreatedFrom } from '../storage/company/links.ts';
import type { Author } from '../storage/company/changes.ts';
import type { App, Link } from '../storage/schema/tables.ts';
import { RESTORABLE_MS } from './deleteLink.ts';
import { recordLinkChanges } from './recordLinkChanges.ts';

type NotRestored =
  | { kind: 'unknown'; codes: string[] }
  /** By now, another app on the same host has these codes. */
  | { kind: 'codes-taken'; codes: string[] };

export type RestoreLinksOutcome = { kind: 'restored'; links: Link[] } | NotRestored;

/** Thrown to roll back. */
class NothingRestored extends Error {
  readonly outcome: NotRestored;
  constructor(outcome: NotRestored) {
    super('Some links can’t be restored.');
    this.outcome = outcome;
  }
}

/** If the user has shared the same again, sharing keeps returning the newer link. */
async function withoutTwin(transaction: Queries, link: Link): Promise<Link> {
  const isSharedAgain =
    link.createdFrom !== null && (await findLinkCreatedFrom(transaction, link.appId, link.createdFrom)) !== null;
  return isSharedAgain ? { ...link, createdFrom: null } : link;
}

/** Puts links back as they were when they were deleted, with their clicks: all of them, or none. */
export async function restoreAllLinks(
  queries: Queries,
  app: Pick<App, 'id' | 'linkHosts'>,
  codes: readonly string[],
  by: Author
): Promise<RestoreLinksOutcome> {
  try {
    return await queries.transaction(async (transaction): Promise<RestoreLinksOutcome> => {
      const since = new Date(by.at.getTime() - RESTORABLE_MS);
      const deleted = await takeDeletedLinks(transaction, app.id, codes, since);
      const missingOf = (found: ReadonlySet<string>) => codes.filter((code) => !found.has(code));
      const unknown = missingOf(new Set(deleted.map(({ code }) => code)));
      if (unknown.length > 0) throw new NothingRestored({ kind: 'unknown', codes: unknown });
      const links: Link[] = [];
      for (const link of deleted) links.push(await withoutTwin(transaction, link));
      const taken = missingOf(await addLinks(transaction, app, links));
      if (taken.length > 0) throw new NothingRestored({ kind: 'codes-taken', codes: taken });
      const changes = links.map((after) => ({ before: null, after }));
      await recordLinkChanges(transaction, app.id, by, changes);
      return { kind: 'restored', links };
    });
  } catch (error) {
    if (error instanceof NothingRestored) return error.outcome;
    throw error;
  }
}
