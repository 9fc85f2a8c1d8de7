import { sql } from 'drizzle-orm';
import type { Queries } from '../Database.ts';
import { rowsOf } from '../rowsOf.ts';
import { FROM_SERVER } from '../recordTables.ts';
import { FACTS, type FactTable, type Sign } from './countFacts.ts';
import { COHORT_DAYS, DIMENSIONS, FIGURES, VIEW_NAMES } from './figures.ts';
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
    registered AS (
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

/** The zone in which the app's days are counted so far; null if the app is gone. Locks it until the transaction ends. */
async function lockZone(transaction: Queries, appId: string): Promise<string | null> {
  const read = sql`SELECT time_zone AS zone FROM rollup_zones WHERE app_id = ${appId} FOR UPDATE`;
  const [row] = rowsOf<{ zone: string }>(await transaction.execute(read));
  if (row) return row.zone;
  await transaction.execute(sql`
    INSERT INTO rollup_zones (app_id, time_zone) SELECT id, time_zone FROM apps WHERE id = ${appId} ON CONFLICT DO NOTHING`);
  return rowsOf<{ zone: string }>(await transaction.execute(read))[0]?.zone ?? null;
}

async function fold(transaction: Queries, appId: string, zone: string): Promise<void> {
  const taken = `taken AS MATERIALIZED (DELETE FROM deltas WHERE app_id = ${quoted(appId)} RETURNING ${DELTA_COLUMNS}),`;
  await transaction.execute(sql.raw(addToRollups(appId, zone, taken, 'taken')));
}

/** A job may take as long as it needs, unlike a request. */
const takeTime = (transaction: Queries) =>
  transaction.execute(sql`SELECT set_config('statement_timeout', '0', true), set_config('work_mem', '64MB', true)`);

/**
 * Folds what the app's statements have appended into its roll-ups. All of it is one transaction: a job that is killed has
 * done nothing. Jobs of several instances wait for each other.
 */
export async function foldDeltas(queries: Queries, appId: string): Promise<void> {
  await queries.transaction(async (transaction) => {
    await takeTime(transaction);
    const zone = await lockZone(transaction, appId);
    if (zone !== null) await fold(transaction, appId, zone);
  });
}

/** Deltas of all stored rows whose day is another one in the other zone. */
const factsBetween = (appId: string, one: string, other: string) => (sign: Sign) => {
  const differs = (time: string) =>
    `date_trunc('day', ${time} AT TIME ZONE ${quoted(one)}) <> date_trunc('day', ${time} AT TIME ZONE ${quoted(other)})`;
  const tables = Object.keys(FACTS) as FactTable[];
  const facts = tables
    .map((table) => `${FACTS[table](sign)} AND ${table}.app_id = ${quoted(appId)}`)
    .join(' UNION ALL ');
  return `SELECT ${DELTA_COLUMNS} FROM (${facts}) AS fact (app_id, ${DELTA_COLUMNS})
    WHERE figure = 'installs' OR figure LIKE 'returned%' OR ${differs('at')} OR ${differs('installed_at')}`;
};

/** On which days the installs of the app came back, if its days are those of the zone. */
function countReturns(appId: string, zone: string): string {
  const app = quoted(appId);
  const dayOf = (time: string) => `(${time} AT TIME ZONE ${quoted(zone)})::date`;
  const came = (days: number) => `
    EXISTS (SELECT FROM events WHERE events.app_id = ${app} AND events.install_id = installs.id
      AND events.platform IS DISTINCT FROM '${FROM_SERVER}'
      AND ${dayOf('events.occurred_at')} = ${dayOf('installs.matched_at')} + ${days})
    OR EXISTS (SELECT FROM opens WHERE opens.app_id = ${app} AND opens.install_id = installs.id
      AND ${dayOf('opens.opened_at')} = ${dayOf('installs.matched_at')} + ${days})`;
  const bits = COHORT_DAYS.map((days, bit) => `CASE WHEN ${came(days)} THEN ${1 << bit} ELSE 0 END`).join(' + ');
  return `UPDATE installs SET returned = ${bits} WHERE installs.app_id = ${app}`;
}

/**
 * If the app has a new time zone, what is stored is taken back from the days of the old one and counted by the new ones.
 * What is no longer stored stays where it was, except that all totals are kept by quarters of an hour, too. One snapshot
 * shows both what is stored and what isn't folded yet, so whatever comes in meanwhile is counted by the new days alone.
 */
export async function followTimeZone(queries: Queries, appId: string): Promise<void> {
  await queries.transaction(
    async (transaction) => {
      await takeTime(transaction);
      const old = await lockZone(transaction, appId);
      const [app] = rowsOf<{ zone: string }>(
        await transaction.execute(sql`SELECT time_zone AS zone FROM apps WHERE id = ${appId}`)
      );
      if (old === null || !app || old === app.zone) return;
      await fold(transaction, appId, old);
      const moved = factsBetween(appId, old, app.zone);
      await transaction.execute(sql.raw(addToRollups(appId, old, `moved AS MATERIALIZED (${moved(-1)}),`, 'moved')));
      await transaction.execute(sql.raw(countReturns(appId, app.zone)));
      await transaction.execute(
        sql.raw(addToRollups(appId, app.zone, `moved AS MATERIALIZED (${moved(1)}),`, 'moved'))
      );
      await transaction.execute(sql`UPDATE rollup_zones SET time_zone = ${app.zone} WHERE app_id = ${appId}`);
    },
    { isolationLevel: 'repeatable read' }
  );
}

/** Apps that have something to fold. */
export async function listAppsToFold(queries: Queries): Promise<string[]> {
  const found = await queries.execute(sql`SELECT DISTINCT app_id AS id FROM deltas`);
  return rowsOf<{ id: string }>(found).map(({ id }) => id);
}

/** Apps whose days are still counted in the time zone of before. */
export async function listAppsInOldZone(queries: Queries): Promise<string[]> {
  const found = await queries.execute(sql`
    SELECT apps.id FROM apps JOIN rollup_zones ON rollup_zones.app_id = apps.id
    WHERE rollup_zones.time_zone <> apps.time_zone`);
  return rowsOf<{ id: string }>(found).map(({ id }) => id);
}
