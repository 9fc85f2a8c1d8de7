import { and, desc, eq } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { appsTable, linksTable, type App, type Link } from './tables.ts';

/** Codes are one namespace, as the landing page's address names no app. */
export async function addLink(queries: Queries, link: Link): Promise<'added' | 'code-taken'> {
  const added = await queries
    .insert(linksTable)
    .values(link)
    .onConflictDoNothing()
    .returning({ code: linksTable.code });
  return added.length > 0 ? 'added' : 'code-taken';
}

export async function findLinkOfApp(queries: Queries, appId: string, code: string): Promise<Link | null> {
  const [link] = await queries
    .select()
    .from(linksTable)
    .where(and(eq(linksTable.appId, appId), eq(linksTable.code, code)));
  return link ?? null;
}

export async function findLinkWithApp(queries: Queries, code: string): Promise<{ link: Link; app: App } | null> {
  const [row] = await queries
    .select({ link: linksTable, app: appsTable })
    .from(linksTable)
    .innerJoin(appsTable, eq(appsTable.id, linksTable.appId))
    .where(eq(linksTable.code, code));
  return row ?? null;
}

/** The newest first. */
export async function listLinks(queries: Queries, appId: string, limit: number): Promise<Link[]> {
  return queries
    .select()
    .from(linksTable)
    .where(eq(linksTable.appId, appId))
    .orderBy(desc(linksTable.createdAt), linksTable.code)
    .limit(limit);
}
