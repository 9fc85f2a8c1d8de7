import { sql, type SQL } from 'drizzle-orm';
import { EVENT_NAMES } from '../values/eventNames.ts';
import { OTHER_PATHS } from '../values/linkPaths.ts';
import { countedUntil } from './clickCounts.ts';
import type { Queries } from './Database.ts';
import { rowsOf } from './rowsOf.ts';
import { appsTable } from './tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The outcomes of attempts that found nothing. Statistics count those as installs without a link. */
const FAILURES = sql`'{no_match,ambiguous_match,low_confidence}'::text[]`;

/** A refund is subtracted, whatever sign the app gives it. */
const MONEY = sql`CASE WHEN name = 'refund' THEN -abs(amount) ELSE amount END`;

export interface StatisticsRange {
  appId: string;
  /** Both are at quarters of an hour; `to` is the first moment after the range. */
  from: Date;
  to: Date;
}

/** A count of clicks, installs, opens or events of one name, for a link and a day if those were asked for. */
export interface Fact {
  /** Null for no link; '' for all links together, if links weren't asked for. */
  code: string | null;
  /** Counted from 1; 0 if days weren't asked for. */
  day: number;
  what: 'clicks' | 'installs' | 'opens' | 'event';
  name: string | null;
  currency: string | null;
  count: number;
  /** In millionths; null if no event had any money. */
  micros: string | null;
}

export interface FactsQuestion extends StatisticsRange {
  /** When each day begins; null for no days. */
  days: readonly Date[] | null;
  /**
   * The number of the first of these days.
   * @default 1
   */
  firstDay?: number;
  /** The links to count, each by itself; null counts everything together, with or without a link. */
  codes: readonly string[] | null;
}

/** The database does this: apps and strangers may send millions of names, and each would be a group of its own. */
const KNOWN_NAME = sql.raw(`CASE WHEN name = ANY('{${EVENT_NAMES.join()}}') THEN name ELSE 'other' END`);

export const instant = (date: Date) => sql`${date.toISOString()}::timestamptz`;
export const textArray = (texts: readonly string[]) => sql`${sql.param([...texts], appsTable.linkHosts)}::text[]`;

/**
 * Clicks that were counted ahead of time, by link: whole days of UTC within the range, and quarters of an hour before and
 * after them.
 */
export function countedClicks({ appId, from, to }: StatisticsRange, codes: readonly string[] | null): SQL {
  const first = new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS);
  const last = new Date(Math.floor(to.getTime() / DAY_MS) * DAY_MS);
  const edges = first < last ? [[from, first] as const, [last, to] as const] : [[from, to] as const];
  const ofLinks = codes ? sql`AND code = ANY(${textArray(codes)})` : sql`AND code <> ''`;
  const parts = edges
    .filter(([start, end]) => start < end)
    .map(
      ([start, end]) => sql`
        SELECT code, clicks FROM click_quarters
        WHERE app_id = ${appId} AND at >= ${instant(start)} AND at < ${instant(end)} ${ofLinks}`
    );
  const days = sql`
    SELECT code, clicks FROM click_days
    WHERE app_id = ${appId} AND day >= ${first.toISOString()}::date AND day < ${last.toISOString()}::date ${ofLinks}`;
  return sql`(${sql.join([days, ...parts], sql` UNION ALL `)}) AS counted`;
}

/**
 * Reads only indexes. Everything together is read one day after the other: so PostgreSQL knows that a day has few groups,
 * and counts without sorting. Of some links there is less, and it is read link by link. Facts of the same code, day and
 * name may come in several parts.
 */
export async function readFacts(
  queries: Queries,
  { appId, from, to, days, firstDay = 1, codes }: FactsQuestion
): Promise<Fact[]> {
  const starts = (codes ? null : days) ?? [from];
  const ends = [...starts.slice(1), to];
  // Each array is one text, because an array of texts would be read anew for each row.
  const arrayOf = (dates: readonly Date[]) =>
    sql`${`{${dates.map((date) => date.toISOString()).join()}}`}::timestamptz[]`;
  const dayOf = (at: SQL) =>
    days ? (codes ? sql`width_bucket(${at}, ${arrayOf(days)})` : sql`span.day::int`) : sql`0`;
  const ofLinks = codes ? sql`AND code = ANY(${textArray(codes)})` : sql``;
  const code = codes ? sql`code` : sql`''`;
  const [start, end] = codes ? [instant(from), instant(to)] : [sql`span.start`, sql`span.stop`];
  const within = (at: SQL, since = start) => sql`app_id = ${appId} AND ${at} >= ${since} AND ${at} < ${end}`;
  const plain = (what: Fact['what'], count: SQL) => sql`${what}::text, NULL, NULL, ${count}, NULL::numeric`;

  const result = await queries.execute(sql`
    SELECT fact.code, fact.day + ${days ? firstDay - 1 : 0}::int AS day, what, name, currency, count::float8, micros::text
    FROM unnest(${arrayOf(starts)}, ${arrayOf(ends)}) WITH ORDINALITY AS span (start, stop, day), LATERAL (
      SELECT ${codes ? sql`code` : sql`CASE WHEN code IS NULL THEN NULL ELSE '' END`} AS code,
        ${dayOf(sql`occurred_at`)} AS day, 'event' AS what, ${KNOWN_NAME} AS name, currency, count(*) AS count,
        round(sum(${MONEY}) * 1000000) AS micros
      FROM events WHERE ${within(sql`occurred_at`)} ${ofLinks} GROUP BY 1, 2, 4, currency
      UNION ALL
      SELECT ${code}, ${dayOf(sql`at`)}, ${plain('clicks', sql`sum(clicks)`)} FROM ${
        codes && !days
          ? countedClicks({ appId, from, to }, codes)
          : sql`click_quarters WHERE ${within(sql`at`)} ${codes ? ofLinks : sql`AND code = ''`}`
      } GROUP BY 1, 2
      UNION ALL
      SELECT ${code}, ${dayOf(sql`created_at`)}, ${plain('clicks', sql`count(*)`)} FROM clicks
      WHERE ${within(sql`created_at`, sql`greatest(${start}, ${countedUntil})`)} ${ofLinks} GROUP BY 1, 2
      UNION ALL
      SELECT ${code}, ${dayOf(sql`matched_at`)}, ${plain('installs', sql`count(*)`)} FROM installs
      WHERE ${within(sql`matched_at`)} ${ofLinks} GROUP BY 1, 2
      UNION ALL
      SELECT ${code}, ${dayOf(sql`opened_at`)}, ${plain('opens', sql`count(*)`)} FROM opens
      WHERE ${within(sql`opened_at`)} ${ofLinks} GROUP BY 1, 2
      ${
        codes
          ? sql``
          : sql`UNION ALL
      SELECT NULL, ${dayOf(sql`attempted_at`)}, ${plain('installs', sql`count(*)`)} FROM match_attempts
      WHERE ${within(sql`attempted_at`)} AND outcome = ANY(${FAILURES}) GROUP BY 1, 2`
      }
    ) AS fact`);
  return rowsOf<Fact>(result);
}

/** What links are sorted by, the most first. Revenue is in one currency, which may be unknown. */
export type LinkOrder =
  { by: 'clicks' | 'installs' | 'opens' | 'purchases' } | { by: 'revenue'; currency: string | null };

/** Where a page of such a list ended. */
export interface RankedLink {
  /** '' for no link. */
  code: string;
  value: string;
}

/** Rows that are counted for each link. Their `value` matters if links are sorted `by` it. */
interface Count {
  by: LinkOrder['by'];
  value: SQL;
  /** @default the column of that name */
  code?: SQL;
  rows: SQL;
}

/**
 * Links that have any figure in the range, in the order wanted, after the position `after`. If enough links have some of
 * what they are sorted by, the other figures need not be read: links that have none of it come later.
 */
export async function rankLinks(
  queries: Queries,
  { appId, from, to, kind }: StatisticsRange & { kind: 'path' | null },
  order: LinkOrder,
  limit: number,
  after: RankedLink | null
): Promise<RankedLink[]> {
  const ofApp = sql`app_id = ${appId}`;
  const within = (at: SQL) => sql`${at} >= ${instant(from)} AND ${at} < ${instant(to)}`;
  const ofEvents =
    order.by === 'revenue'
      ? sql`coalesce(sum(${MONEY}) FILTER (WHERE name IN ('purchase', 'refund') AND currency IS NOT DISTINCT FROM ${order.currency}::text), 0)`
      : sql`count(*) FILTER (WHERE name = 'purchase')`;
  const counts: Count[] = [
    {
      by: order.by === 'revenue' ? 'revenue' : 'purchases',
      value: ofEvents,
      rows: sql`events WHERE ${ofApp} AND ${within(sql`occurred_at`)} GROUP BY code`,
    },
    {
      by: 'clicks',
      value: sql`sum(clicks)`,
      rows: sql`${countedClicks({ appId, from, to }, null)} GROUP BY code`,
    },
    {
      by: 'clicks',
      value: sql`count(*)`,
      rows: sql`clicks
        WHERE ${ofApp} AND created_at >= greatest(${instant(from)}, ${countedUntil}) AND created_at < ${instant(to)} GROUP BY code`,
    },
    {
      by: 'installs',
      value: sql`count(*)`,
      rows: sql`installs WHERE ${ofApp} AND ${within(sql`matched_at`)} GROUP BY code`,
    },
    {
      by: 'installs',
      value: sql`count(*)`,
      code: sql`NULL`,
      rows: sql`match_attempts
        WHERE ${ofApp} AND outcome = ANY(${FAILURES}) AND ${within(sql`attempted_at`)} HAVING count(*) > 0`,
    },
    {
      by: 'opens',
      value: sql`count(*)`,
      rows: sql`opens WHERE ${ofApp} AND ${within(sql`opened_at`)} GROUP BY code`,
    },
  ];

  async function rank(counted: readonly Count[], condition: SQL): Promise<RankedLink[]> {
    const parts = counted.map(
      ({ by, value, code = sql`code`, rows }) =>
        sql`SELECT ${code} AS code, ${by === order.by ? value : sql`0`}::numeric AS value FROM ${rows}`
    );
    const isBehind = after
      ? sql`sum(value) < ${after.value}::numeric OR (sum(value) = ${after.value}::numeric AND coalesce(code, '') > ${after.code})`
      : sql`true`;
    const result = await queries.execute(sql`
      SELECT coalesce(code, '') AS code, sum(value)::text AS value FROM (${sql.join(parts, sql` UNION ALL `)}) AS ranked
      ${kind === 'path' ? sql`WHERE code LIKE '/%' OR code = ${OTHER_PATHS}` : sql``}
      GROUP BY coalesce(code, '') HAVING ${condition} AND (${isBehind})
      ORDER BY sum(value) DESC, coalesce(code, '') LIMIT ${limit}`);
    return rowsOf(result);
  }

  const own = counts.filter(({ by }) => by === order.by);
  const ranked = await rank(own, sql`sum(value) > 0`);
  return ranked.length === limit ? ranked : rank(counts, sql`true`);
}
