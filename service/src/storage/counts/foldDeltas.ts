import { sql } from 'drizzle-orm';
import { bind, texts } from '../base/bind.ts';
import type { Queries } from '../base/Database.ts';
import { query } from '../base/query.ts';
import { sums } from './columns.ts';
import { COHORT_DAYS, FIGURES, VIEW_NAMES } from './figures.ts';
import { COHORT, COHORT_FIGURES, DAYS, DELTA_COLUMNS, TOTALS, ZONES } from './project.ts';

/** Adds new figures to a table's columns. */
const added = (table: string, names: readonly string[]) =>
  names
    .map((name) => `${name} = coalesce(${table}.${name} + excluded.${name}, ${table}.${name}, excluded.${name})`)
    .join(', ');

const LIST = FIGURES.join(', ');
const SUMS = sums(FIGURES);
const COHORT_LIST = COHORT_FIGURES.join(', ');

/** Each piece has a fixed cost. One of this size takes some seconds. */
const PIECE = 20_000;

/** During an update, an older instance leaves figures that it doesn't know to newer ones. */
const KNOWN = texts([...FIGURES, ...COHORT_DAYS.map((days) => `returned_${days}`)]);

/**
 * Moves some deltas of an app into its roll-ups, and returns their number. It takes all deltas up to a ctid, instead of
 * a list of ctids: after a quiet time PostgreSQL may expect few rows where there are many, and compare each with the
 * list.
 */
const FOLD = `
  WITH delta AS MATERIALIZED (
    DELETE FROM deltas WHERE app_id = :'app' AND figure = ANY(:'known'::text[]) AND ctid <= coalesce((
      SELECT ctid FROM deltas WHERE app_id = :'app' AND figure = ANY(:'known'::text[]) ORDER BY ctid LIMIT 1 OFFSET :'most'::int - 1
    ), '(4294967295,0)') RETURNING ${DELTA_COLUMNS}
  ), ${ZONES}, ${TOTALS}, ${DAYS}, ${COHORT},
  registered AS (
    INSERT INTO rollup_keys (app_id, id, link, campaign, source, medium, platform, system, browser, country, event)
    SELECT :'app', key, link, campaign, source, medium, platform, system, browser, country, event
    FROM (
      SELECT DISTINCT ON (key) * FROM days ORDER BY key
    ) AS each
    WHERE (SELECT true FROM rollup_keys AS old WHERE old.app_id = :'app' AND old.id = key) IS NULL
    ORDER BY key ON CONFLICT DO NOTHING
  ), by_day AS MATERIALIZED (
    SELECT view, starts, key, side, unit, ${SUMS} FROM days GROUP BY key, starts, side, unit, view
  ), part AS (
    SELECT view, 'day' AS grain, starts, key, side, unit, ${LIST} FROM by_day
    UNION ALL
    SELECT view, 'month', date_trunc('month', starts), key, side, unit, ${SUMS} FROM by_day
    GROUP BY key, date_trunc('month', starts), side, unit, view
    UNION ALL
    SELECT 'total', grain, starts, key, side, unit, ${LIST} FROM totals
  ), cohort_part AS (
    SELECT 'day' AS grain, day, key, unit, ${COHORT_LIST} FROM cohort
    UNION ALL
    SELECT 'month', date_trunc('month', day)::date, key, unit, ${sums(COHORT_FIGURES)} FROM cohort
    WHERE key <> 0 GROUP BY 2, 3, 4
  ), cohorts_added AS (
    INSERT INTO cohorts (app_id, grain, day, key, unit, ${COHORT_LIST})
    SELECT :'app', grain, day, key, unit, ${COHORT_LIST} FROM cohort_part ORDER BY key, day
    ON CONFLICT (app_id, grain, key, day, unit) DO UPDATE SET ${added('cohorts', COHORT_FIGURES)}
  ), rollups_added AS (
    INSERT INTO rollups (app_id, view, grain, starts, key, side, unit, ${LIST})
    SELECT :'app', view, grain, starts, key, side, unit, ${LIST} FROM part ORDER BY key, starts
    ON CONFLICT (app_id, view, grain, key, starts, side, unit) DO UPDATE SET ${added('rollups', FIGURES)}
  )
  SELECT count(*)::int AS deltas FROM delta`;

/**
 * Folds what the app's statements appended into its roll-ups, a piece at a time. Each piece is one transaction: a job
 * that is killed has folded a piece or hasn't. Jobs of several instances wait for each other.
 */
export async function foldDeltas(queries: Queries, appId: string, signal?: AbortSignal, piece = PIECE): Promise<void> {
  const values = { app: appId, most: piece, known: KNOWN, views: texts(VIEW_NAMES) };
  const fold = () =>
    queries.transaction(async (transaction) => {
      await transaction.execute(sql`SELECT set_config('work_mem', '64MB', true)`);
      await transaction.execute(sql`SELECT FROM rollup_zones WHERE app_id = ${appId} FOR UPDATE`);
      const [folded] = await query<{ deltas: number }>(transaction)`${bind(FOLD, values)}`;
      return folded?.deltas;
    });
  while ((await fold()) === piece) signal?.throwIfAborted();
}

/** Apps with at least `fewest` deltas, those with the most first. */
export async function listAppsToFold(queries: Queries, fewest = 1): Promise<string[]> {
  const found = await query<{ id: string }>(queries)`
    SELECT app_id AS id FROM deltas GROUP BY app_id HAVING count(*) >= ${fewest}::int ORDER BY count(*) DESC`;
  return found.map(({ id }) => id);
}
