import { sql } from 'drizzle-orm';
import type { Queries } from '../base/Database.ts';
import { isBehind, type ListPosition } from '../base/isBehind.ts';
import { createRowWriter } from '../base/createRowWriter.ts';
import type { GroupNames } from './names.ts';
import { query, rowsWhere } from '../base/query.ts';
import { texts } from '../base/bind.ts';
import { browserColumns, clicksTable, type BrowserOfClick, type Click } from '../schema/tables.ts';

type Optional = 'route' | 'campaign' | 'source' | 'medium' | 'country' | 'browser';

export type NewClick = Omit<
  Click,
  Optional | 'position' | 'look' | 'reportedAt' | 'storeTappedAt' | 'claimedAt' | 'claimedBy'
> &
  Partial<Pick<Click, Optional>>;

/** Tens of megabytes: the clicks that wait while the database is away, and as many device reports. */
export const MAX_CLICKS_IN_MEMORY = 20_000;

const writeClick = createRowWriter(clicksTable);

/** Stores clicks of one app. */
export async function addClicks(queries: Queries, groupNames: GroupNames, clicks: NewClick[]): Promise<NewClick[]> {
  const grouped = await groupNames(queries, clicks, ({ createdAt }) => createdAt);
  const rows = JSON.stringify(grouped.map(writeClick));
  await queries.execute(sql`SELECT add_clicks(${clicks[0]?.appId}, ${rows}::json)`);
  return clicks;
}

export interface DeviceReport extends Pick<
  Click,
  'screenWidth' | 'screenHeight' | 'scale' | 'timezone' | 'model' | 'systemVersion'
> {
  appId: string;
  clickId: string;
  now: Date;
}

/** Adds reports of clicks of one app. A click takes one report, and none once it is claimed. */
export async function addDeviceReports(
  queries: Queries,
  reports: readonly DeviceReport[]
): Promise<('added' | 'refused')[]> {
  // If a click has several reports, the first counts.
  const firsts = new Map(reports.toReversed().map((report) => [report.clickId, report]));
  const rows = [...firsts.values()].map(({ clickId, now, ...report }) =>
    writeClick({ ...report, id: clickId, reportedAt: now })
  );
  const updated = await query<{ id: string }>(queries)`
    SELECT add_device_reports(${reports[0]?.appId}, ${JSON.stringify(rows)}::json) AS id`;
  const added = new Set(updated.map(({ id }) => id));
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

/** For each question of one app, the newest clicks on its network since its time, claimed or not. */
export async function findClicksOfNetworks(
  queries: Queries,
  questions: readonly NetworkQuestion[]
): Promise<ClickOnNetwork[][]> {
  // Phones behind one router often ask together. Their clicks are read once, from the earliest time that is asked for.
  const places = new Map<string, Date>();
  for (const { network, since } of questions) {
    const known = places.get(network);
    if (!known || since < known) places.set(network, since);
  }
  const rows = [...places].map(([network, since], place) => ({ place, network, since }));
  const result = await query<ClickOnNetwork & { place: number }>(queries)`
    SELECT given.place, click.*
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given (place int, network text, since timestamptz),
    hash_keys, LATERAL (
      SELECT id, code, extract(epoch from created_at)::float8 * 1000 AS at,
        extract(epoch from claimed_at)::float8 * 1000 AS "claimedAt", look, ${browserColumns}
      FROM clicks WHERE app_id = ${questions[0]?.appId} AND network = conceal(hash_keys.key, given.network)
        AND created_at > given.since
      ORDER BY created_at DESC LIMIT ${MAX_CLICKS_OF_NETWORK}::int
    ) AS click
    WHERE hash_keys.app_id = ${questions[0]?.appId} AND hash_keys.kind = 'network'
    ORDER BY given.place, click.at DESC`;
  const lists = rows.map((): ClickOnNetwork[] => []);
  for (const { place, ...click } of result) lists[place]?.push(click);
  const found = new Map(rows.map(({ network, place }) => [network, lists[place]]));
  return questions.map(({ network, since }) =>
    (found.get(network) ?? []).slice(0, MAX_CLICKS_OF_NETWORK).filter(({ at }) => at > since.getTime())
  );
}

/** Lists clicks after the position `after`, the newest first; with `code`, only those on that link. */
export async function listClicks(
  queries: Queries,
  appId: string,
  limit: number,
  after: ListPosition | null = null,
  code?: string
): Promise<Click[]> {
  const isOnLink = code === undefined ? sql`true` : sql`code = ${code}`;
  return rowsWhere(queries, clicksTable)`
    app_id = ${appId} AND ${isOnLink} AND ${isBehind(clicksTable.createdAt, clicksTable.id, after)}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
}

/** Deletes at most `most` clicks on these links, up to `until` or all. Returns the number deleted. */
export async function deleteClicksOfLinks(
  queries: Queries,
  appId: string,
  codes: readonly string[],
  most: number,
  until: string | null = null
): Promise<number> {
  if (codes.length === 0) return 0;
  const [row] = await query<{ deleted: number }>(queries)`
    SELECT delete_clicks(${appId}, ${texts(codes)}, ${until ?? 'infinity'}::timestamptz, ${most}) AS deleted`;
  return row?.deleted ?? 0;
}

/** Those of the codes that have clicks. */
export async function findCodesWithClicks(
  queries: Queries,
  appId: string,
  codes: readonly string[]
): Promise<string[]> {
  if (codes.length === 0) return [];
  const found = await query<{ code: string }>(queries)`
    SELECT given.code FROM unnest(${texts(codes)}) AS given (code)
    WHERE (SELECT true FROM clicks WHERE clicks.app_id = ${appId} AND clicks.code = given.code LIMIT 1)`;
  return found.map(({ code }) => code);
}

/** Clears what only matching reads in at most `most` clicks of an app, up to `last`. Returns the number cleared. */
export async function clearTracesOfClicks(queries: Queries, appId: string, last: Date, most: number): Promise<number> {
  const isOld = sql`created_at <= ${last}`;
  const cleared = await query(queries)`
    UPDATE clicks SET address = NULL, network = NULL, wide_network = NULL, look = NULL, user_agent = NULL, model = NULL,
      system_version = NULL, language = NULL, screen_width = NULL, screen_height = NULL, scale = NULL, timezone = NULL
    WHERE app_id = ${appId} AND ${isOld} AND id = ANY(ARRAY(
      SELECT id FROM clicks WHERE app_id = ${appId} AND ${isOld} AND id = ANY(ARRAY(
        SELECT id FROM clicks WHERE app_id = ${appId} AND ${isOld}
          AND (network IS NOT NULL OR user_agent IS NOT NULL OR look IS NOT NULL) LIMIT ${most}
      )) ORDER BY id FOR UPDATE
    )) RETURNING 1`;
  return cleared.length;
}

/** A click that its visitor carried over to another browser of the phone. */
export interface CarriedClick {
  id: string;
  /** Whether its page has reported the device already. */
  isReported: boolean;
}

export interface CarriedQuestion extends Pick<Click, 'appId' | 'id' | 'code'> {
  network: string;
  device: NonNullable<Click['device']>;
  since: Date;
}

/** An iPad calls itself a Mac in Safari, and an iPad in an app. */
const IPADS = ['ipad', 'mac'];

/** Finds a click on a link if it is recent, led to no install yet, and has the same network and kind of device. */
export async function findCarriedClick(
  queries: Queries,
  { appId, id, code, network, device, since }: CarriedQuestion
): Promise<CarriedClick | null> {
  const [click] = await query<CarriedClick>(queries)`
    SELECT id, reported_at IS NOT NULL AS "isReported" FROM clicks
    WHERE app_id = ${appId} AND id = ${id} AND coalesce(route, code) = ${code} AND claimed_at IS NULL
      AND created_at > ${since}
      AND EXISTS (
        SELECT FROM hash_keys WHERE app_id = ${appId} AND kind = 'network' AND clicks.network = conceal(key, ${network})
      )
      AND device IN ${IPADS.includes(device) ? IPADS : [device]}`;
  return click ?? null;
}

/** Stores when a button to the store was pressed first, and counts it once. */
export async function noteStoreTap(queries: Queries, appId: string, id: string, now: Date): Promise<void> {
  await queries.execute(sql`SELECT note_store_tap(${appId}, ${id}, ${now}::timestamptz)`);
}
