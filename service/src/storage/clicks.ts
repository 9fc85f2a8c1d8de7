import { and, desc, eq, lt, lte, or, sql } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import type { GroupCommit } from './createGroupCommit.ts';
import { createRowWriter } from './createRowWriter.ts';
import { groupNames } from './names.ts';
import { rowsOf } from './rowsOf.ts';
import { hashText } from '../values/hashText.ts';
import { browserColumns, clicksTable, type BrowserOfClick, type Click } from './recordTables.ts';

type Optional = 'route' | 'campaign' | 'source' | 'medium' | 'country' | 'browser';

export type NewClick = Omit<Click, Optional | 'look' | 'reportedAt' | 'storeTappedAt' | 'claimedAt' | 'claimedBy'> &
  Partial<Pick<Click, Optional>>;

export type AddClick = GroupCommit<NewClick, unknown>;

/** Some tens of megabytes of clicks wait for a database that is away, and as many device reports. */
export const MAX_CLICKS_IN_MEMORY = 20_000;

const writeClick = createRowWriter(clicksTable);

/**
 * Uses one statement that is the same for any number of clicks; drizzle's own takes longer to build than to run. A click
 * that is there already stays as it is: a commit may have succeeded although its answer was lost.
 */
export async function addClicks(queries: Queries, clicks: NewClick[]): Promise<NewClick[]> {
  const grouped = await groupNames(queries, clicks, ({ createdAt }) => createdAt);
  const rows = JSON.stringify(grouped.map(writeClick));
  await queries.execute(
    sql`INSERT INTO clicks SELECT * FROM json_populate_recordset(NULL::clicks, ${rows}::json) ON CONFLICT DO NOTHING`
  );
  return clicks;
}

export interface DeviceReport extends Pick<
  Click,
  'screenWidth' | 'screenHeight' | 'scale' | 'timezone' | 'model' | 'systemVersion'
> {
  clickId: string;
  now: Date;
}

/**
 * Adds a report once per click, and only the facts that aren't known yet, so that somebody who learns the id later can't
 * rewrite them. One statement locks the clicks in the order of their ids, as claims do.
 */
export async function addDeviceReports(
  queries: Queries,
  reports: readonly DeviceReport[]
): Promise<('added' | 'refused')[]> {
  // If a click has several reports, the first counts.
  const firsts = new Map(reports.toReversed().map((report) => [report.clickId, report]));
  const rows = [...firsts.values()].map(({ clickId, now, ...report }) =>
    writeClick({ ...report, id: clickId, reportedAt: now })
  );
  const updated = await queries.execute(sql`
    WITH report AS MATERIALIZED (
      SELECT given.id, given.screen_width, given.screen_height, given.scale, given.timezone, given.reported_at,
        CASE WHEN clicks.device = 'android' THEN given.model END AS model,
        CASE WHEN clicks.device = 'android' THEN given.system_version END AS system_version
      FROM json_populate_recordset(NULL::clicks, ${JSON.stringify(rows)}::json) AS given
      JOIN clicks ON clicks.id = given.id AND clicks.reported_at IS NULL AND clicks.claimed_at IS NULL
      ORDER BY clicks.id FOR UPDATE OF clicks
    )
    UPDATE clicks SET
      screen_width = coalesce(clicks.screen_width, report.screen_width),
      screen_height = coalesce(clicks.screen_height, report.screen_height),
      scale = coalesce(clicks.scale, report.scale),
      timezone = coalesce(clicks.timezone, report.timezone),
      model = coalesce(clicks.model, report.model),
      system_version = coalesce(clicks.system_version, report.system_version),
      reported_at = report.reported_at
    FROM report WHERE clicks.id = report.id RETURNING clicks.id`);
  const added = new Set(rowsOf<{ id: string }>(updated).map(({ id }) => id));
  return reports.map((report) =>
    added.has(report.clickId) && firsts.get(report.clickId) === report ? 'added' : 'refused'
  );
}

/** Bounds the work that one request can cause; in a larger crowd nobody can be matched anyway. */
export const MAX_CLICKS_OF_NETWORK = 300;

export interface NetworkQuestion {
  appId: string;
  network: string;
  since: Date;
}

interface ClickOnNetwork extends BrowserOfClick, Pick<Click, 'id' | 'code' | 'look'> {
  /** Milliseconds since 1970. */
  at: number;
  claimedAt: number | null;
}

/** For each question, the newest clicks on its network since its time, claimed or not. Two statements answer all. */
export async function findClicksOfNetworks(
  queries: Queries,
  questions: readonly NetworkQuestion[]
): Promise<ClickOnNetwork[][]> {
  // Phones behind one router often ask together. Their clicks are read once, from the earliest time that is asked for.
  const placeOf = ({ appId, network }: NetworkQuestion) => `${appId}\0${network}`;
  const places = new Map<string, NetworkQuestion>();
  for (const question of questions) {
    const known = places.get(placeOf(question));
    if (!known || question.since < known.since) places.set(placeOf(question), question);
  }
  const keys = rowsOf<{ key: string }>(await queries.execute(sql`SELECT key FROM network_keys`));
  const rows: object[] = [];
  for (const [place, { appId, network, since }] of [...places.values()].entries()) {
    // Instances of the version before store networks as they are.
    const names = [network, ...(await Promise.all(keys.map(({ key }) => hashText(key + network))))];
    rows.push(...names.map((name) => ({ place, appId, network: name, since })));
  }
  const result = await queries.execute(sql`
    SELECT given.place, click.* FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS given (place int, "appId" text, network text, since timestamptz),
    LATERAL (
      SELECT id, code, extract(epoch from created_at)::float8 * 1000 AS at,
        extract(epoch from claimed_at)::float8 * 1000 AS "claimedAt", look, ${browserColumns}
      FROM clicks WHERE app_id = given."appId" AND network = given.network AND created_at > given.since
      ORDER BY created_at DESC LIMIT ${MAX_CLICKS_OF_NETWORK}::int
    ) AS click
    ORDER BY given.place, click.at DESC`);
  const found = new Map([...places.keys()].map((place): [string, ClickOnNetwork[]] => [place, []]));
  const lists = [...found.values()];
  for (const { place, ...click } of rowsOf<ClickOnNetwork & { place: number }>(result)) lists[place]?.push(click);
  return questions.map((question) =>
    (found.get(placeOf(question)) ?? [])
      .slice(0, MAX_CLICKS_OF_NETWORK)
      .filter(({ at }) => at > question.since.getTime())
  );
}

export interface ClickPosition {
  createdAt: Date;
  id: string;
}

/** Lists clicks after the position `after`, the newest first; with `code`, only those on that link. */
export async function listClicks(
  queries: Queries,
  appId: string,
  limit: number,
  after: ClickPosition | null = null,
  code?: string
): Promise<Click[]> {
  const isBehind =
    after &&
    and(
      // The index can start here.
      lte(clicksTable.createdAt, after.createdAt),
      or(lt(clicksTable.createdAt, after.createdAt), lt(clicksTable.id, after.id))
    );
  return queries
    .select()
    .from(clicksTable)
    .where(
      and(
        eq(clicksTable.appId, appId),
        code === undefined ? undefined : eq(clicksTable.code, code),
        isBehind ?? undefined
      )
    )
    .orderBy(desc(clicksTable.createdAt), desc(clicksTable.id))
    .limit(limit);
}

/** Deletes at most `most` clicks; gives the number deleted. Locks them by id, as claims do, to avoid deadlocks. */
export async function deleteClicksOfLinks(
  queries: Queries,
  appId: string,
  codes: readonly string[],
  most: number
): Promise<number> {
  if (codes.length === 0) return 0;
  const deleted = await queries.execute(sql`
    DELETE FROM clicks WHERE id = ANY(ARRAY(
      SELECT id FROM clicks WHERE id = ANY(ARRAY(
        SELECT id FROM clicks WHERE app_id = ${appId} AND code IN ${codes} LIMIT ${most}
      )) ORDER BY id FOR UPDATE
    )) RETURNING 1`);
  return rowsOf(deleted).length;
}

/** Clears what only matching reads in at most `most` of the clicks until `last`; gives the number cleared. */
export async function clearTracesOfClicks(queries: Queries, last: Date, most: number): Promise<number> {
  const cleared = await queries.execute(sql`
    UPDATE clicks SET address = NULL, network = NULL, wide_network = NULL, look = NULL, user_agent = NULL, model = NULL,
      system_version = NULL, language = NULL, screen_width = NULL, screen_height = NULL, scale = NULL, timezone = NULL
    WHERE id = ANY(ARRAY(
      SELECT id FROM clicks WHERE id = ANY(ARRAY(
        SELECT id FROM clicks WHERE created_at <= ${last.toISOString()}::timestamptz
          AND (network IS NOT NULL OR user_agent IS NOT NULL OR look IS NOT NULL) LIMIT ${most}
      )) ORDER BY id FOR UPDATE
    )) RETURNING 1`);
  return rowsOf(cleared).length;
}
