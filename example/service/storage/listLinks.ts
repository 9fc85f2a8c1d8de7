import { desc, eq } from 'drizzle-orm';
import type { Queries } from './Database';
import { linksTable, type Link } from './tables';

/** The newest first. */
export async function listLinks(queries: Queries, appId: string, limit: number): Promise<Link[]> {
  return queries
    .select()
    .from(linksTable)
    .where(eq(linksTable.appId, appId))
    .orderBy(desc(linksTable.createdAt), linksTable.code)
    .limit(limit);
}
