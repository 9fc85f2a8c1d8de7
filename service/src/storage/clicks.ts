import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { createRowWriter } from './createRowWriter.ts';
import { rowsOf } from './rowsOf.ts';
import { clicksTable, type Click } from './tables.ts';

type NewClick = Omit<Click, 'reportedAt' | 'claimedAt' | 'claimedBy'>;

export type AddClick = (click: NewClick) => Promise<unknown>;

const writeClick = createRowWriter(clicksTable);

/** By one statement that is the same for any number of clicks; drizzle's own takes longer to build than to run. */
export async function addClicks(queries: Queries, clicks: NewClick[]): Promise<NewClick[]> {
  const rows = JSON.stringify(clicks.map(writeClick));
  await queries.execute(sql`INSERT INTO clicks SELECT * FROM json_populate_recordset(NULL::clicks, ${rows}::json)`);
  return clicks;
}

type DeviceReport = Pick<Click, 'screenWidth' | 'screenHeight' | 'scale' | 'timezone'>;

/** Once per click, and only what isn't known yet: whoever learns the id later can't rewrite it. */
export async function addDeviceReport(
  queries: Queries,
  clickId: string,
  report: DeviceReport,
  now: Date
): Promise<'added' | 'refused'> {
  const updated = await queries
    .update(clicksTable)
    .set({
      screenWidth: sql`coalesce(${clicksTable.screenWidth}, ${report.screenWidth})`,
      screenHeight: sql`coalesce(${clicksTable.screenHeight}, ${report.screenHeight})`,
      scale: sql`coalesce(${clicksTable.scale}, ${report.scale})`,
      timezone: sql`coalesce(${clicksTable.timezone}, ${report.timezone})`,
      reportedAt: now,
    })
    .where(and(eq(clicksTable.id, clickId), isNull(clicksTable.reportedAt)))
    .returning({ id: clicksTable.id });
  return updated.length > 0 ? 'added' : 'refused';
}

/** The newest clicks of a network bound the work that one request can cause; a larger crowd is too large anyway. */
export const MOST_CLICKS_OF_NETWORK = 300;

/** The newest clicks on one network since `since`, claimed or not, with the time in milliseconds. */
export async function findClicksOfNetwork(queries: Queries, appId: string, network: string, since: Date) {
  return queries
    .select({
      id: clicksTable.id,
      code: clicksTable.code,
      at: sql<number>`extract(epoch from ${clicksTable.createdAt})::float8 * 1000`,
      claimedAt: sql<number | null>`extract(epoch from ${clicksTable.claimedAt})::float8 * 1000`,
      device: clicksTable.device,
      model: clicksTable.model,
      systemVersion: clicksTable.systemVersion,
      userAgent: clicksTable.userAgent,
      language: clicksTable.language,
      screenWidth: clicksTable.screenWidth,
      screenHeight: clicksTable.screenHeight,
      scale: clicksTable.scale,
      timezone: clicksTable.timezone,
    })
    .from(clicksTable)
    .where(and(eq(clicksTable.appId, appId), eq(clicksTable.network, network), gt(clicksTable.createdAt, since)))
    .orderBy(desc(clicksTable.createdAt))
    .limit(MOST_CLICKS_OF_NETWORK);
}

/** Where a page of a list ended. */
export interface ClickPosition {
  createdAt: Date;
  id: string;
}

/** The newest first, from behind `after` on. */
export async function listClicks(
  queries: Queries,
  appId: string,
  limit: number,
  after: ClickPosition | null = null
): Promise<Click[]> {
  const isBehind =
    after &&
    or(
      lt(clicksTable.createdAt, after.createdAt),
      and(eq(clicksTable.createdAt, after.createdAt), lt(clicksTable.id, after.id))
    );
  return queries
    .select()
    .from(clicksTable)
    .where(and(eq(clicksTable.appId, appId), isBehind ?? undefined))
    .orderBy(desc(clicksTable.createdAt), desc(clicksTable.id))
    .limit(limit);
}

/** At most `most` of them; tells how many went. Locked by id, as claims are, so that neither waits for the other. */
export async function deleteClicksOfLink(queries: Queries, appId: string, code: string, most: number): Promise<number> {
  const deleted = await queries.execute(sql`
    DELETE FROM clicks WHERE id = ANY(ARRAY(
      SELECT id FROM clicks WHERE id = ANY(ARRAY(
        SELECT id FROM clicks WHERE app_id = ${appId} AND code = ${code} LIMIT ${most}
      )) ORDER BY id FOR UPDATE
    )) RETURNING 1`);
  return rowsOf(deleted).length;
}

/** At most `most` of those that were made until `last`; tells how many went. */
export async function deleteClicksUntil(queries: Queries, last: Date, most: number): Promise<number> {
  const deleted = await queries.execute(sql`
    DELETE FROM clicks WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM clicks WHERE created_at <= ${last.toISOString()}::timestamptz LIMIT ${most}
    )) RETURNING 1`);
  return rowsOf(deleted).length;
}
