import { sql } from 'drizzle-orm';
import type { Queries } from '../Database.ts';
import { rowsOf } from '../rowsOf.ts';
import { DIMENSIONS, FIGURES, VIEW_NAMES } from './figures.ts';
import { COHORT_FIGURES, DELTA_COLUMNS, projectCohorts, projectDeltas } from './project.ts';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

const added = (table: string, names: readonly string[]) =>
  names
    .map(
      (name) =>
        `${name} = CASE WHEN excluded.${name} IS NULL THEN ${table}.${name} ELSE coalesce(${table}.${name}, 0) + excluded.${name} END`
    )
    .join(', ');

/** A statement that adds the deltas of `source`, a CTE or a subquery, to the roll-ups. `first` are CTEs that it needs. */
function addToRollups(appId: string, zone: string, first: string, source: string): string {
  const app = quoted(appId);
  const dimensions = DIMENSIONS.join(', ');
  const figures = FIGURES.join(', ');
  const cohorts = COHORT_FIGURES.join(', ');
  return `WITH ${first} ${projectDeltas(app, quoted(zone), source, ['total', ...VIEW_NAMES])},
    keyed AS (
      INSERT INTO rollup_keys (app_id, id, ${dimensions})
      SELECT DISTINCT ON (key) ${app}, key, ${dimensions} FROM part
      WHERE view <> 'total' AND NOT EXISTS (SELECT FROM rollup_keys AS old WHERE old.app_id = ${app} AND old.id = key)
      ORDER BY key ON CONFLICT DO NOTHING
    ), ${projectCohorts(quoted(zone), source)},
    cohorts_added AS (
      INSERT INTO cohorts (app_id, day, key, unit, ${cohorts})
      SELECT ${app}, day, key, unit, ${cohorts} FROM cohort ORDER BY key, day, unit
      ON CONFLICT (app_id, key, day, unit) DO UPDATE SET ${added('cohorts', COHORT_FIGURES)}
    )
    INSERT INTO rollups (app_id, view, grain, starts, key, side, unit, ${figures})
    SELECT ${app}, view, grain, starts, key, side, unit, ${figures} FROM part ORDER BY view, grain, key, starts, side, unit
    ON CONFLICT (app_id, view, grain, key, starts, side, unit) DO UPDATE SET ${added('rollups', FIGURES)}`;
}

/**
 * Folds what the app's statements have appended into its roll-ups, and gives whether there was anything. All of it is one
 * transaction: a job that is killed has done nothing. Jobs of several instances wait for each other.
 */
export async function foldDeltas(queries: Queries, appId: string): Promise<void> {
  await queries.transaction(async (transaction) => {
    const zone = await lockZone(transaction, appId);
    if (zone !== null) await transaction.execute(sql.raw(foldStatement(appId, zone)));
  });
}

function foldStatement(appId: string, zone: string): string {
  const taken = `taken AS MATERIALIZED (DELETE FROM deltas WHERE app_id = ${quoted(appId)} RETURNING ${DELTA_COLUMNS}),`;
  return addToRollups(appId, zone, taken, 'taken');
}

/** The zone in which the app's days are counted so far; null if the app is gone. Locks it until the transaction ends. */
async function lockZone(transaction: Queries, appId: string): Promise<string | null> {
  const read = sql`SELECT time_zone AS zone FROM rollup_zones WHERE app_id = ${appId} FOR UPDATE`;
  const [row] = rowsOf<{ zone: string }>(await transaction.execute(read));
  if (row) return row.zone;
  await transaction.execute(sql`
    INSERT INTO rollup_zones (app_id, time_zone) SELECT id, time_zone FROM apps WHERE id = ${appId} ON CONFLICT DO NOTHING`);
  return rowsOf<{ zone: string }>(await transaction.execute(read))[0]?.zone ?? null;
}

/** Apps that have something to fold, or a new time zone. */
export async function listAppsToFold(queries: Queries): Promise<string[]> {
  const found = await queries.execute(sql`
    SELECT DISTINCT app_id AS id FROM deltas
    UNION
    SELECT apps.id FROM apps JOIN rollup_zones ON rollup_zones.app_id = apps.id WHERE rollup_zones.time_zone <> apps.time_zone`);
  return rowsOf<{ id: string }>(found).map(({ id }) => id);
}
