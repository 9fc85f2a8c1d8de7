import { and, eq } from 'drizzle-orm';
import type { Queries } from './Database';
import { linksTable, type Link } from './tables';

export async function findLinkOfApp(queries: Queries, appId: string, code: string): Promise<Link | null> {
  const [link] = await queries
    .select()
    .from(linksTable)
    .where(and(eq(linksTable.appId, appId), eq(linksTable.code, code)));
  return link ?? null;
}
