import { eq } from 'drizzle-orm';
import type { Queries } from './Database';
import { appsTable, linksTable, type App, type Link } from './tables';

export async function findLinkWithApp(queries: Queries, code: string): Promise<{ link: Link; app: App } | null> {
  const [row] = await queries
    .select({ link: linksTable, app: appsTable })
    .from(linksTable)
    .innerJoin(appsTable, eq(appsTable.id, linksTable.appId))
    .where(eq(linksTable.code, code));
  return row ?? null;
}
