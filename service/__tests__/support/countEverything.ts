import { sql } from 'drizzle-orm';
import type { Queries } from '../../src/storage/base/Database.ts';
import { rowsOf } from '../../src/storage/base/query.ts';
import { appsTable } from '../../src/storage/schema/tables.ts';

/** Exports tell rows that arrived together apart by their number. */
const numberRows = (table: 'clicks' | 'installs', time: string) => `
  UPDATE ${table} SET position = numbered.number
  FROM (SELECT id, row_number() OVER (ORDER BY ${time}, id) AS number FROM ${table} WHERE app_id = of_app) AS numbered
  WHERE ${table}.app_id = of_app AND ${table}.id = numbered.id`;

/** Each is locked until its statement ends, and a database has room for some thousand locks. */
const BUYERS_AT_ONCE = 1_000;

/** The rows of a table that belong to the app, for functions that count them. */
const rowsOfApp = (table: string) => `ARRAY(SELECT ROW(${table}.*)::${table} FROM ${table} WHERE app_id = of_app)`;

/** Numbers and counts all rows of an app that a seed wrote by itself. Nothing of the app may be folded yet. */
export async function countEverything(queries: Queries, appId: string): Promise<void> {
  const app = `'${appId.replaceAll("'", "''")}'`;
  const statements = [
    // PostgreSQL takes a table it hasn't looked at since the seed for nearly empty, and joins it row by row.
    'ANALYZE clicks, events, installs, links, match_attempts, opens',
    numberRows('clicks', 'created_at'),
    numberRows('installs', 'matched_at'),
    ...['clicks', 'installs', 'opens', 'links'].map(
      (table) => `SELECT register_keys(of_app, ARRAY(
        SELECT DISTINCT origin_of(code, campaign, source, medium) FROM ${table} WHERE app_id = of_app))`
    ),
    `SELECT register_keys(of_app, ARRAY(SELECT DISTINCT audience_of(ROW(clicks.*)::clicks) FROM clicks WHERE app_id = of_app))`,
    `UPDATE clicks SET audience = (audience_of(ROW(clicks.*)::clicks)).id, visitor = coalesce(visitor, 3) WHERE app_id = of_app`,
    `UPDATE installs SET audience = clicks.audience, returned = 0 FROM clicks
      WHERE installs.app_id = of_app AND clicks.app_id = of_app AND clicks.id = installs.click_id`,
    `UPDATE opens SET audience = installs.audience FROM installs
      WHERE opens.app_id = of_app AND installs.app_id = of_app AND installs.id = opens.install_id`,
    `UPDATE events SET audience = platform_key(platform) WHERE events.app_id = of_app`,
    `UPDATE events SET origin = origin_key(links.code, links.campaign, links.source, links.medium) FROM links
      WHERE events.app_id = of_app AND links.app_id = of_app AND links.code = events.code`,
    `UPDATE events SET origin = install.origin, brought = install.origin, audience = install.audience,
        installed_at = install.matched_at
      FROM (
        SELECT *, origin_key(code, campaign, source, medium) AS origin FROM installs WHERE app_id = of_app
      ) AS install WHERE events.app_id = of_app AND install.app_id = of_app AND install.id = events.install_id`,
    `UPDATE match_attempts SET counted_as = CASE outcome WHEN 'no_match' THEN 'without_link' ELSE 'unsure' END
      WHERE app_id = of_app AND outcome <> 'matched'`,
  ];
  const execute = (statement: string) => queries.execute(sql.raw(statement.replaceAll('of_app', app)));
  for (const statement of statements) await execute(statement);
  const [came] = rowsOf<{ ids: string[] | null; times: string[] | null }>(
    await queries.execute(sql`
      SELECT array_agg(install_id) AS ids, array_agg(at::text) AS times FROM (
        SELECT install_id, occurred_at AS at FROM events WHERE app_id = ${appId}
        UNION ALL SELECT install_id, opened_at FROM opens WHERE app_id = ${appId}
      ) AS came`)
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
    await queries.execute(sql`SELECT note_buyers(${appId}, ${given(ids)}::text[])`);
  }
  // These two have counted what they noted, which is counted with everything else.
  await queries.execute(sql`DELETE FROM deltas WHERE app_id = ${appId}`);
  for (const table of ['clicks', 'installs', 'opens', 'events', 'buyers']) {
    await execute(`SELECT count_${table}(of_app, 1, ${rowsOfApp(table)})`);
  }
  await execute(`SELECT count_attempts(of_app, 1, ${rowsOfApp('match_attempts')})`);
}
