import { and, desc, eq, gt, lte } from 'drizzle-orm';
import { sharesTable, type Share } from './companyTables.ts';
import type { Queries } from './Database.ts';
import { appsTable, type App } from './tables.ts';

const isShare = (appId: string, id: string) => and(eq(sharesTable.appId, appId), eq(sharesTable.id, id));

export async function addShare(queries: Queries, share: Share): Promise<void> {
  await queries.insert(sharesTable).values(share);
}

/** Those that haven't ended, the newest first. */
export async function listShares(queries: Queries, appId: string, now: Date): Promise<Share[]> {
  return queries
    .select()
    .from(sharesTable)
    .where(and(eq(sharesTable.appId, appId), gt(sharesTable.expiresAt, now)))
    .orderBy(desc(sharesTable.createdAt));
}

/** The share with a token, and its app. */
export async function findShare(
  queries: Queries,
  appId: string,
  hash: string,
  now: Date
): Promise<{ share: Share; app: App } | null> {
  const [found] = await queries
    .select({ share: sharesTable, app: appsTable })
    .from(sharesTable)
    .innerJoin(appsTable, eq(appsTable.id, sharesTable.appId))
    .where(and(eq(sharesTable.appId, appId), eq(sharesTable.hash, hash), gt(sharesTable.expiresAt, now)));
  return found ?? null;
}

/** Gives the share, if there was one. */
export async function deleteShare(queries: Queries, appId: string, id: string): Promise<Share | null> {
  const [deleted] = await queries.delete(sharesTable).where(isShare(appId, id)).returning();
  return deleted ?? null;
}

/** Removes those that have ended. */
export async function deleteSharesUntil(queries: Queries, appId: string, time: Date): Promise<void> {
  await queries.delete(sharesTable).where(and(eq(sharesTable.appId, appId), lte(sharesTable.expiresAt, time)));
}
