import { sql, type SQL } from 'drizzle-orm';
import type { Queries } from '../Database.ts';
import { rowsOf } from '../rowsOf.ts';
import { appsTable } from '../tables.ts';
import {
  AUDIENCES,
  COUNT,
  FIGURES,
  ORIGINS,
  VIEW_NAMES,
  VIEWS,
  type Dimension,
  type Figure,
  type View,
} from './figures.ts';
import { projectDeltas } from './project.ts';

/**
 * The read layer of reports. Every number in a report comes from here, and nothing here reads clicks, installs, opens,
 * events or attempts: `rollups` has what was folded, `deltas` what wasn't yet, and one statement adds both.
 *
 * - `readRollups` answers questions in days of the app's own time zone: everything together, by day, by a dimension, or
 *   both, with filters. `viewOf` says whether dimensions can be asked for together.
 * - `readQuarters` answers without dimensions, for hours and for other time zones.
 * - `readCohorts` (readCohorts.ts) answers by the day of the install.
 *
 * An answer has a row for each day, value and unit. Rows of the unit `count` have counts, the others sums in that currency
 * ('' if it is unknown). Figures are exact decimals as text; one that is left out is zero.
 */
export interface RollupRow {
  /** Such as 2026-01-31; null if days weren't asked for. */
  day: string | null;
  /** Of the dimension asked for; null if it is unknown, and for a link if there was none. */
  value: string | null;
  unit: string;
  figures: Partial<Record<Figure, string>>;
}

/** Under which link a sale counts: the one that brought the person, or the last one that they opened. */
export type Attribution = 'brought' | 'last';

/** For each dimension the values wanted; null stands for unknown, or no link. */
export type RollupFilters = Partial<Record<Dimension, readonly (string | null)[]>>;

export interface RollupQuestion {
  appId: string;
  /** The first and the last day, such as 2026-01-31, of the app's time zone: see readReportZone. */
  from: string;
  to: string;
  attribution: Attribution;
  isByDay: boolean;
  by: Dimension | null;
  filters: RollupFilters;
  /** Only the values with the most of something, and those with the same value behind a position. */
  ranked?: Ranking;
}

export interface Ranking {
  /** The sum of figures, or the revenue in a currency, '' if it is unknown. */
  order: { figures: readonly Figure[] } | { revenueIn: string };
  limit: number;
  /** Where the page before ended. Values that are equal come in the order of their names, and the unknown one is ''. */
  after: { amount: string; value: string } | null;
  /** Only paths of path links. */
  isOfPaths?: boolean;
}

export interface RankedRow extends RollupRow {
  /** By what it is ranked; null if the question doesn't rank. */
  rank: string | null;
}

/** The rows that know all these dimensions; null if no rows do, because where from and who aren't kept together. */
export function viewOf(dimensions: readonly Dimension[]): View | 'total' | null {
  if (dimensions.length === 0) return 'total';
  const [single] = dimensions;
  if (dimensions.length === 1 && single !== undefined && single !== 'link') return single;
  const knows = (view: View) => dimensions.every((name) => (VIEWS[view] as readonly Dimension[]).includes(name));
  return VIEW_NAMES.find(knows) ?? null;
}

/** What to tell somebody who asks for dimensions that aren't kept together. */
export const NOT_TOGETHER = `can’t be combined: ${AUDIENCES.join(', ')} are counted by campaign, and not by ${ORIGINS.filter((name) => name !== 'campaign').join(', ')}`;

const zoneOf = (appId: string) => sql`coalesce(
  (SELECT time_zone FROM rollup_zones WHERE app_id = ${appId}), (SELECT time_zone FROM apps WHERE id = ${appId}), 'UTC')`;

/** The time zone in which the app's days are counted. After a change of its settings this is the old one for a while. */
export async function readReportZone(queries: Queries, appId: string): Promise<string> {
  const [row] = rowsOf<{ zone: string }>(await queries.execute(sql`SELECT ${zoneOf(appId)} AS zone`));
  return row?.zone ?? 'UTC';
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** CTEs with what isn't folded yet, as rows of the views. */
export function unfolded(appId: string, views: readonly (View | 'total')[]): SQL {
  const app = quoted(appId);
  return sql`zone AS MATERIALIZED (SELECT ${zoneOf(appId)} AS name), ${sql.raw(
    projectDeltas(app, '(SELECT name FROM zone)', `(SELECT * FROM deltas WHERE app_id = ${app})`, views)
  )}`;
}

const texts = (values: readonly (string | null)[]) =>
  sql`${sql.param(
    values.filter((value) => value !== null),
    appsTable.linkHosts
  )}::text[]`;

/** Days of whole months within the range, and the days before and after them; null if the range has no whole month. */
function wholeMonths(from: string, to: string): { first: string; end: string } | null {
  const next = new Date(`${to}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  const end = `${next.toISOString().slice(0, 7)}-01`;
  const start = new Date(`${from}T00:00:00Z`);
  if (start.getUTCDate() > 1) start.setUTCMonth(start.getUTCMonth() + 1, 1);
  const first = start.toISOString().slice(0, 10);
  return first < end ? { first, end } : null;
}

const FIGURE_SUMS = sql.raw(FIGURES.map((name) => `sum(${name}) AS ${name}`).join(', '));
const FIGURES_AS_JSON = sql.raw(
  `json_strip_nulls(json_build_object(${FIGURES.map((name) => `'${name}', nullif(${name}, 0)::text`).join(', ')}))`
);

/** How many visitors a row has depends on whether links are told apart: see TOUCHES. */
const isByOrigin = (view: View | 'total') =>
  view !== 'total' &&
  (VIEWS[view] as readonly Dimension[]).some((name) => (ORIGINS as readonly Dimension[]).includes(name)) &&
  view !== 'audience';

/** CTEs of which the last, `answer`, has the rows asked for: day, value, unit and a column for each figure. */
function answerTo({ appId, from, to, attribution, isByDay, by, filters }: RollupQuestion): {
  view: View | 'total';
  ctes: SQL;
} {
  const asked = Object.keys(filters) as Dimension[];
  // Totals know apart what belongs to no link.
  const isWithoutLink = by === null && asked.length === 1 && filters.link?.length === 1 && filters.link[0] === null;
  const view = isWithoutLink ? 'total' : viewOf([...new Set(by ? [...asked, by] : asked)]);
  if (view === null) throw new Error(`These dimensions are not counted together: ${asked.join(', ')}, ${by}`);
  const named = (name: Dimension) => sql.raw(name);
  const passes = asked.map((name) => {
    if (isWithoutLink) return sql`key = 0`;
    const values = filters[name] ?? [];
    const isOne = sql`${named(name)} = ANY(${texts(values)})`;
    return values.includes(null) ? sql`(${isOne} OR ${named(name)} IS NULL)` : isOne;
  });
  const months = isByDay || view === 'total' ? null : wholeMonths(from, to);
  const inDays = sql`starts >= ${from}::timestamp AND starts <= ${to}::timestamp`;
  const notInMonths = months
    ? sql`AND (starts < ${months.first}::timestamp OR starts >= ${months.end}::timestamp)`
    : sql``;
  const wanted = sql.join([sql`side IN ('both', ${attribution})`, ...passes], sql` AND `);
  // Links are found by their keys first: a link has few, and a year of days.
  const links = filters.link?.filter((code) => code !== null);
  const ofKeys =
    links && !filters.link?.includes(null)
      ? sql`AND key = ANY(ARRAY(SELECT id FROM rollup_keys WHERE app_id = ${appId} AND link = ANY(${texts(links)})))`
      : sql``;
  const columns = sql.raw(`starts, unit, ${FIGURES.join(', ')}`);
  const value = by ? named(by) : sql`NULL::text`;
  const stored = (grain: 'day' | 'month', within: SQL) => sql`
    SELECT ${value} AS value, ${columns} FROM rollups
    ${view === 'total' ? sql`` : sql`JOIN rollup_keys ON rollup_keys.app_id = ${appId} AND rollup_keys.id = rollups.key`}
    WHERE rollups.app_id = ${appId} AND view = ${view} AND grain = ${grain} AND ${within} AND ${wanted} ${ofKeys}`;
  const parts = [
    stored('day', sql`${inDays} ${notInMonths}`),
    ...(months
      ? [stored('month', sql`starts >= ${months.first}::timestamp AND starts < ${months.end}::timestamp`)]
      : []),
    sql`SELECT ${value} AS value, ${columns}
      FROM ${view === 'total' ? sql`totals WHERE grain = 'day' AND` : sql`days WHERE view = ${view} AND`} ${inDays} AND ${wanted}`,
  ];
  const day = isByDay ? sql`starts::date::text` : sql`NULL::text`;
  const ctes = sql`${unfolded(appId, [view])}, answer AS MATERIALIZED (
      SELECT ${day} AS day, value, unit, ${FIGURE_SUMS} FROM (${sql.join(parts, sql` UNION ALL `)}) AS each GROUP BY 1, 2, 3
    )`;
  return { view, ctes };
}

/** How much of it the rows of a group have. */
const amountOf = (order: Ranking['order']) =>
  'figures' in order
    ? sql`coalesce(sum(${sql.raw(order.figures.map((name) => `coalesce(${name}, 0)`).join(' + '))}) FILTER (WHERE unit = ${COUNT}), 0)`
    : sql`coalesce(sum(coalesce(purchase, 0) + coalesce(refund, 0)) FILTER (WHERE unit = ${order.revenueIn}), 0)`;

function rank({ order, limit, after, isOfPaths }: Ranking): SQL {
  const amount = amountOf(order);
  const isBehind = after
    ? sql`WHERE amount < ${after.amount}::numeric OR (amount = ${after.amount}::numeric AND value > ${after.value})`
    : sql``;
  const isPath = isOfPaths ? sql`WHERE value LIKE '/%' OR value = 'other paths'` : sql``;
  const hasAny = sql.raw(FIGURES.map((name) => `bool_or(coalesce(${name}, 0) <> 0)`).join(' OR '));
  return sql`, ranked AS (
      SELECT * FROM (
        SELECT coalesce(value, '') AS value, ${amount} AS amount FROM answer ${isPath} GROUP BY 1 HAVING ${hasAny}
      ) AS each ${isBehind} ORDER BY amount DESC, value LIMIT ${limit}
    )
    SELECT day, answer.value, unit, amount::text AS rank, ${FIGURES_AS_JSON} AS figures
    FROM ranked JOIN answer ON coalesce(answer.value, '') = ranked.value ORDER BY amount DESC, ranked.value, unit`;
}

/** One figure for visitors, whichever it is here. */
function withVisitors<Row extends RollupRow>(row: Row, isByLink: boolean): Row {
  const { visitors, link_visitors: ofLinks, ...figures } = row.figures;
  const wanted = isByLink ? ofLinks : visitors;
  return { ...row, figures: wanted === undefined ? figures : { ...figures, visitors: wanted } };
}

/** The figures asked for. Dimensions that can't be asked for together are a mistake of the caller: see viewOf. */
export async function readRollups(queries: Queries, question: RollupQuestion): Promise<RankedRow[]> {
  const { view, ctes } = answerTo(question);
  const { ranked } = question;
  const plain = sql`SELECT day, value, unit, NULL AS rank, ${FIGURES_AS_JSON} AS figures FROM answer ORDER BY day, value, unit`;
  const result = await queries.execute(sql`WITH ${ctes} ${ranked ? rank(ranked) : plain}`);
  return rowsOf<RankedRow>(result).map((row) => withVisitors(row, isByOrigin(view)));
}

/** A subquery with the links that have any of it: `code` and `count`. */
export function countByLink(
  question: Pick<RollupQuestion, 'appId' | 'from' | 'to' | 'attribution'>,
  order: Ranking['order']
): SQL {
  const { ctes } = answerTo({ ...question, isByDay: false, by: 'link', filters: {} });
  return sql`WITH ${ctes} SELECT code, count FROM (
      SELECT value AS code, ${amountOf(order)}::float8 AS count FROM answer WHERE value IS NOT NULL GROUP BY 1
    ) AS each WHERE count > 0`;
}

export interface QuarterQuestion {
  appId: string;
  /** When each span begins, such as an hour or a day of another time zone, at quarters of an hour; and the end of the last. */
  starts: readonly Date[];
  end: Date;
  attribution: Attribution;
}

export interface SpanRow {
  /** Counted from 0. */
  span: number;
  /** Whether it belongs to a link. */
  isLinked: boolean;
  unit: string;
  figures: Partial<Record<Figure, string>>;
}

/** Everything together, for spans of any time zone. */
export async function readQuarters(queries: Queries, question: QuarterQuestion): Promise<SpanRow[]> {
  const { appId, starts, end, attribution } = question;
  const time = (date: Date) => date.toISOString().slice(0, -1);
  const times = sql`${`{${starts.map(time).join()}}`}::timestamp[]`;
  const wanted = sql`grain = 'quarter' AND starts >= ${time(starts[0] ?? end)}::timestamp AND starts < ${time(end)}::timestamp
    AND side IN ('both', ${attribution})`;
  const columns = sql.raw(`starts, key, unit, ${FIGURES.join(', ')}`);
  const result = await queries.execute(sql`
    WITH ${unfolded(appId, ['total'])}
    SELECT span, "isLinked", unit, ${FIGURES_AS_JSON} AS figures FROM (
      SELECT width_bucket(starts, ${times}) - 1 AS span, key = 1 AS "isLinked", unit, ${FIGURE_SUMS} FROM (
        SELECT ${columns} FROM rollups WHERE app_id = ${appId} AND view = 'total' AND ${wanted}
        UNION ALL SELECT ${columns} FROM totals WHERE ${wanted}
      ) AS each GROUP BY 1, 2, 3
    ) AS answer ORDER BY span, unit`);
  return rowsOf<SpanRow>(result).map(({ figures: { link_visitors: _, ...figures }, ...row }) => ({ ...row, figures }));
}
