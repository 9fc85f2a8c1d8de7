import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { createPartitionsJob } from '../../../src/jobs/partitions.ts';
import { forgetOldRows } from '../../../src/operations/retention.ts';
import type { Queries } from '../../../src/storage/base/Database.ts';
import { rowsOf } from '../../../src/storage/base/query.ts';
import { onEachDatabase } from '../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../support/openShop.ts';
import { iphone } from '../../support/phones.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

async function storeRows(shop: Shop, at: number, id: string): Promise<void> {
  shop.clock.now = at;
  await shop.click(shop.codes.summer, iphone);
  await shop.matchPhone({ ...iphone, address: '203.0.113.9' }, {}, `nobody-${id}`);
  const timestamp = new Date(at).toISOString();
  const body = { installId: id, sentAt: timestamp, events: [{ id, name: 'login', timestamp }] };
  assert.equal((await shop.callAsApp('/api/link/events', { body })).status, 200);
  const resolve = { url: `${shop.origin}/${shop.codes.sneaker}` };
  await shop.callAsApp('/api/link/resolve-short', { body: resolve, headers: { 'x-install-id': id } });
}

/** How many rows of the app each partition has; those without any are left out. */
async function countRows(queries: Queries, appId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['clicks', 'match_attempts', 'events', 'event_ids', 'opens']) {
    const rows = rowsOf<{ partition: string; count: number }>(
      await queries.execute(sql`
        SELECT tableoid::regclass::text AS partition, count(*)::int AS count FROM ${sql.raw(table)}
        WHERE app_id = ${appId} GROUP BY 1 ORDER BY 1`)
    );
    for (const { partition, count } of rows) counts[partition.replace(/_\d{6,}$/, '')] = count;
  }
  return counts;
}

const inMonth = (month: string, quarter: string) => ({
  [`clicks_${month}`]: 1,
  [`match_attempts_${month}`]: 1,
  [`events_${month}`]: 1,
  [`event_ids_${quarter}`]: 1,
  [`opens_${month}`]: 1,
});

onEachDatabase('partitions', (opened) => {
  const runJob = (at: number) =>
    createPartitionsJob({ queries: opened.database.queries, clock: () => at }).run(new AbortController().signal);

  test('are there for this month and the next before anybody needs them, and go as a whole when they are too old', async () => {
    const { queries } = opened.database;
    const shop = await openShop(opened.database);
    const [march, april] = [Date.parse('2030-03-31T23:00:00Z'), Date.parse('2030-04-01T01:00:00Z')];
    await runJob(march);
    await storeRows(shop, march, 'one');
    await storeRows(shop, april, 'two');
    assert.deepEqual(await countRows(queries, shop.app.id), {
      ...inMonth('2030_03', '2030_01'),
      ...inMonth('2030_04', '2030_04'),
    });

    await forgetOldRows(queries, april + 92 * DAY_MS, 30);
    assert.deepEqual(await countRows(queries, shop.app.id), { event_ids_2030_04: 1 });
    const left = await queries.execute(
      sql`SELECT relname FROM pg_class WHERE relname IN ('clicks_2030_03', 'events_2030_04', 'event_ids_2030_01')`
    );
    assert.deepEqual(rowsOf(left), []);
  });

  test('of a month that is not over keep what is not too old', async () => {
    const { queries } = opened.database;
    const shop = await openShop(opened.database);
    const may = Date.parse('2031-05-01T12:00:00Z');
    await runJob(may);
    await storeRows(shop, may, 'one');
    await storeRows(shop, may + 20 * DAY_MS, 'two');
    await forgetOldRows(queries, may + 40 * DAY_MS, 30);
    assert.deepEqual(await countRows(queries, shop.app.id), { ...inMonth('2031_05', '2031_04'), event_ids_2031_04: 2 });
  });

  test('that no job has added are no reason to lose anything, and the next months get theirs', async () => {
    const { queries } = opened.database;
    const shop = await openShop(opened.database);
    const june = Date.parse('2032-06-15T12:00:00Z');
    await storeRows(shop, june, 'one');
    await runJob(june);
    await runJob(june);
    await storeRows(shop, june + 1, 'two');
    await storeRows(shop, june + 30 * DAY_MS, 'three');
    const counts = await countRows(queries, shop.app.id);
    assert.deepEqual([counts.events_default, counts.events_2032_07], [2, 1]);
    await forgetOldRows(queries, june + 500 * DAY_MS, 400);
    assert.deepEqual(
      Object.keys(await countRows(queries, shop.app.id)).filter((name) => !name.startsWith('event_ids')),
      []
    );
  });
});
