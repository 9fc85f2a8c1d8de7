import { sql, type SQL } from 'drizzle-orm';
import type { Queries } from '../Database.ts';
import { rowsOf } from '../rowsOf.ts';
import { appsTable } from '../tables.ts';
import {
  audienceOfClick,
  FACTS,
  originOf,
  platformKey,
  registerAudiences,
  registerOrigins,
  registerPlatforms,
  type FactTable,
  type Sign,
} from './countFacts.ts';
import { DELTA_COLUMNS } from './project.ts';

const append = (queries: Queries, table: FactTable, sign: Sign, appId: string, condition: SQL) =>
  queries.execute(sql`INSERT INTO deltas (app_id, ${sql.raw(DELTA_COLUMNS)})
    ${sql.raw(FACTS[table](sign))} AND ${sql.raw(table)}.app_id = ${appId} AND ${condition}`);

/** Takes rows back that are about to be deleted, unlike those that are only too old to be kept. Belongs to their transaction. */
export async function uncountRows(queries: Queries, table: FactTable, appId: string, condition: SQL): Promise<void> {
  await append(queries, table, -1, appId, condition);
}

/** Counts that a button to the store was pressed, on the day of the click. Belongs to the transaction that stores it. */
export async function countStoreTap(queries: Queries, appId: string, clickId: string): Promise<void> {
  await append(queries, 'clicks', 1, appId, sql`clicks.id = ${clickId} AND each.figure = 'store_taps'`);
}

/** Says what the keys of platforms stand for, of an app that is new. */
export async function registerPlatformsOf(queries: Queries, appId: string): Promise<void> {
  await queries.execute(sql.raw(registerPlatforms(`'${appId.replaceAll("'", "''")}'`)));
}

/** Each is locked until its statement ends, and a database has room for some thousand locks. */
const BUYERS_AT_ONCE = 1_000;

/** Counts all rows of an app of which nothing was folded yet, though no function has stored them: those of the demo shop. */
export async function countEverything(queries: Queries, appId: string): Promise<void> {
  const app = `'${appId.replaceAll("'", "''")}'`;
  const ofApp = (table: string) => `${table} WHERE ${table}.app_id = of_app`;
  const statements = [
    ...(['clicks', 'installs', 'opens', 'links'] as const).map((table) => registerOrigins(table, ofApp(table))),
    registerAudiences('clicks AS given WHERE given.app_id = of_app'),
    `UPDATE clicks AS given SET audience = ${audienceOfClick}, visitor = 3 WHERE given.app_id = of_app`,
    `UPDATE installs SET audience = clicks.audience, returned = 0 FROM clicks
      WHERE installs.app_id = of_app AND clicks.app_id = of_app AND clicks.id = installs.click_id`,
    `UPDATE opens SET audience = installs.audience FROM installs
      WHERE opens.app_id = of_app AND installs.app_id = of_app AND installs.id = opens.install_id`,
    `UPDATE events SET audience = ${platformKey('events.platform')} WHERE events.app_id = of_app`,
    `UPDATE events SET origin = ${originOf('links')} FROM links
      WHERE events.app_id = of_app AND links.app_id = of_app AND links.code = events.code`,
    `UPDATE events SET origin = ${originOf('installs')}, brought = ${originOf('installs')}, audience = installs.audience,
        installed_at = installs.matched_at
      FROM installs WHERE events.app_id = of_app AND installs.app_id = of_app AND installs.id = events.install_id`,
    `UPDATE match_attempts SET counted_as = CASE outcome WHEN 'no_match' THEN 'without_link' ELSE 'unsure' END
      WHERE app_id = of_app AND outcome <> 'matched'`,
  ];
  for (const statement of statements) await queries.execute(sql.raw(statement.replaceAll('of_app', app)));
  await queries.execute(sql`
    SELECT count_returns(${appId}, array_agg(install_id), array_agg(occurred_at)) FROM events WHERE app_id = ${appId}`);
  const buyers = rowsOf<{ ids: string[] }>(
    await queries.execute(sql`
      SELECT array_agg(install_id) AS ids FROM (
        SELECT install_id, row_number() OVER () / ${sql.raw(String(BUYERS_AT_ONCE))} AS piece
        FROM (SELECT DISTINCT install_id FROM events WHERE app_id = ${appId} AND name = 'purchase') AS buyer
      ) AS each GROUP BY piece`)
  );
  for (const { ids } of buyers) {
    await queries.execute(sql`SELECT count_buyers(${appId}, ${sql.param(ids, appsTable.linkHosts)}::text[])`);
  }
  // These two have counted what they noted, which is counted with everything else.
  await queries.execute(sql`DELETE FROM deltas WHERE app_id = ${appId}`);
  for (const table of Object.keys(FACTS) as FactTable[]) await append(queries, table, 1, appId, sql`true`);
}
