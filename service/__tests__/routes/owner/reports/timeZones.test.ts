import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StatisticsWire } from '../../../../src/routes/owner/reports/statistics.ts';
import { foldDeltas } from '../../../../src/storage/counts/foldDeltas.ts';
import { open } from '../../../support/appRequests.ts';
import { askStatistics } from '../../../support/askStatistics.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';

const DAYS = 'from=2026-03-09&to=2026-03-12';

onOneDatabase('a new time zone', (opened) => {
  async function openAt(shop: Shop, time: string): Promise<void> {
    shop.clock.now = Date.parse(time);
    const response = await shop.callAsApp('/api/link/resolve-short', {
      body: { url: `${shop.origin}/${shop.codes.summer}` },
      headers: { 'x-install-id': 'fan' },
    });
    assert.equal(response.status, 200);
  }

  async function changeAt(shop: Shop, time: string, timeZone: string): Promise<void> {
    shop.clock.now = Date.parse(time);
    const response = await shop.callAsAdmin(`/api/apps/${shop.app.id}`, { method: 'PATCH', body: { timeZone } });
    assert.equal(response.status, 200);
  }

  async function read(shop: Shop, query = DAYS): Promise<StatisticsWire> {
    const response = await shop.callAsOwner(`/api/statistics?by=day&${query}`);
    assert.equal(response.status, 200);
    return (await response.json()) as StatisticsWire;
  }

  /** The opens of each day, before and after folding. */
  async function check(shop: Shop, expected: Record<string, number>): Promise<void> {
    for (const isFolded of [false, true]) {
      if (isFolded) await foldDeltas(opened.database.queries, shop.app.id);
      const { rows = [] } = await read(shop);
      const counted = rows.flatMap(({ day, opens }) => (opens > 0 ? [[day, opens]] : []));
      assert.deepEqual(Object.fromEntries(counted), expected);
    }
  }

  test('east of the old one ends the next day early', async () => {
    const shop = await openShop(opened.database);
    await openAt(shop, '2026-03-09T12:00:00Z');
    await changeAt(shop, '2026-03-10T12:00:00Z', 'Asia/Kolkata');
    // The 10th is one of UTC to its end, and so is what there is of the 11th.
    await openAt(shop, '2026-03-10T19:00:00Z');
    await openAt(shop, '2026-03-11T18:29:59Z');
    await openAt(shop, '2026-03-11T18:30:00Z');
    await check(shop, { '2026-03-09': 1, '2026-03-10': 1, '2026-03-11': 1, '2026-03-12': 1 });
    const { timezone, zoneChanges } = await read(shop);
    assert.equal(timezone, 'Asia/Kolkata');
    assert.deepEqual(zoneChanges, [{ day: '2026-03-11', hours: 18.5, from: 'UTC', to: 'Asia/Kolkata' }]);
    const earlier = await read(shop, 'from=2026-03-09&to=2026-03-10');
    assert.deepEqual([earlier.timezone, earlier.zoneChanges], ['UTC', undefined]);
  });

  test('west of the old one makes the next day longer', async () => {
    const shop = await openShop(opened.database);
    await openAt(shop, '2026-03-09T12:00:00Z');
    await changeAt(shop, '2026-03-10T12:00:00Z', 'America/New_York');
    await openAt(shop, '2026-03-11T00:00:00Z');
    await openAt(shop, '2026-03-12T03:59:59Z');
    await openAt(shop, '2026-03-12T04:00:00Z');
    await check(shop, { '2026-03-09': 1, '2026-03-11': 2, '2026-03-12': 1 });
    const { zoneChanges } = await read(shop);
    assert.deepEqual(zoneChanges, [{ day: '2026-03-11', hours: 28, from: 'UTC', to: 'America/New_York' }]);
  });

  test('that is more than a day away counts no day twice', async () => {
    const shop = await openShop(opened.database, {}, { timeZone: 'Pacific/Kiritimati' });
    await openAt(shop, '2026-03-09T12:00:00Z');
    await changeAt(shop, '2026-03-09T12:00:00Z', 'Pacific/Pago_Pago');
    await openAt(shop, '2026-03-10T10:00:00Z');
    await openAt(shop, '2026-03-12T10:59:59Z');
    await openAt(shop, '2026-03-12T11:00:00Z');
    await check(shop, { '2026-03-10': 1, '2026-03-11': 2, '2026-03-12': 1 });
  });

  test('doesn’t move what is counted, or what comes late', async () => {
    const shop = await openShop(opened.database);
    await openAt(shop, '2026-03-09T23:00:00Z');
    await changeAt(shop, '2026-03-10T12:00:00Z', 'Asia/Kolkata');
    shop.clock.now = Date.parse('2026-03-12T12:00:00Z');
    const body = {
      installId: 'fan',
      sentAt: '2026-03-12T12:00:00Z',
      events: [{ id: 'late', name: 'login', timestamp: '2026-03-09T23:30:00Z' }],
    };
    assert.equal((await shop.callAsApp('/api/link/events', { body })).status, 200);
    const { rows = [] } = await read(shop);
    const [first] = rows;
    assert.deepEqual([first?.day, first?.opens, first?.events[0]?.count], ['2026-03-09', 1, 1]);
  });

  test('is taken back before its first day', async () => {
    const shop = await openShop(opened.database);
    await openAt(shop, '2026-03-09T12:00:00Z');
    await changeAt(shop, '2026-03-10T12:00:00Z', 'Asia/Kolkata');
    await changeAt(shop, '2026-03-10T13:00:00Z', 'UTC');
    await openAt(shop, '2026-03-11T19:00:00Z');
    await check(shop, { '2026-03-09': 1, '2026-03-11': 1 });
    assert.equal((await read(shop)).zoneChanges, undefined);
  });

  test('counts right away in an app that has counted nothing', async () => {
    const shop = await openShop(opened.database);
    await changeAt(shop, '2026-03-09T12:00:00Z', 'Asia/Kolkata');
    await openAt(shop, '2026-03-09T19:00:00Z');
    await check(shop, { '2026-03-10': 1 });
    const { timezone, zoneChanges } = await read(shop);
    assert.deepEqual([timezone, zoneChanges], ['Asia/Kolkata', undefined]);
  });
});

onOneDatabase('statistics of links', (opened) => {
  test('tell links apart only in the app’s own time zone', async () => {
    const shop = await openShop(opened.database);
    for (const path of [
      '/api/statistics?by=link&timezone=Asia/Kolkata',
      `/api/statistics?link=${shop.codes.summer}&timezone=Asia/Kolkata`,
      '/api/export/statistics.csv?timezone=Asia/Kolkata',
      '/api/links?counts=true&timezone=Asia/Kolkata',
    ]) {
      const response = await shop.callAsOwner(path);
      assert.equal(response.status, 400, path);
      assert.match(await response.text(), /must be the app’s own, UTC/);
    }
    assert.equal((await shop.callAsOwner('/api/links?timezone=Asia/Kolkata')).status, 200);
  });

  test('cut days where the time zone cuts them', async () => {
    const shop = await openShop(opened.database);
    await open(shop, 'fan', shop.codes.summer, Date.parse('2026-01-05T18:29:59.999Z'));
    await open(shop, 'fan', shop.codes.summer, Date.parse('2026-01-05T18:30:00Z'));
    const { rows: days } = await askStatistics(shop, 'by=day&from=2026-01-05&to=2026-01-06&timezone=Asia/Kolkata');
    assert.deepEqual(
      days?.map(({ day, opens }) => [day, opens]),
      [
        ['2026-01-05', 1],
        ['2026-01-06', 1],
      ]
    );
    const today = await askStatistics(shop, 'timezone=Asia/Kolkata');
    assert.deepEqual([today.from, today.to], ['2025-12-08', '2026-01-06']);
  });
});
