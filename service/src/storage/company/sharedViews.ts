import { and, desc, eq, gt, lte } from 'drizzle-orm';
import { sharedViewsTable, type SharedView } from '../schema/companyTables.ts';
import { tellChange } from '../base/notices.ts';
import { isBehind, type ListPosition } from '../base/isBehind.ts';
import type { Queries } from '../base/Database.ts';
import { appsTable, type App } from '../schema/tables.ts';

const isSharedView = (appId: string, id: string) => and(eq(sharedViewsTable.appId, appId), eq(sharedViewsTable.id, id));

export async function addSharedView(queries: Queries, share: SharedView): Promise<void> {
  await queries.insert(sharedViewsTable).values(share);
}

/** Those that haven't ended, the newest first. */
export async function listSharedViews(
  queries: Queries,
  appId: string,
  now: Date,
  limit: number,
  after: ListPosition | null
): Promise<SharedView[]> {
  const { createdAt, id, expiresAt } = sharedViewsTable;
  return queries
    .select()
    .from(sharedViewsTable)
    .where(and(eq(sharedViewsTable.appId, appId), gt(expiresAt, now), isBehind(createdAt, id, after)))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

/** The share with a token, and its app. It may have ended. */
export async function findSharedView(
  queries: Queries,
  appId: string,
  hash: string
): Promise<{ share: SharedView; app: App } | null> {
  const [found] = await queries
    .select({ share: sharedViewsTable, app: appsTable })
    .from(sharedViewsTable)
    .innerJoin(appsTable, eq(appsTable.id, sharedViewsTable.appId))
    .where(and(eq(sharedViewsTable.appId, appId), eq(sharedViewsTable.hash, hash)));
  return found ?? null;
}

/** Gives the share, if there was one. */
export async function deleteSharedView(queries: Queries, appId: string, id: string): Promise<SharedView | null> {
  const [deleted] = await queries.delete(sharedViewsTable).where(isSharedView(appId, id)).returning();
  if (deleted) await tellChange(queries, { kind: 'app', appId });
  return deleted ?? null;
}

/** Removes those that have ended. */
export async function deleteSharedViewsUntil(queries: Queries, appId: string, time: Date): Promise<void> {
  await queries
    .delete(sharedViewsTable)
    .where(and(eq(sharedViewsTable.appId, appId), lte(sharedViewsTable.expiresAt, time)));
}
