import { and, eq } from 'drizzle-orm';
import { appsTable, sharedViewsTable, type App, type SharedView } from '../schema/tables.ts';
import { tellChange } from '../base/notices.ts';
import { isBehind, type ListPosition } from '../base/isBehind.ts';
import type { Queries } from '../base/Database.ts';
import { rowsWhere } from '../base/query.ts';

export async function addSharedView(queries: Queries, share: SharedView): Promise<void> {
  await queries.insert(sharedViewsTable).values(share);
}

/** Lists the views that haven't ended, the newest first. */
export async function listSharedViews(
  queries: Queries,
  appId: string,
  now: Date,
  limit: number,
  after: ListPosition | null
): Promise<SharedView[]> {
  const { createdAt, id } = sharedViewsTable;
  return rowsWhere(queries, sharedViewsTable)`
    app_id = ${appId} AND expires_at > ${now} AND ${isBehind(createdAt, id, after)}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
}

/** The view whose token has this hash, and its app. It may have ended. */
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

export async function deleteSharedView(queries: Queries, appId: string, id: string): Promise<SharedView | null> {
  const isWanted = and(eq(sharedViewsTable.appId, appId), eq(sharedViewsTable.id, id));
  const [deleted] = await queries.delete(sharedViewsTable).where(isWanted).returning();
  if (deleted) await tellChange(queries, { kind: 'app', appId });
  return deleted ?? null;
}
