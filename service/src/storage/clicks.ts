import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { rowsOf } from './rowsOf.ts';
import { clicksTable, linksTable, type Click } from './tables.ts';

/**
 * Far more than an app gets in one window before its clicks become ambiguous anyway; it bounds
 * the work that one request can cause.
 */
const MOST_CANDIDATES = 1_000;

type NewClick = Omit<Click, 'reportedAt' | 'claimedAt' | 'claimedBy'>;

export async function addClick(queries: Queries, click: NewClick): Promise<void> {
  await queries.insert(clicksTable).values(click);
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

export interface Claim {
  appId: string;
  clickId: string;
  by: NonNullable<Click['claimedBy']>;
  notBefore: Date;
  now: Date;
}

export interface Claimed {
  destination: string;
  /** What goes on to the destination. */
  query: string | null;
  /** JSON as text. */
  data: string | null;
}

/**
 * Takes the click and tells where it leads, or null if it is taken, too old or not this app's.
 * One statement, so that of any number of instances asking at once exactly one gets it.
 */
export async function claimClick(queries: Queries, claim: Claim): Promise<Claimed | null> {
  const [claimed] = await queries
    .update(clicksTable)
    .set({ claimedAt: claim.now, claimedBy: claim.by })
    .from(linksTable)
    .where(
      and(
        eq(linksTable.appId, clicksTable.appId),
        eq(linksTable.code, clicksTable.code),
        eq(clicksTable.id, claim.clickId),
        eq(clicksTable.appId, claim.appId),
        isNull(clicksTable.claimedAt),
        gt(clicksTable.createdAt, claim.notBefore),
        isNull(linksTable.disabledAt)
      )
    )
    .returning({ destination: linksTable.destination, query: clicksTable.query, data: linksTable.data });
  return claimed ?? null;
}

/** The newest first. */
export async function findUnclaimedClicks(queries: Queries, appId: string, notBefore: Date): Promise<Click[]> {
  return queries
    .select()
    .from(clicksTable)
    .where(and(eq(clicksTable.appId, appId), isNull(clicksTable.claimedAt), gt(clicksTable.createdAt, notBefore)))
    .orderBy(desc(clicksTable.createdAt))
    .limit(MOST_CANDIDATES);
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

/** At most `most` of them; tells how many went. */
export async function deleteClicksOfLink(queries: Queries, appId: string, code: string, most: number): Promise<number> {
  const deleted = await queries.execute(sql`
    DELETE FROM clicks WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM clicks WHERE app_id = ${appId} AND code = ${code} LIMIT ${most}
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
