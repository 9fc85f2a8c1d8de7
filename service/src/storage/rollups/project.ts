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
import { keyOf, viewKey } from './keys.ts';

/** Columns of a delta beside its app. `n` and `amount` are signed. */
export const DELTA_COLUMNS = 'at, installed_at, origin, brought, audience, figure, currency, n, amount';

const listed = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

const isTouch = `figure IN (${listed(TOUCHES)})`;

const isMoney = `figure IN ('purchase', 'refund')`;

/**
 * CTEs that say for each combination of a day how much of it becomes `other`: nothing, the country, the system too, or the
 * browser too. Once a day is full, only rows of the last kind are added. So a combination is counted in the same row for
 * ever, and a minus goes where its plus went.
 */
function collapse(app: string): string {
  const steps: Dimension[][] = [[], ['country'], ['country', 'system']];
  const ofDay = `app_id = ${app} AND view = 'audience' AND grain = 'day' AND starts = day`;
  const [own, ...others] = steps.map((hidden) => {
    const key = viewKey('audience', (name) => (hidden.includes(name) ? `'${OTHER}'` : name));
    return `EXISTS (SELECT FROM rollups WHERE ${ofDay} AND key = ${key})`;
  });
  const dimensions = VIEWS.audience.join(', ');
  const keyFrom = (table: string) =>
    keyOf(
      'audience',
      VIEWS.audience.map((name) => `${table}.${name}`)
    );
  return `, combination AS MATERIALIZED (
      SELECT *, ${own} AS is_known FROM (SELECT DISTINCT day, ${dimensions} FROM named) AS each
    ), filled AS MATERIALIZED (
      SELECT day, (SELECT count(DISTINCT key) FROM rollups WHERE ${ofDay}) AS keys
      FROM (SELECT DISTINCT day FROM named) AS each
    ), stepped AS MATERIALIZED (
      SELECT combination.*, CASE
        WHEN is_known THEN 0
        WHEN keys + row_number() OVER (PARTITION BY day, is_known ORDER BY ${viewKey('audience')}) <= ${MAX_AUDIENCES_A_DAY} THEN 0
        ${others.map((exists, position) => `WHEN ${exists} THEN ${position + 1}`).join(' ')}
        ELSE ${steps.length} END AS step
      FROM combination JOIN filled USING (day)
    ), placed AS (
      SELECT named.*, stepped.step FROM named
      JOIN stepped ON named.day = stepped.day AND ${keyFrom('named')} = ${keyFrom('stepped')}
    )`;
}

/**
 * CTEs that turn deltas into rows of roll-ups, for the job that folds them and for reports, which add what isn't folded yet.
 * `app`, `zone` and `source` are SQL. The last CTE, `part`, has rows of (view, grain, starts, key, side, unit) with a
 * column for each figure and, for a view, its dimensions.
 */
export function projectDeltas(app: string, zone: string, source: string, wanted: readonly (View | 'total')[]): string {
  const isWanted = (view: View) => wanted.includes(view);
  const dimensions = DIMENSIONS.join(', ');
  const seen = (name: Dimension) => {
    const step = { country: 1, system: 2, browser: 3 }[name as 'country'];
    return step === undefined ? name : `CASE WHEN step >= ${step} THEN '${OTHER}' ELSE ${name} END`;
  };
  const ofView = (view: View): string[] => {
    const columnOf = (name: Dimension) => (view === 'audience' ? seen(name) : name);
    const values = DIMENSIONS.map((name) =>
      (VIEWS[view] as readonly Dimension[]).includes(name) ? columnOf(name) : 'NULL::text'
    );
    const key = viewKey(view, columnOf);
    return [
      `('${view}', 'day', day, ${key}, ${values.join(', ')})`,
      `('${view}', 'month', date_trunc('month', day), ${key}, ${values.join(', ')})`,
    ];
  };
  const none = DIMENSIONS.map(() => 'NULL::text').join(', ');
  const totals = wanted.includes('total')
    ? [`('total', 'quarter', quarter, linked, ${none})`, `('total', 'day', day, linked, ${none})`]
    : [];
  const placed = isWanted('audience') ? collapse(app) : ', placed AS (SELECT *, 0 AS step FROM named)';
  return `
    summed AS MATERIALIZED (
      SELECT date_bin('15 minutes', at, 'epoch') AT TIME ZONE 'UTC' AS quarter,
        date_trunc('day', at AT TIME ZONE ${zone}) AS day, origin, brought, audience, figure, currency,
        sum(n)::numeric AS n, sum(amount) AS amount
      FROM ${source} AS delta WHERE figure NOT LIKE 'returned%' GROUP BY 1, 2, 3, 4, 5, 6, 7
    ), valued AS (
      SELECT quarter, day, origin, brought, audience, figure, '${COUNT}' AS unit, sum(n) AS value
      FROM summed GROUP BY 1, 2, 3, 4, 5, 6
      UNION ALL
      SELECT quarter, day, origin, brought, audience, figure, coalesce(currency, ''), amount
      FROM summed WHERE amount IS NOT NULL
    ), sided AS (
      SELECT CASE WHEN ${isTouch} THEN 'touch' ELSE 'last' END AS side, quarter, day, origin, audience, figure, unit, value
      FROM valued
      UNION ALL
      SELECT 'brought', quarter, day, brought, audience, figure, unit, value FROM valued WHERE NOT ${isTouch}
    ), named AS MATERIALIZED (
      SELECT side, quarter, day, figure, unit, value, (origin IS NOT NULL)::int::bigint AS linked,
        ${ORIGINS.map((name) => `o.${name}`).join(', ')}, ${AUDIENCES.map((name) => `w.${name}`).join(', ')}
      FROM sided
      LEFT JOIN rollup_keys AS o ON o.app_id = ${app} AND o.id = origin
      LEFT JOIN rollup_keys AS w ON w.app_id = ${app} AND w.id = audience
    )${placed}, part AS MATERIALIZED (
      SELECT each.view, each.grain, each.starts, each.key, ${dimensions.replace(/\w+/g, 'each.$&')}, side, unit,
        ${FIGURES.map((figure) => `sum(value) FILTER (WHERE figure = '${figure}') AS ${figure}`).join(', ')}
      FROM placed, LATERAL (VALUES
        ${[...totals, ...VIEW_NAMES.filter(isWanted).flatMap(ofView)].join(',\n        ')}
      ) AS each (view, grain, starts, key, ${dimensions})
      GROUP BY each.view, each.grain, each.starts, each.key, ${dimensions.replace(/\w+/g, 'each.$&')}, side, unit
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
        SELECT key, unit FROM unnest(ARRAY[0, coalesce(brought, origin)]) AS key,
          unnest(CASE WHEN ${isMoney} AND amount IS NOT NULL THEN ARRAY[coalesce(currency, '')] ELSE ARRAY['${COUNT}'] END) AS unit
      ) AS each
      WHERE installed_at IS NOT NULL AND (figure IN ('installs', 'buyers') OR ${isMoney} OR figure LIKE 'returned%')
      GROUP BY 1, 2, 3
    )`;
}
