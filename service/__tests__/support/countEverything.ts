import { sql } from 'drizzle-orm';
import type { Queries } from '../../src/storage/Database.ts';
import { rowsOf } from '../../src/storage/rowsOf.ts';
import {
  audienceOfClick,
  countRows,
  FACTS,
  originOf,
  platformKey,
  registerAudiences,
  registerOrigins,
  type FactTable,
} from '../../src/storage/rollups/countFacts.ts';
import { appsTable } from '../../src/storage/tables.ts';

/** Exports tell rows that arrived together apart by their number. */
const numberRows = (table: 'clicks' | 'installs', time: string) => `
  UPDATE ${table} SET position = numbered.number
  FROM (SELECT id, row_number() OVER (ORDER BY ${time}, id) AS number FROM ${table} WHERE app_id = of_app) AS numbered
  WHERE ${table}.app_id = of_app AND ${table}.id = numbered.id`;

/** Each is locked until its statement ends, and a database has room for some thousand locks. */
const BUYERS_AT_ONCE = 1_000;

/** Numbers and counts all rows of an app that a seed wrote by itself. Nothing of the app may be folded yet. */
export async function countEverything(queries: Queries, appId: string): Promise<void> {
  const app = `'${appId.replaceAll("'", "''")}'`;
  const ofApp = (table: string) => `${table} WHERE ${table}.app_id = of_app`;
  const statements = [
    // PostgreSQL takes a table it hasn't looked at since the seed for nearly empty, and joins it row by row.
    'ANALYZE clicks, events, installs, links, match_attempts, opens',
    numberRows('clicks', 'created_at'),
    numberRows('installs', 'matched_at'),
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
  const execute = (statement: string) => queries.execute(sql.raw(statement.replaceAll('of_app', app)));
  for (const statement of statements) await execute(statement);
  const [came] = rowsOf<{ ids: string[] | null; times: string[] | null }>(
    await queries.execute(sql`
      SELECT array_agg(install_id) AS ids, array_agg(occurred_at::text) AS times FROM events WHERE app_id = ${appId}`)
  );
  const given = (values: string[] | null | undefined) => sql.param(values ?? [], appsTable.linkHosts);
  await queries.execute(
    sql`SELECT count_returns(${appId}, ${given(came?.ids)}::text[], ${given(came?.times)}::timestamptz[])`
  );
  const buyers = rowsOf<{ ids: string[] }>(
    await queries.execute(sql`
      SELECT array_agg(install_id) AS ids FROM (
        SELECT install_id, row_number() OVER () / ${sql.raw(String(BUYERS_AT_ONCE))} AS piece
        FROM (SELECT DISTINCT install_id FROM events WHERE app_id = ${appId} AND name = 'purchase') AS buyer
      ) AS each GROUP BY piece`)
  );
  for (const { ids } of buyers) {
    await queries.execute(sql`SELECT count_buyers(${appId}, ${given(ids)}::text[])`);
  }
  // These two have counted what they noted, which is counted with everything else.
  await queries.execute(sql`DELETE FROM deltas WHERE app_id = ${appId}`);
  for (const table of Object.keys(FACTS) as FactTable[]) await execute(countRows(table, 1, 'true'));
}
