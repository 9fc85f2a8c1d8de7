import { sql, type SQL } from 'drizzle-orm';
import { bind, texts } from '../base/bind.ts';
import type { Queries } from '../base/Database.ts';
import { query } from '../base/query.ts';
import { asList, hasAny, sums, withNames, type Listed } from './columns.ts';
import { coverDays, eachDay, type Days } from './coverDays.ts';
import { COUNT, FIGURES, ORIGINS, VIEW_NAMES, VIEWS, type Dimension, type Figure, type View } from './figures.ts';
import { DAYS, TOTALS, ZONES } from './project.ts';

/**
 * The read layer of reports. Every number in a report comes from here, and nothing here reads clicks, installs, opens,
 * events or attempts: `rollups` has what was folded, `deltas` what isn't folded yet, and one statement adds both.
 *
 * - `readRollups` answers questions in days of the app's own time zone: everything together, by day, by a dimension, or
 *   both, with filters. `viewOf` says whether dimensions can be asked for together.
 * - `readQuarters` answers without dimensions, for hours and for other time zones.
 * - `readCohorts` (readCohorts.ts) answers by the day of the install.
 *
 * An answer has a row for each day, value and unit. Rows of unit `count` have counts, the others sums in that currency
 * ('' if it is unknown). Figures are exact decimals as strings; a figure that is left out is zero.
 */
export interface RollupRow {
  /** Such as 2026-01-31; null if days weren't asked for. */
  day: string | null;
  /** The value of the dimension asked for; null if it is unknown, or if there was no link. */
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
  /** The first and the last day, such as 2026-01-31, of the app's time zones: see readZones. */
  from: string;
  to: string;
  attribution: Attribution;
  isByDay: boolean;
  /** Tags are those that links have now; a link with several tags counts under each. */
  by: Dimension | 'tag' | null;
  filters: RollupFilters;
  /** Only these tags; null stands for none. */
  tags?: readonly (string | null)[];
  /** Only one page of the values, those with the most of something first. */
  ranked?: Ranking;
}

export interface Ranking {
  /** The sum of figures, or the revenue in a currency, '' if it is unknown. */
  order: { figures: readonly Figure[] } | { revenueIn: string };
  limit: number;
  /** Where the page before ended. Equal amounts come in the order of their names; the unknown value is ''. */
  after: { amount: string; value: string } | null;
  /** Only paths of path links. */
  isOfPaths?: boolean;
}

export interface RankedRow extends RollupRow {
  /** The amount that ranks it; null if the question doesn't rank. */
  rank: string | null;
}

/** The view whose rows have all these dimensions; null if none has, such as for links by country. */
export function viewOf(dimensions: readonly Dimension[]): View | 'total' | null {
  if (dimensions.length === 0) return 'total';
  const [single] = dimensions;
  if (dimensions.length === 1 && single !== undefined && single !== 'link') return single;
  const knows = (view: View) => dimensions.every((name) => (VIEWS[view] as readonly Dimension[]).includes(name));
  return VIEW_NAMES.find(knows) ?? null;
}

/** CTEs with what isn't folded yet, as rows of the views. */
const NEW_TOTALS = `delta AS (SELECT * FROM deltas WHERE app_id = :'app'), ${ZONES}, ${TOTALS}`;
const NEW_DAYS = `${NEW_TOTALS}, ${DAYS}`;

const unfolded = (app: string, views: readonly View[]) =>
  bind(views.length > 0 ? NEW_DAYS : NEW_TOTALS, { app, views: texts(views) });

/** Whether a column has one of these values; null stands for unknown. */
export function isAmong(column: string, values: readonly (string | null)[]): SQL {
  const known = texts(values.filter((value) => value !== null));
  return sql`(${sql.raw(column)} = ANY(${known}) OR (${values.includes(null)} AND ${sql.raw(column)} IS NULL))`;
}

const FIGURE_NAMES = sql.raw(FIGURES.join(', '));
const FIGURE_SUMS = sql.raw(sums(FIGURES));

/** Figures of an answer. Its `visitors` is the right one of the two figures. */
const ANSWERED = FIGURES.filter((name) => name !== 'link_visitors');
const countedAs = (name: Figure, isByLink: boolean) => (name === 'visitors' && isByLink ? 'link_visitors' : name);
const listOf = (isByLink: boolean) => sql.raw(asList(ANSWERED.map((name) => countedAs(name, isByLink))));

/** How many visitors a row has depends on whether links are told apart: see TOUCHES. */
const isByOrigin = (view: View | 'total') =>
  view !== 'total' &&
  (VIEWS[view] as readonly Dimension[]).some((name) => (ORIGINS as readonly Dimension[]).includes(name)) &&
  view !== 'audience';

/** A CTE with the rows asked for: day, value, unit and a column per figure. It follows `unfolded` with the view. */
function answerTo(
  { appId, from, to, attribution, isByDay, by, filters, tags }: RollupQuestion,
  name: SQL
): { view: View | 'total'; answer: SQL } {
  const asked = Object.keys(filters) as Dimension[];
  // Totals keep apart what belongs to no link.
  const isWithoutLink = by === null && asked.length === 1 && filters.link?.length === 1 && filters.link[0] === null;
  const view = isWithoutLink ? 'total' : viewOf([...new Set(by ? [...asked, by === 'tag' ? 'link' : by] : asked)]);
  if (view === null) throw new Error(`These dimensions are not counted together: ${asked.join(', ')}, ${by}`);
  const passes = isWithoutLink ? [sql`key = 0`] : asked.map((name) => isAmong(name, filters[name] ?? []));
  const range: Days = { from, to };
  const parts = isByDay || view === 'total' ? eachDay(range) : coverDays(range);
  const within = (days: Days) => sql`starts >= ${days.from}::timestamp AND starts <= ${days.to}::timestamp`;
  const wanted = sql.join([sql`side IN ('both', ${attribution})`, ...passes], sql` AND `);
  // Links are found by their keys: a link has few keys, but many days.
  const links = filters.link?.filter((code) => code !== null);
  const ofKeys =
    links && !filters.link?.includes(null)
      ? sql`AND key = ANY(ARRAY(SELECT id FROM rollup_keys WHERE app_id = ${appId} AND link = ANY(${texts(links)})))`
      : sql``;
  const value = by === 'tag' ? sql`tag` : by ? sql.raw(by) : sql`NULL::text`;
  const tagsOf = (table: 'rollup_keys' | 'days') =>
    by === 'tag'
      ? sql`LEFT JOIN LATERAL (
          SELECT unnest(tags) AS tag FROM links WHERE app_id = ${appId} AND code = ${sql.raw(table)}.link
        ) AS tagged ON true`
      : sql``;
  const keys = sql`JOIN rollup_keys ON rollup_keys.app_id = ${appId} AND rollup_keys.id = key`;
  // One by one: an app has far more keys than the groups that are left here, and a join might read them all.
  const looked = sql`CROSS JOIN LATERAL (
    SELECT * FROM rollup_keys ${tagsOf('rollup_keys')} WHERE rollup_keys.app_id = ${appId} AND rollup_keys.id = key OFFSET 0
  ) AS rollup_keys`;
  const day = isByDay ? sql`starts` : sql`NULL::timestamp`;
  // Rows are added up by key, a number, before their values are looked up: many rows share few keys.
  const rows = parts.map(
    (part) => sql`
      SELECT ${day} AS starts, key, unit, ${sql.raw(sums(FIGURES, part.sign))}
      FROM rollups ${asked.length > 0 && view !== 'total' ? keys : sql``}
      WHERE rollups.app_id = ${appId} AND view = ${view} AND grain = ${part.grain} AND ${within(part)} AND ${wanted} ${ofKeys}
      GROUP BY 1, 2, 3`
  );
  const stored = sql`
    SELECT starts, key, unit, ${FIGURE_SUMS} FROM (${sql.join(rows, sql` UNION ALL `)}) AS each
    GROUP BY 1, 2, 3 OFFSET 0`;
  const fresh = view === 'total' ? sql`totals WHERE grain = 'day'` : sql`days ${tagsOf('days')} WHERE view = ${view}`;
  const hasTag = tags ? sql`WHERE ${isAmong('value', tags)}` : sql``;
  const answer = sql`${name} AS MATERIALIZED (
      SELECT (${day})::date::text AS day, value, unit, ${FIGURE_SUMS} FROM (
        SELECT ${value} AS value, starts, unit, ${FIGURE_NAMES} FROM (${stored}) AS each ${by ? looked : sql``}
        UNION ALL
        SELECT ${value}, starts, unit, ${FIGURE_NAMES} FROM ${fresh} AND ${within(range)} AND ${wanted}
      ) AS each ${hasTag} GROUP BY 1, 2, 3 HAVING ${sql.raw(hasAny(FIGURES))}
    )`;
  return { view, answer };
}

/** How much the rows of a group have of what ranks them. */
const amountOf = (order: Ranking['order'], isByLink: boolean) =>
  'figures' in order
    ? sql`coalesce(sum(${sql.raw(order.figures.map((name) => `coalesce(${countedAs(name, isByLink)}, 0)`).join(' + '))}) FILTER (WHERE unit = ${COUNT}), 0)`
    : sql`coalesce(sum(coalesce(purchase, 0) + coalesce(refund, 0)) FILTER (WHERE unit = ${order.revenueIn}), 0)`;

/** A SELECT of the values of an answer that have the most of something. */
function rank(answer: SQL, { order, limit, after, isOfPaths }: Ranking, isByLink: boolean, columns: SQL): SQL {
  const isBehind = after
    ? sql`WHERE amount < ${after.amount}::numeric OR (amount = ${after.amount}::numeric AND value > ${after.value})`
    : sql``;
  const isPath = isOfPaths ? sql`WHERE value LIKE '/%' OR value = 'other paths'` : sql``;
  return sql`
    SELECT ${columns}, amount::text AS rank FROM (
      SELECT * FROM (
        SELECT coalesce(value, '') AS ranked, ${amountOf(order, isByLink)} AS amount FROM (
          SELECT * FROM ${answer} ${isPath}
        ) AS each GROUP BY 1
      ) AS each (value, amount) ${isBehind} ORDER BY amount DESC, value LIMIT ${limit}
    ) AS ranked JOIN ${answer} AS answer ON coalesce(answer.value, '') = ranked.value
    ORDER BY amount DESC, ranked.value, unit`;
}

/**
 * Answers questions about one app in one statement, so what isn't folded yet is added up once for all of them. Throws
 * if dimensions of a question can't be asked for together: see viewOf.
 */
export async function readAllRollups<Questions extends readonly RollupQuestion[]>(
  queries: Queries,
  questions: Questions
): Promise<{ [Place in keyof Questions]: RankedRow[] }> {
  if (questions.length === 0) return [] as { [Place in keyof Questions]: RankedRow[] };
  const parts = questions.map((question, place) => {
    const name = sql.raw(`answer_${place}`);
    const { view, answer } = answerTo(question, name);
    const isByLink = isByOrigin(view);
    const columns = sql`${sql.raw(String(place))} AS question, day, answer.value, unit, ${listOf(isByLink)} AS figures`;
    const select = question.ranked
      ? rank(name, question.ranked, isByLink, columns)
      : sql`SELECT ${columns}, NULL AS rank FROM ${name} AS answer ORDER BY day, value, unit`;
    return { view, answer, select };
  });
  const views = [...new Set(parts.flatMap(({ view }) => (view === 'total' ? [] : [view])))];
  const result = await query<Listed<RankedRow & { question: number }>>(queries)`
    WITH ${unfolded(questions[0]?.appId ?? '', views)}, ${sql.join(
      parts.map(({ answer }) => answer),
      sql`, `
    )}
    ${sql.join(
      parts.map(({ select }) => sql`(${select})`),
      sql` UNION ALL `
    )}`;
  const rows = withNames<RankedRow & { question: number }>(result, ANSWERED);
  return questions.map((_, place) => rows.flatMap(({ question, ...row }) => (question === place ? [row] : []))) as {
    [Place in keyof Questions]: RankedRow[];
  };
}

/** Answers one question: see readAllRollups. */
export async function readRollups(queries: Queries, question: RollupQuestion): Promise<RankedRow[]> {
  const [rows] = await readAllRollups(queries, [question] as const);
  return rows;
}

/** Days of the app's time zone, and the link that a sale counts under. */
export type CountedDays = Pick<RollupQuestion, 'appId' | 'from' | 'to' | 'attribution'>;

/** A subquery with the `link` and `count` of links that have any of what `order` counts. */
export function countByLink(question: CountedDays, order: Ranking['order']): SQL {
  const { answer } = answerTo({ ...question, isByDay: false, by: 'link', filters: {} }, sql`answer`);
  return sql`WITH ${unfolded(question.appId, ['origin'])}, ${answer} SELECT link, count FROM (
      SELECT value AS link, ${amountOf(order, true)}::float8 AS count FROM answer WHERE value IS NOT NULL GROUP BY 1
    ) AS each WHERE count > 0`;
}

export interface QuarterQuestion {
  appId: string;
  /** When each span (an hour, or another time zone's day) begins, at quarters of an hour; `end`: when the last ends. */
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
  const result = await query<Listed<SpanRow>>(queries)`
    WITH ${unfolded(appId, [])}
    SELECT span, "isLinked", unit, ${listOf(false)} AS figures FROM (
      SELECT width_bucket(starts, ${times}) - 1 AS span, key = 1 AS "isLinked", unit, ${FIGURE_SUMS} FROM (
        SELECT ${columns} FROM rollups WHERE app_id = ${appId} AND view = 'total' AND ${wanted}
        UNION ALL SELECT ${columns} FROM totals WHERE ${wanted}
      ) AS each GROUP BY 1, 2, 3
    ) AS answer ORDER BY span, unit`;
  return withNames<SpanRow>(result, ANSWERED);
}
