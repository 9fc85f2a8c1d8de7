import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { withClient, nodesOf } from '../support/citus.ts';
import { onPostgres } from '../support/onEachDatabase.ts';
import { openShop, type Shop } from '../support/openShop.ts';
import { iphone, pixel } from '../support/phones.ts';

/** Apps are spread by a hash of their ids, so some of this many are on each worker. */
const APPS = 12;

const AT = '2026-01-01T12:00:00Z';

/** What visitors and phones cause: a landing page with its report, three kinds of match, an open and events. */
async function visit(shop: Shop): Promise<void> {
  const ok = ({ status }: { status: number }) => assert.ok(status < 300, String(status));
  ok(await shop.view(shop.codes.summer, iphone));
  const page = await (await shop.view(shop.codes.sneaker, pixel)).text();
  const report = /data-report-url="([^"]+)"/.exec(page)?.[1] ?? '';
  ok(await shop.call(report, { body: { screenWidth: 412, screenHeight: 915 } }));
  const clickId = /\/api\/clicks\/([^/]+)\//.exec(report)?.[1];
  ok(await shop.match({ clickId }, undefined, 'by-click'));
  ok(await shop.matchPhone(iphone));
  const [host] = shop.app.linkHosts;
  ok(await shop.callAsApp('/api/link/resolve-short', { body: { url: `https://${host}/${shop.codes.summer}` } }));
  const events = [{ id: 'bought', name: 'purchase', timestamp: AT, data: { total: 59.9, currency: 'EUR' } }];
  ok(await shop.callAsApp('/api/link/events', { body: { installId: 'by-click', sentAt: AT, events } }));
}

onPostgres('a distributed database', (url) => {
  test('has every table distributed by app, or whole on every server', async () => {
    const { rows } = await withClient(url(), (client) =>
      client.query<{ name: string; kind: string; by: string }>(`
        SELECT relname AS name, coalesce(citus_table_type, 'local') AS kind, coalesce(distribution_column, '') AS by
        FROM pg_class LEFT JOIN citus_tables ON table_name = pg_class.oid
        WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`)
    );
    assert.ok(rows.length > 20);
    const wrong = rows.filter(({ kind, by }) => kind !== 'reference' && (kind !== 'distributed' || by !== 'app_id'));
    assert.deepEqual(wrong, []);
  });

  test('has apps on both workers, and no request of a visitor or a phone asks more than one shard', async () => {
    const nodes = await nodesOf(url());
    const countAll = async () => {
      const counts = await Promise.all(
        nodes.map((node) =>
          withClient(node, (client) =>
            client.query<{ many: string; one: string }>(`
              SELECT coalesce(sum(query_execution_multi_shard), 0) AS many,
                coalesce(sum(query_execution_single_shard), 0) AS one
              FROM citus_stat_counters WHERE name = current_database()`)
          )
        )
      );
      const sum = (name: 'many' | 'one') => counts.reduce((total, { rows }) => total + Number(rows[0]?.[name]), 0);
      return { many: sum('many'), one: sum('one') };
    };
    const database = await openDatabase({ url: url() });
    try {
      const shops: Shop[] = [];
      for (let app = 0; app < APPS; app += 1) shops.push(await openShop(database));
      const before = await countAll();
      for (const shop of shops) await visit(shop);
      const after = await countAll();
      assert.ok(
        after.one - before.one >= APPS * 10,
        `${after.one - before.one} statements asked one shard; is citus.enable_stat_counters on?`
      );
      assert.equal(after.many - before.many, 0);
    } finally {
      await database.close();
    }
    const { rows } = await withClient(url(), (client) =>
      client.query<{ port: number; clicks: number }>(`
        SELECT nodeport AS port, sum(result::int)::int AS clicks
        FROM run_command_on_placements('clicks', 'SELECT count(*) FROM %s') GROUP BY nodeport`)
    );
    assert.equal(rows.length, nodes.length - 1);
    assert.ok(
      rows.every(({ clicks }) => clicks > 0),
      JSON.stringify(rows)
    );
  });
});
