import type { Queries } from '../storage/Database.ts';
import { takeDeletedLink } from '../storage/deletedLinks.ts';
import { addLinks, findLinkCreatedFrom } from '../storage/links.ts';
import type { Author } from '../storage/recordedChanges.ts';
import type { App, Link } from '../storage/tables.ts';
import { RESTORABLE_MS } from './deleteLink.ts';
import { recordLinkChanges } from './recordLinkChanges.ts';

export type RestoreLinkOutcome =
  | { kind: 'restored'; link: Link }
  | { kind: 'unknown' }
  /** Another app that shares a host since then has the code. */
  | { kind: 'code-taken' };

class CodeTaken extends Error {}

/** Puts a link back as it was when it was deleted, with its clicks. */
export async function restoreLink(
  queries: Queries,
  app: Pick<App, 'id' | 'linkHosts'>,
  code: string,
  by: Author
): Promise<RestoreLinkOutcome> {
  try {
    return await queries.transaction(async (transaction) => {
      const since = new Date(by.at.getTime() - RESTORABLE_MS);
      const deleted = await takeDeletedLink(transaction, app.id, code, since);
      if (!deleted) return { kind: 'unknown' };
      // If its user has shared the same again, that link is the one that sharing gives from now on.
      const isSharedAgain =
        deleted.createdFrom !== null && (await findLinkCreatedFrom(transaction, app.id, deleted.createdFrom)) !== null;
      const link = isSharedAgain ? { ...deleted, createdFrom: null } : deleted;
      if (!(await addLinks(transaction, app, [link])).has(code)) throw new CodeTaken();
      await recordLinkChanges(transaction, app.id, by, [{ before: null, after: link }]);
      return { kind: 'restored', link };
    });
  } catch (error) {
    if (error instanceof CodeTaken) return { kind: 'code-taken' };
    throw error;
  }
}
