import { sums } from './columns.ts';
import {
  COHORT_DAYS,
  COUNT,
  DIMENSIONS,
  FIGURES,
  MAX_AUDIENCES_A_DAY,
  ORIGINS,
  OTHER,
  TOUCHES,
  VIEW_NAMES,
  VIEWS,
  type Dimension,
  type View,
} from './figures.ts';
import { viewKey } from './keys.ts';

/** Columns of a delta beside its app. `n` and `amount` are signed. */
export const DELTA_KEYS = 'at, installed_at, origin, brought, audience, figure, currency';
export const DELTA_COLUMNS = `${DELTA_KEYS}, n, amount`;

const isTouch = `figure IN (${TOUCHES.map((name) => `'${name}'`).join(', ')})`;

const isMoney = `figure IN ('purchase', 'refund')`;

const isOrigin = (name: Dimension) => (ORIGINS as readonly Dimension[]).includes(name);

const SUMS = sums(FIGURES);
/** A column for each figure, out of rows that have one each. */
const PIVOTED = FIGURES.map((name) => `sum(value) FILTER (WHERE figure = '${name}') AS ${name}`).join(', ');
/** Views of one word that comes with a link. */
const CAMPAIGN_VIEWS = ['campaign', 'source', 'medium'] as const satisfies readonly View[];
/** Columns that depend on the key alone, so any row of a group has the right ones. */
const OF_KEY = DIMENSIONS.map((name) => `min(${name}) AS ${name}`).join(', ');

/**
 * How much of a combination becomes `other` on its day: nothing, the country, the system too, or the browser too. Once a day
 * is full, only rows of the last kind are added. So a combination is counted in the same row for ever, and a minus goes
 * where its plus went.
 */
function collapse(app: string, spread: string): string {
  const ofDay = `app_id = ${app} AND view = 'audience' AND grain = 'day' AND starts = day`;
  // Not EXISTS, for which the database may read the rows of all days.
  const exists = (key: string) => `(SELECT true FROM rollups WHERE ${ofDay} AND key = ${key} LIMIT 1) IS NOT NULL`;
  const without = (...hidden: Dimension[]) =>
    exists(viewKey('audience', (name) => (hidden.includes(name) ? `'${OTHER}'` : name)));
  const seen = (name: Dimension) => {
    const step = { country: 1, system: 2, browser: 3 }[name as 'country'];
    return step === undefined ? name : `CASE WHEN step >= ${step} THEN '${OTHER}' ELSE ${name} END`;
  };
  return `checked AS MATERIALIZED (
      SELECT *, ${exists('each.key')} AS is_known FROM (
        SELECT key, day, side, unit, ${OF_KEY}, ${SUMS} FROM (${spread}) AS each GROUP BY key, day, side, unit
      ) AS each
    ), filled AS MATERIALIZED (
      SELECT day, (SELECT count(DISTINCT key) FROM rollups WHERE ${ofDay}) AS keys
      FROM (SELECT DISTINCT day FROM checked) AS each
    ), stepped AS MATERIALIZED (
      SELECT checked.*, CASE
        WHEN is_known THEN 0
        WHEN keys + dense_rank() OVER (PARTITION BY day, is_known ORDER BY key) <= ${MAX_AUDIENCES_A_DAY} THEN 0
        WHEN ${without('country')} THEN 1
        WHEN ${without('country', 'system')} THEN 2
        ELSE 3 END AS step
      FROM checked JOIN filled USING (day)
    ), audiences AS (
      SELECT 'audience' AS view, CASE WHEN step > 0 THEN ${viewKey('audience', seen)} ELSE key END AS key, day, side, unit,
        ${DIMENSIONS.map((name) => `${seen(name)} AS ${name}`).join(', ')}, ${FIGURES.join(', ')}
      FROM stepped
    )`;
}

/** Where somebody came from is told twice: of the last link, and of the link that brought them. */
const WAYS = ['last', 'brought'] as const;
type Way = (typeof WAYS)[number];
const columnOfWay = (way: Way, name: Dimension) => `${way}_${name}`;
const columnsOfWays = (names: readonly Dimension[]) =>
  WAYS.flatMap((way) => names.map((name) => columnOfWay(way, name))).join(', ');

/** Rows of a view: on which side, under which key, and with which dimensions. A row without a side isn't needed. */
function rowsOfView(view: View): string[] {
  const names: readonly Dimension[] = VIEWS[view];
  const row = (side: string, way: Way) => {
    const columnOf = (name: Dimension) => (isOrigin(name) ? columnOfWay(way, name) : `who.${name}`);
    const values = DIMENSIONS.map((name) => (names.includes(name) ? columnOf(name) : 'NULL'));
    return `(${side}, '${view}', ${viewKey(view, columnOf)}, ${values.join(', ')})`;
  };
  const origins = names.filter(isOrigin);
  if (origins.length === 0) return [row(`'both'`, 'last')];
  const isSame = origins.map((name) => `last_${name} IS NOT DISTINCT FROM brought_${name}`).join(' AND ');
  return [
    row(`CASE WHEN ${isSame} THEN 'both' ELSE 'last' END`, 'last'),
    row(`CASE WHEN NOT (${isSame}) THEN 'brought' END`, 'brought'),
  ];
}

const addedUp = (keys: string) =>
  `(SELECT day, unit, ${keys}, ${PIVOTED} FROM valued GROUP BY ${keys}, day, unit OFFSET 0)`;

const lookUp = (app: string, id: string, name: string) => `
  LEFT JOIN LATERAL (SELECT * FROM rollup_keys WHERE app_id = ${app} AND id = ${id} OFFSET 0) AS ${name} ON true`;

/** Deltas of the same day with what they say of both ways; `keys` are told apart, too. */
function toldByWays(app: string, names: readonly Dimension[], keys: readonly string[] = []): string {
  const told = WAYS.flatMap((way) => names.map((name) => `${way}.${name} AS ${columnOfWay(way, name)}`));
  return `SELECT ${['day', 'unit', ...keys, ...told].join(', ')}, ${FIGURES.join(', ')}
    FROM ${addedUp(['origin', 'brought', ...keys].join(', '))} AS grouped
    ${lookUp(app, 'origin', 'last')} ${lookUp(app, 'brought', 'brought')}`;
}

const addUp = (rows: string, keys: string) =>
  `(SELECT day, unit, ${keys}, ${SUMS} FROM ${rows} GROUP BY ${keys}, day, unit OFFSET 0)`;

/** Rows of views by day, out of rows that say what these views need. */
const spread = (views: readonly View[], rows: string) => `
  SELECT each.*, day, unit, ${FIGURES.join(', ')}
  FROM ${rows}, LATERAL (VALUES
    ${views.flatMap(rowsOfView).join(',\n    ')}
  ) AS each (side, view, key, ${DIMENSIONS.join(', ')})
  WHERE side IS NOT NULL`;

/** Of an audience only the campaign is told: many links have the same. */
function audienceRows(app: string): string {
  const told = toldByWays(app, ['campaign'], ['audience']);
  const keys = `audience, ${columnsOfWays(['campaign'])}`;
  return `${addUp(`(${told}) AS told`, keys)} AS told ${lookUp(app, 'audience', 'who')}`;
}

/** Everything together, by day and by quarter of an hour, with the key 1 for what belongs to a link and 0 for the rest. */
function totals(): string {
  const isSame = 'is_linked = is_brought';
  return `
    SELECT time.grain, time.starts, each.key, each.side, unit, ${SUMS}
    FROM (
      SELECT quarter, day, origin IS NOT NULL AS is_linked, brought IS NOT NULL AS is_brought, unit, ${PIVOTED}
      FROM valued GROUP BY 1, 2, 3, 4, 5 OFFSET 0
    ) AS grouped, LATERAL (VALUES
      (CASE WHEN ${isSame} THEN 'both' ELSE 'last' END, is_linked::int),
      (CASE WHEN NOT (${isSame}) THEN 'brought' END, is_brought::int)
    ) AS each (side, key), LATERAL (VALUES ('day', day), ('quarter', quarter)) AS time (grain, starts)
    WHERE side IS NOT NULL
    GROUP BY time.starts, time.grain, each.key, each.side, unit`;
}

/**
 * CTEs that turn deltas into rows of roll-ups, for the job that folds them and for reports, which add what isn't folded yet.
 * `app`, `zone` and `source` are SQL. `days` has rows of views by day, several for one key, with a column for each figure
 * and the dimensions of the view; `totals` has those of everything together, by day and by quarter of an hour.
 *
 * What counts in the same row whether the last link or the one that brought somebody is asked for has the side `both`.
 * Deltas are added up by what the views need before these are told apart. Nothing here joins two things of which there may
 * be many: the database can't know how many deltas there are.
 */
export function projectDeltas(app: string, zone: string, source: string, wanted: readonly (View | 'total')[]): string {
  const ofWho = VIEW_NAMES.filter((view) => wanted.includes(view) && !VIEWS[view].some(isOrigin));
  const ofCampaigns = CAMPAIGN_VIEWS.filter((view) => wanted.includes(view));
  const row = `view, key, day AS starts, side, unit, ${DIMENSIONS.join(', ')}, ${FIGURES.join(', ')}`;
  const days = [
    ...(wanted.includes('origin') ? [spread(['origin'], 'told')] : []),
    ...(ofCampaigns.length > 0
      ? [spread(ofCampaigns, `${addUp('told', columnsOfWays(CAMPAIGN_VIEWS))} AS campaigns`)]
      : []),
    ...(ofWho.length > 0 ? [spread(ofWho, `${addedUp('audience')} AS grouped ${lookUp(app, 'audience', 'who')}`)] : []),
    ...(wanted.includes('audience') ? ['SELECT * FROM audiences'] : []),
  ];
  return `
    valued AS MATERIALIZED (
      SELECT date_bin('15 minutes', at, 'epoch') AT TIME ZONE 'UTC' AS quarter,
        date_trunc('day', at AT TIME ZONE ${zone}) AS day, origin,
        CASE WHEN ${isTouch} THEN origin ELSE brought END AS brought, audience, figure, each.unit, each.value
      FROM ${source} AS delta, LATERAL (VALUES
        ('${COUNT}', n::numeric), (CASE WHEN amount IS NOT NULL THEN coalesce(currency, '') END, amount)
      ) AS each (unit, value)
      WHERE figure NOT LIKE 'returned%' AND each.unit IS NOT NULL
    ), told AS MATERIALIZED (${toldByWays(app, ORIGINS)}),
    ${wanted.includes('audience') ? `${collapse(app, spread(['audience'], audienceRows(app)))},` : ''}
    ${days.length > 0 ? `days AS MATERIALIZED (${days.map((rows) => `SELECT ${row} FROM (${rows}) AS each`).join(' UNION ALL ')}),` : ''}
    totals AS (${totals()})`;
}

/** Figures of cohorts: installs of a day, and who of them bought or came back until when. */
export const COHORT_FIGURES: readonly string[] = [
  'installs',
  ...COHORT_DAYS.map((days) => `buyers_${days}`),
  ...COHORT_DAYS.map((days) => `revenue_${days}`),
  ...COHORT_DAYS.map((days) => `returned_${days}`),
];

/**
 * The same for cohorts: rows of (day, key, unit) with a column for each figure. The key 0 stands for all links. Days are
 * those of the install.
 */
export function projectCohorts(zone: string, source: string): string {
  const within = (days: number) => `at < installed_at + make_interval(hours => ${24 * days})`;
  const figures = [
    `sum(n) FILTER (WHERE figure = 'installs' AND unit = '${COUNT}') AS installs`,
    ...COHORT_DAYS.map(
      (days) => `sum(n) FILTER (WHERE figure = 'buyers' AND unit = '${COUNT}' AND ${within(days)}) AS buyers_${days}`
    ),
    ...COHORT_DAYS.map(
      (days) => `sum(amount) FILTER (WHERE ${isMoney} AND unit <> '${COUNT}' AND ${within(days)}) AS revenue_${days}`
    ),
    ...COHORT_DAYS.map(
      (days) => `sum(n) FILTER (WHERE figure = 'returned_${days}' AND unit = '${COUNT}') AS returned_${days}`
    ),
  ];
  return `
    cohort AS (
      SELECT date_trunc('day', installed_at AT TIME ZONE ${zone})::date AS day, each.key, each.unit, ${figures.join(', ')}
      FROM ${source} AS delta, LATERAL (
        SELECT key, CASE WHEN ${isMoney} AND amount IS NOT NULL THEN coalesce(currency, '') ELSE '${COUNT}' END AS unit
        FROM unnest(ARRAY[0, coalesce(brought, origin)]) AS key
      ) AS each
      WHERE installed_at IS NOT NULL AND (figure IN ('installs', 'buyers') OR ${isMoney} OR figure LIKE 'returned%')
      GROUP BY 1, 2, 3
    )`;
}
