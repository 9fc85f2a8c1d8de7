import { sql } from 'drizzle-orm';
import type { Queries } from '../Database.ts';
import { quoted } from '../quoted.ts';
import { rowsOf } from '../rowsOf.ts';
import { FROM_SERVER } from '../recordTables.ts';
import { FACTS, isNewKey, type FactTable, type Sign } from './countFacts.ts';
import { sums } from './columns.ts';
import { COHORT_DAYS, DIMENSIONS, FIGURES, VIEW_NAMES } from './figures.ts';
import { COHORT_FIGURES, DELTA_COLUMNS, projectCohorts, projectDeltas } from './project.ts';

const added = (table: string, names: readonly string[]) =>
  names
    .map(
      (name) =>
        `${name} = CASE WHEN excluded.${name} IS NULL THEN ${table}.${name} ELSE coalesce(${table}.${name}, 0) + excluded.${name} END`
    )
    .join(', ');

/** A statement that adds the deltas of the CTE `source` to the roll-ups, and tells their number. `first` are CTEs that it needs. */
function addToRollups(appId: string, zone: string, first: string, source: string): string {
  const app = quoted(appId);
  const dimensions = DIMENSIONS.join(', ');
  const figures = FIGURES.join(', ');
  const cohorts = COHORT_FIGURES.join(', ');
  return `WITH ${first} ${projectDeltas(app, quoted(zone), source, ['total', ...VIEW_NAMES])},
    registered AS (
      INSERT INTO rollup_keys (app_id, id, ${dimensions})
      SELECT ${app}, key, ${dimensions} FROM (SELECT DISTINCT ON (key) key, ${dimensions} FROM days ORDER BY key) AS each
      WHERE ${isNewKey(app, 'key')}
      ORDER BY key ON CONFLICT DO NOTHING
    ), by_day AS MATERIALIZED (
      SELECT view, starts, key, side, unit, ${sums(FIGURES)} FROM days GROUP BY key, starts, side, unit, view
    ), part AS (
      SELECT view, 'day' AS grain, starts, key, side, unit, ${figures} FROM by_day
      UNION ALL
      SELECT view, 'month', date_trunc('month', starts), key, side, unit, ${sums(FIGURES)} FROM by_day
      GROUP BY key, date_trunc('month', starts), side, unit, view
      UNION ALL
      SELECT 'total', grain, starts, key, side, unit, ${figures} FROM totals
    ), ${projectCohorts(quoted(zone), source)},
    cohort_part AS (
      SELECT 'day' AS grain, day, key, unit, ${cohorts} FROM cohort
      UNION ALL
      SELECT 'month', date_trunc('month', day)::date, key, unit, ${sums(COHORT_FIGURES)} FROM cohort
      WHERE key <> 0 GROUP BY 2, 3, 4
    ), cohorts_added AS (
      INSERT INTO cohorts (app_id, grain, day, key, unit, ${cohorts})
      SELECT ${app}, grain, day, key, unit, ${cohorts} FROM cohort_part ORDER BY key, day
      ON CONFLICT (app_id, grain, key, day, unit) DO UPDATE SET ${added('cohorts', COHORT_FIGURES)}
    ), added AS (
      INSERT INTO rollups (app_id, view, grain, starts, key, side, unit, ${figures})
      SELECT ${app}, view, grain, starts, key, side, unit, ${figures} FROM part ORDER BY key, starts
      ON CONFLICT (app_id, view, grain, key, starts, side, unit) DO UPDATE SET ${added('rollups', FIGURES)}
    )
    SELECT count(*) AS deltas FROM ${source}`;
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

/** So few that a statement ends within seconds, whatever they are. A client gives up a server that says nothing for longer. */
const PIECE = 4_000;

/** Larger pieces have more in common, so a backlog is folded in pieces that grow while they are quick, and shrink again. */
const MAX_PIECE = 64_000;
const QUICK_MS = 1_000;
const SLOW_MS = 2_500;

/** A new time zone counts everything again. Each piece has a cost of its own, so these are larger. */
const MOVED_PIECE = 16_000;

const KNOWN = [...FIGURES, ...COHORT_DAYS.map((days) => `returned_${days}`)];

/** Folds some deltas of the app, and says how many. */
async function foldPiece(transaction: Queries, appId: string, zone: string, most: number): Promise<number> {
  // During an update, an instance of before leaves figures that it doesn't know to the others.
  const ofApp = `app_id = ${quoted(appId)} AND figure IN (${KNOWN.map(quoted).join(', ')})`;
  // Up to a place instead of a list of places: PostgreSQL may take many rows for few after a quiet time, and would then
  // compare each of them with the whole list.
  const last = `(SELECT ctid FROM deltas WHERE ${ofApp} ORDER BY ctid LIMIT 1 OFFSET ${most - 1})`;
  const taken = `taken AS MATERIALIZED (
      DELETE FROM deltas WHERE ${ofApp} AND ctid <= coalesce(${last}, '(4294967295,0)') RETURNING ${DELTA_COLUMNS}
    ),`;
  const result = await transaction.execute(sql.raw(addToRollups(appId, zone, taken, 'taken')));
  return Number(rowsOf<{ deltas: string }>(result)[0]?.deltas);
}

const giveMemory = (transaction: Queries) => transaction.execute(sql`SELECT set_config('work_mem', '64MB', true)`);

/**
 * Folds what the app's statements have appended into its roll-ups, a piece at a time. Each piece is one transaction: a job
 * that is killed has folded a piece or hasn't. Jobs of several instances wait for each other.
 */
export async function foldDeltas(
  queries: Queries,
  appId: string,
  signal?: AbortSignal,
  { first, most } = { first: PIECE, most: MAX_PIECE }
): Promise<void> {
  for (let piece = first; ; signal?.throwIfAborted()) {
    const startedAt = performance.now();
    const folded = await queries.transaction(async (transaction) => {
      await giveMemory(transaction);
      const zone = await lockZone(transaction, appId);
      return zone === null ? 0 : foldPiece(transaction, appId, zone, piece);
    });
    if (folded < piece) return;
    const tookMs = performance.now() - startedAt;
    if (tookMs < QUICK_MS) piece = Math.min(2 * piece, most);
    if (tookMs > SLOW_MS) piece = Math.max(piece / 2, first);
  }
}

/** When a row was stored, by table. Buyers are kept by when they first bought. */
const STORED_AT: Record<FactTable, string> = {
  clicks: 'created_at',
  installs: 'matched_at',
  opens: 'opened_at',
  events: 'received_at',
  buyers: 'at',
  match_attempts: 'attempted_at',
};

/** Conditions that split the app's rows of a table into pieces. */
async function listPieces(transaction: Queries, appId: string, table: FactTable, most: number): Promise<string[]> {
  const time = `${table}.${STORED_AT[table]}`;
  const edges = rowsOf<{ edge: string }>(
    await transaction.execute(
      sql.raw(`SELECT edge::text FROM (
        SELECT ${time} AS edge, row_number() OVER (ORDER BY ${time}) AS number FROM ${table} WHERE app_id = ${quoted(appId)}
      ) AS row WHERE number % ${most} = 0 GROUP BY edge ORDER BY row.edge`)
    )
  ).map(({ edge }) => quoted(edge));
  return [...edges, null].map((end, place) => {
    const start = edges[place - 1];
    return [`${table}.app_id = ${quoted(appId)}`, start && `${time} >= ${start}`, end && `${time} < ${end}`]
      .filter(Boolean)
      .join(' AND ');
  });
}

/** The deltas of stored rows that fit the condition, if their day is another one in the other zone. */
function factsBetween(table: FactTable, condition: string, sign: Sign, one: string, other: string): string {
  const differs = (time: string) =>
    `date_trunc('day', ${time} AT TIME ZONE ${quoted(one)}) <> date_trunc('day', ${time} AT TIME ZONE ${quoted(other)})`;
  return `SELECT ${DELTA_COLUMNS} FROM (${FACTS[table](sign)} AND ${condition}) AS fact (app_id, ${DELTA_COLUMNS})
    WHERE figure = 'installs' OR figure LIKE 'returned%' OR ${differs('at')} OR ${differs('installed_at')}`;
}

/** Notes on which days the installs that fit the condition came back, if the app's days are those of the zone. */
function noteReturns(appId: string, condition: string, zone: string): string {
  const app = quoted(appId);
  const dayOf = (time: string) => `(${time} AT TIME ZONE ${quoted(zone)})::date`;
  const seen = (table: string, time: string) => `
    SELECT ${time} AS at FROM ${table} WHERE ${table}.app_id = ${app} AND ${table}.install_id = installs.id
      AND ${time} > installs.matched_at AND ${time} < installs.matched_at + interval '${Math.max(...COHORT_DAYS) + 2} days'`;
  const since = `${dayOf('at')} - ${dayOf('installs.matched_at')}`;
  const bits = COHORT_DAYS.map((days, bit) => `WHEN ${since} = ${days} THEN ${1 << bit}`).join(' ');
  // A row that somebody else has changed meanwhile ends the transaction, so only those are touched that have to be.
  return `UPDATE installs SET returned = noted.returned
    FROM (
      SELECT installs.id, coalesce((
        SELECT bit_or(CASE ${bits} ELSE 0 END)
        FROM (${seen('events', 'events.occurred_at')} AND events.platform IS DISTINCT FROM '${FROM_SERVER}'
          UNION ALL ${seen('opens', 'opens.opened_at')}) AS seen
      ), 0) AS returned
      FROM installs WHERE ${condition} OFFSET 0
    ) AS noted
    WHERE installs.app_id = ${app} AND installs.id = noted.id AND installs.returned IS DISTINCT FROM noted.returned`;
}

/**
 * If the app has a new time zone, what is stored is taken back from the days of the old one and counted by the new ones.
 * What is no longer stored stays where it was, except that all totals are kept by quarters of an hour, too. One snapshot
 * shows both what is stored and what isn't folded yet, so whatever comes in meanwhile is counted by the new days alone.
 */
export async function followTimeZone(queries: Queries, appId: string, most = MOVED_PIECE): Promise<void> {
  await queries.transaction(
    async (transaction) => {
      await giveMemory(transaction);
      const old = await lockZone(transaction, appId);
      const [app] = rowsOf<{ zone: string }>(
        await transaction.execute(sql`SELECT time_zone AS zone FROM apps WHERE id = ${appId}`)
      );
      if (old === null || !app || old === app.zone) return;
      while ((await foldPiece(transaction, appId, old, most)) === most);
      for (const table of Object.keys(FACTS) as FactTable[]) {
        for (const condition of await listPieces(transaction, appId, table, most)) {
          const move = async (sign: Sign, zone: string) => {
            const moved = factsBetween(table, condition, sign, old, app.zone);
            await transaction.execute(sql.raw(addToRollups(appId, zone, `moved AS MATERIALIZED (${moved}),`, 'moved')));
          };
          await move(-1, old);
          if (table === 'installs') await transaction.execute(sql.raw(noteReturns(appId, condition, app.zone)));
          await move(1, app.zone);
        }
      }
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
