import type { Queries } from './Database';
import { linksTable, type Link } from './tables';

/** Codes are one namespace, as the landing page's address names no app. */
export async function addLink(queries: Queries, link: Link): Promise<'added' | 'code-taken'> {
  const added = await queries
    .insert(linksTable)
    .values(link)
    .onConflictDoNothing()
    .returning({ code: linksTable.code });
  return added.length > 0 ? 'added' : 'code-taken';
}
