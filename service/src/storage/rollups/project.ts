import {
  AUDIENCES,
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
export const DELTA_COLUMNS = 'at, installed_at, origin, brought, audience, figure, currency, n, amount';

const isTouch = `figure IN (${TOUCHES.map((name) => `'${name}'`).join(', ')})`;

const isMoney = `figure IN ('purchase', 'refund')`;

const isOrigin = (name: Dimension) => (ORIGINS as readonly Dimension[]).includes(name);

const COLUMNS = FIGURES.join(', ');
const SUMS = FIGURES.map((name) => `sum(${name}) AS ${name}`).join(', ');

/**
 * How much of a combination becomes `other` on its day: nothing, the country, the system too, or the browser too. Once a day
 * is full, only rows of the last kind are added. So a combination is counted in the same row for ever, and a minus goes
 * where its plus went.
 */
function collapse(app: string): string {
  const ofDay = `app_id = ${app} AND view = 'audience' AND grain = 'day' AND starts = day`;
  const exists = (key: string) => `EXISTS (SELECT FROM rollups WHERE ${ofDay} AND key = ${key})`;
  const without = (...hidden: Dimension[]) =>
    exists(viewKey('audience', (name) => (hidden.includes(name) ? `'${OTHER}'` : name)));
  return `, checked AS MATERIALIZED (
      SELECT *, spread.view = 'audience' AND ${exists('whole')} AS is_known FROM spread
    ), filled AS MATERIALIZED (
      SELECT day, (SELECT count(DISTINCT key) FROM rollups WHERE ${ofDay}) AS keys
      FROM (SELECT DISTINCT day FROM checked WHERE view = 'audience') AS each
    ), stepped AS (
      SELECT checked.*, CASE
        WHEN view <> 'audience' OR is_known THEN 0
        WHEN keys + dense_rank() OVER (PARTITION BY view, day, is_known ORDER BY whole) <= ${MAX_AUDIENCES_A_DAY} THEN 0
        WHEN ${without('country')} THEN 1
        WHEN ${without('country', 'system')} THEN 2
        ELSE 3 END AS step
      FROM checked JOIN filled USING (day)
    )`;
}

/** Rows of a view: on which side, under which key, and with which dimensions. A row without a side isn't needed. */
function rowsOfView(view: View): string[] {
  const names: readonly Dimension[] = VIEWS[view];
  const row = (side: string, columns: 'last' | 'brought') => {
    const columnOf = (name: Dimension) => (isOrigin(name) ? `${columns}.${name}` : `who.${name}`);
    const values = DIMENSIONS.map((name) => (names.includes(name) ? columnOf(name) : 'NULL'));
    return `(${side}, '${view}', ${viewKey(view, columnOf)}, ${values.join(', ')})`;
  };
  const origins = names.filter(isOrigin);
  if (origins.length === 0) return [row(`'both'`, 'last')];
  const isSame = origins.map((name) => `last.${name} IS NOT DISTINCT FROM brought.${name}`).join(' AND ');
  return [
    row(`CASE WHEN ${isSame} THEN 'both' ELSE 'last' END`, 'last'),
    row(`CASE WHEN NOT (${isSame}) THEN 'brought' END`, 'brought'),
  ];
}

/**
 * CTEs that turn deltas into rows of roll-ups, for the job that folds them and for reports, which add what isn't folded yet.
 * `app`, `zone` and `source` are SQL. The last CTE, `part`, has rows of (view, grain, starts, key, side, unit) with a
 * column for each figure and the dimensions of its view.
 *
 * What counts in the same row whether the last link or the one that brought somebody is asked for has the side `both`.
 * Nothing here joins two things of which there may be many: the database can't know how many deltas there are.
 */
export function projectDeltas(app: string, zone: string, source: string, wanted: readonly (View | 'total')[]): string {
  const dimensions = DIMENSIONS.join(', ');
  const none = DIMENSIONS.map(() => 'NULL').join(', ');
  const isSame = '(valued.origin IS NULL) = (valued.brought IS NULL)';
  const rows = [
    ...(wanted.includes('total')
      ? [
          `(CASE WHEN ${isSame} THEN 'both' ELSE 'last' END, 'total', (valued.origin IS NOT NULL)::int, ${none})`,
          `(CASE WHEN NOT (${isSame}) THEN 'brought' END, 'total', (valued.brought IS NOT NULL)::int, ${none})`,
        ]
      : []),
    ...VIEW_NAMES.filter((view) => wanted.includes(view)).flatMap(rowsOfView),
  ];
  const key = (name: string, column: string, columns: readonly Dimension[]) => `
      LEFT JOIN LATERAL (
        SELECT ${columns.join(', ')} FROM rollup_keys WHERE app_id = ${app} AND id = valued.${column} OFFSET 0
      ) AS ${name} ON true`;
  const hasAudiences = wanted.includes('audience');
  const seen = (name: Dimension) => {
    const step = { country: 1, system: 2, browser: 3 }[name as 'country'];
    return step === undefined ? name : `CASE WHEN step >= ${step} THEN '${OTHER}' ELSE ${name} END`;
  };
  return `
    valued AS MATERIALIZED (
      SELECT date_bin('15 minutes', at, 'epoch') AT TIME ZONE 'UTC' AS quarter,
        date_trunc('day', at AT TIME ZONE ${zone}) AS day, origin,
        CASE WHEN ${isTouch} THEN origin ELSE brought END AS brought, audience, unit,
        ${FIGURES.map((name) => `sum(value) FILTER (WHERE figure = '${name}') AS ${name}`).join(', ')}
      FROM (
        SELECT ${DELTA_COLUMNS}, '${COUNT}' AS unit, n::numeric AS value FROM ${source} AS delta WHERE figure NOT LIKE 'returned%'
        UNION ALL
        SELECT ${DELTA_COLUMNS}, coalesce(currency, ''), amount FROM ${source} AS delta WHERE amount IS NOT NULL
      ) AS each
      GROUP BY 1, 2, 3, 4, 5, 6
    ), spread AS MATERIALIZED (
      SELECT each.*, quarter, day, unit, ${COLUMNS}
      FROM valued ${key('last', 'origin', ORIGINS)} ${key('brought', 'brought', ORIGINS)} ${key('who', 'audience', AUDIENCES)},
      LATERAL (VALUES
        ${rows.join(',\n        ')}
      ) AS each (side, view, whole, ${dimensions})
      WHERE side IS NOT NULL
    )${hasAudiences ? collapse(app) : ''}, part AS MATERIALIZED (
      SELECT view, grain, starts, key, ${dimensions}, side, unit, ${SUMS} FROM (
        SELECT view, side, unit, ${COLUMNS}, each.grain, each.starts, ${
          hasAudiences
            ? `CASE WHEN step > 0 THEN ${viewKey('audience', seen)} ELSE whole END AS key,
          ${DIMENSIONS.map((name) => `${seen(name)} AS ${name}`).join(', ')}`
            : `whole AS key, ${dimensions}`
        }
        FROM ${hasAudiences ? 'stepped' : 'spread'}, LATERAL (VALUES
          ('day', day),
          (CASE WHEN view = 'total' THEN 'quarter' ELSE 'month' END,
            CASE WHEN view = 'total' THEN quarter ELSE date_trunc('month', day) END)
        ) AS each (grain, starts)
      ) AS each
      GROUP BY view, grain, starts, key, ${dimensions}, side, unit
    )`;
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
  const sums = [
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
      SELECT date_trunc('day', installed_at AT TIME ZONE ${zone})::date AS day, each.key, each.unit, ${sums.join(', ')}
      FROM ${source} AS delta, LATERAL (
        SELECT key, CASE WHEN ${isMoney} AND amount IS NOT NULL THEN coalesce(currency, '') ELSE '${COUNT}' END AS unit
        FROM unnest(ARRAY[0, coalesce(brought, origin)]) AS key
      ) AS each
      WHERE installed_at IS NOT NULL AND (figure IN ('installs', 'buyers') OR ${isMoney} OR figure LIKE 'returned%')
      GROUP BY 1, 2, 3
    )`;
}
