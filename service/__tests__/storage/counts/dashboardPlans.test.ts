import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { foldRollups } from '../../../src/operations/foldRollups.ts';
import { countEverything } from '../../support/countEverything.ts';
import { explainQueries, findLargeScan } from '../../support/explainQueries.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../support/openShop.ts';

/** So many rows that an index is worth it, and so few that the test is quick. */
const OWN = 500;
const OTHERS = 8_000;

/** Rows of the shop among those of another app, over the last thirty days of the shop's clock. */
async function fill(shop: Shop, other: Shop, queries: Parameters<typeof foldRollups>[0]): Promise<void> {
  const now = new Date(shop.clock.now).toISOString();
  for (const [app, rows] of [
    [shop.app.id, OWN],
    [other.app.id, OTHERS],
  ] as const) {
    const at = sql`${now}::timestamptz - number * interval '30 days' / ${rows}::int`;
    const series = sql`FROM generate_series(1, ${rows}::int) AS number`;
    const id = sql`${app}::text || '-' || number`;
    const code = sql`'link-' || number % 100`;
    for (const statement of [
      sql`INSERT INTO links (app_id, code, destination, title, created_at)
        SELECT ${app}, 'link-' || number, 'https://shop.test/product/' || number, 'Product ' || number, ${at} ${series}`,
      sql`INSERT INTO links (app_id, code, destination, created_by, created_at)
        SELECT ${app}, 'shared-' || number, '/product/' || number, ${id}, ${at} ${series}`,
      sql`INSERT INTO clicks (id, app_id, code, created_at)
        SELECT ${id}, ${app}, ${code}, date_trunc('day', ${at}) + number % 60 * interval '1 minute' ${series}`,
      sql`INSERT INTO installs (app_id, id, code, matched_by, confidence, matched_at, since)
        SELECT ${app}, ${id}, ${code}, 'clickId', 1, ${at}, ${at} ${series}`,
      sql`INSERT INTO opens (app_id, install_id, opened_at, code) SELECT ${app}, ${id}, ${at}, ${code} ${series}`,
      sql`INSERT INTO match_attempts (app_id, attempted_at, install_id, outcome)
        SELECT ${app}, ${at}, ${id}, CASE WHEN number % 2 = 0 THEN 'matched' ELSE 'no_match' END ${series}`,
      sql`INSERT INTO events (app_id, id, position, install_id, name, logged_at, received_at, occurred_at, code, amount, currency)
        SELECT ${app}, ${id}, number, ${id}, 'purchase', ${at}, ${at}, ${at}, ${code}, 59.9, 'EUR' ${series}`,
      sql`INSERT INTO keys (id, app_id, kind, scope, hash, hint, created_at)
        SELECT 'key-' || ${id}, ${shop.app.id}, 'secret', 'everything', md5(${id}), 'sk_', ${at} ${series} LIMIT 5000`,
      sql`INSERT INTO sessions (hash, key_id, created_at, expires_at) SELECT md5(${id}), 'none', ${at}, ${at} ${series}`,
    ]) {
      await queries.execute(statement);
    }
  }
  for (const { app } of [shop, other]) await countEverything(queries, app.id);
  await foldRollups(queries, shop.clock.now);
  for (const table of ['links', 'clicks', 'installs', 'opens', 'match_attempts', 'events', 'keys', 'sessions']) {
    await queries.execute(sql.raw(`VACUUM ANALYZE ${table}`));
  }
  for (const table of ['rollups', 'rollup_keys', 'deltas']) await queries.execute(sql.raw(`VACUUM ANALYZE ${table}`));
}

onOneDatabase('the dashboard', (opened) => {
  test('asks nothing that reads a whole table', async () => {
    const { database } = opened;
    const shop = await openShop(database);
    await fill(shop, await openShop(database), database.queries);
    const browser = await shop.signIn(shop.app.secretKey);
    const read = async (path: string) => {
      const answer = await browser.call(path);
      assert.equal(answer.status, 200, path);
      return answer.headers.get('content-type')?.includes('json') ? ((await answer.json()) as object) : answer.text();
    };
    const nextOf = async (path: string) => {
      const { nextCursor } = (await read(path)) as { nextCursor: string };
      return `${path}&cursor=${nextCursor}`;
    };
    const paths = [
      '/api/session',
      '/api/apps',
      '/api/statistics?by=day&timezone=Europe/Vienna',
      '/api/statistics?by=link&limit=10&compare=previous',
      '/api/statistics?by=country&campaign=xmas26',
      '/api/statistics?link=',
      '/api/cohorts?by=week',
      '/api/statistics?by=link&order=revenue&limit=100',
      '/api/statistics?by=day&link=link-7',
      '/api/links?limit=50',
      await nextOf('/api/links?limit=50'),
      '/api/links?search=product+19&limit=50',
      await nextOf('/api/links?search=product+1&limit=10'),
      '/api/links?kind=campaign&counts=true&limit=20',
      await nextOf('/api/links?kind=campaign&counts=true&limit=20'),
      '/api/links?kind=shared&counts=true&limit=20',
      '/api/links?sort=clicks&counts=true&limit=20',
      await nextOf('/api/links?sort=clicks&counts=true&limit=20'),
      '/api/links?sort=installs&kind=campaign&limit=200',
      '/api/links?sort=purchases&search=product&limit=20',
      '/api/links/link-7',
      '/api/clicks?limit=50',
      await nextOf('/api/clicks?limit=50'),
      '/api/clicks?link=link-7&limit=3',
      await nextOf('/api/clicks?link=link-7&limit=3'),
      '/api/match-attempts?limit=50',
      await nextOf('/api/match-attempts?limit=50'),
      '/api/match-attempts?outcome=no_match&limit=50',
      `/api/match-attempts?install=${shop.app.id}-7&limit=50`,
      '/api/export/statistics.csv',
      '/api/export/links.csv',
      '/api/export/clicks.csv',
      '/api/export/events.csv',
    ];
    for (const path of paths) {
      const plans = await explainQueries(database, () => read(path));
      assert.ok(plans.length > 0, path);
      for (const plan of plans) assert.equal(findLargeScan(plan), null, `${path}\n${plan}`);
    }
    const plans = await explainQueries(database, () => shop.signIn(shop.app.secretKey));
    assert.equal(plans.length, 1);
    assert.equal(findLargeScan(plans[0] ?? ''), null, plans[0]);
  });

  test('is known to read a whole table where it does', async () => {
    const { queries } = opened.database;
    const plans = await explainQueries(opened.database, () =>
      queries.execute(sql`SELECT count(*) FROM clicks WHERE country = 'XX'`)
    );
    assert.match(findLargeScan(plans.join()) ?? '', /Seq Scan on clicks/);
  });
});
