import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldRollups } from '../../../../src/operations/foldRollups.ts';
import { forgetOldRows } from '../../../../src/operations/retention.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { log, open } from '../../../support/appRequests.ts';
import { askStatistics, type Figures } from '../../../support/askStatistics.ts';
import { openShop } from '../../../support/openShop.ts';
import { iphone, pixel, type Phone } from '../../../support/phones.ts';
import { storeClick } from '../../../support/storeClick.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.parse('2026-01-01T12:00:00Z');

const NOTHING: Figures = {
  ...{ clicks: 0, visitors: 0, storeTaps: 0, installs: 0, bought: 0, withoutLink: 0, unsure: 0, opens: 0 },
  ...{ buyers: 0, purchases: 0, conversion: null, events: [], revenue: [] },
  ...{ confirmedPurchases: 0, confirmedRevenue: [] },
};

onOneDatabase('statistics of links', (opened) => {
  test('count own events together, and by name as many as a network may add to a day', async () => {
    const shop = await openShop(opened.database);
    const timestamp = new Date(START).toISOString();
    const events = Array.from({ length: 100 }, (_, index) => ({ id: `${index}`, name: `name_${index}`, timestamp }));
    await shop.callAsApp('/api/link/events', { body: { installId: 'stranger', sentAt: timestamp, events } });
    const { total, rows = [], order } = await askStatistics(shop, 'by=event');
    assert.deepEqual(total.events, [{ name: 'other', count: 100, sums: [] }]);
    assert.deepEqual(
      rows.slice(0, 2).map(({ events: [event] }) => event),
      [
        { name: 'other events', count: 75, sums: [] },
        { name: 'name_0', count: 1, sums: [] },
      ]
    );
    assert.deepEqual([rows.length, order?.by], [26, 'events']);
  });

  test('count events by name, and the events of one name by day', async () => {
    const shop = await openShop(opened.database);
    for (const at of [START, START + 1, START + DAY_MS])
      await log(shop, 'friend', at, { name: 'level_reached', data: { value: 2 } });
    await log(shop, 'friend', START, { name: 'purchase', data: { total: 5, currency: 'EUR' } });
    await log(shop, 'friend', START, { name: 'level_lost' });
    const timestamp = new Date(START).toISOString();
    const sent = [{ id: 'server’s', installId: 'friend', name: 'level_lost', timestamp }];
    assert.equal((await shop.callAsOwner('/api/events', { body: { events: sent } })).status, 200);
    const days = 'from=2026-01-01&to=2026-01-02';
    const { rows = [] } = await askStatistics(shop, `${days}&by=event`);
    assert.deepEqual(
      rows.map(({ events, purchases }) => [events, purchases]),
      [
        [[{ name: 'level_reached', count: 3, sums: [{ currency: null, sum: '6' }] }], 0],
        [[{ name: 'level_lost', count: 2, sums: [] }], 0],
        [[{ name: 'purchase', count: 1, sums: [{ currency: 'EUR', sum: '5' }] }], 1],
      ]
    );
    const byDay = await askStatistics(shop, `${days}&by=day&event=level_reached`);
    assert.deepEqual(
      byDay.rows?.map(({ events: [event] }) => event?.count),
      [2, 1]
    );
    const file = await (await shop.callAsOwner(`/api/export/statistics.csv?${days}&by=event`)).text();
    assert.equal(
      file,
      'event,count,sum_EUR,sum_without_currency\r\nlevel_reached,3,0,6\r\nlevel_lost,2,0,0\r\npurchase,1,5,0\r\n'
    );
  });

  test('tell what a link brought, from the click to the money', async () => {
    const shop = await openShop(opened.database);
    const { summer, sneaker } = shop.codes;
    const clickId = await shop.click(summer, iphone);
    await shop.click(summer, iphone);
    await shop.match({ clickId }, undefined, 'friend');
    await shop.match({ clickId: 'nobody’s' }, undefined, 'stranger');
    await open(shop, 'fan', sneaker, START + 1);
    await log(shop, 'friend', START + HOUR_MS, { name: 'purchase', data: { total: 0.1, currency: 'EUR' } });
    await log(shop, 'friend', START + HOUR_MS, { name: 'purchase', data: { total: 0.2, currency: 'eur' } });
    await log(shop, 'friend', START + HOUR_MS, { name: 'purchase', data: { total: '10' } });
    await log(shop, 'friend', START + HOUR_MS, { name: 'refund', data: { total: 0.05, currency: 'EUR' } });
    await log(shop, 'friend', START + HOUR_MS, { name: 'add_to_cart', data: { value: 0.3, currency: 'EUR' } });
    await log(shop, 'fan', START + HOUR_MS, { name: 'from_tomorrow' });
    await log(shop, 'stranger', START + HOUR_MS, { name: 'login' });

    const ofSummer: Figures = {
      ...NOTHING,
      ...{ clicks: 2, visitors: 1, installs: 1, bought: 1, buyers: 1, purchases: 3, conversion: 1 },
      events: [
        { name: 'add_to_cart', count: 1, sums: [{ currency: 'EUR', sum: '0.3' }] },
        {
          name: 'purchase',
          count: 3,
          sums: [
            { currency: 'EUR', sum: '0.3' },
            { currency: null, sum: '10' },
          ],
        },
        { name: 'refund', count: 1, sums: [{ currency: 'EUR', sum: '-0.05' }] },
      ],
      revenue: [
        { currency: 'EUR', sum: '0.25' },
        { currency: null, sum: '10' },
      ],
    };
    const ofSneaker: Figures = { ...NOTHING, opens: 1, events: [{ name: 'other', count: 1, sums: [] }] };
    const organic: Figures = { ...NOTHING, withoutLink: 1, events: [{ name: 'login', count: 1, sums: [] }] };

    const all = await askStatistics(shop, 'by=link&order=revenue');
    assert.deepEqual(
      all.rows?.map(({ link, ...figures }) => [link?.code ?? null, figures]),
      [
        [summer, ofSummer],
        [null, organic],
        [sneaker, ofSneaker],
      ]
    );
    assert.deepEqual(all.order, { by: 'revenue', currency: 'EUR' });
    assert.deepEqual((await askStatistics(shop, 'link=')).total, organic);
    const { clicks, installs, withoutLink, opens } = all.total;
    assert.deepEqual([clicks, installs, withoutLink, opens], [2, 1, 1, 1]);
    assert.deepEqual(all.total.revenue, ofSummer.revenue);
    assert.equal(all.nextCursor, null);

    const one = await askStatistics(shop, `link=${summer}&by=day&from=2025-12-31&to=2026-01-01`);
    assert.deepEqual(one.total, ofSummer);
    assert.deepEqual(one.rows, [
      { day: '2025-12-31', ...NOTHING },
      { day: '2026-01-01', ...ofSummer },
    ]);

    const listed = await askStatistics(shop, `by=link&link=${sneaker}&link=unknown`);
    assert.deepEqual(
      listed.rows?.map(({ link, opens }) => [link?.code, opens]),
      [[sneaker, 1]]
    );
    const other = await openShop(opened.database);
    assert.deepEqual((await askStatistics(other)).total, NOTHING);
  });

  test('are the same before and after they are folded, in any time zone, and stay when clicks go', async () => {
    const shop = await openShop(opened.database);
    const { queries } = opened.database;
    const { summer, sneaker } = shop.codes;
    for (let hour = -60; hour <= 0; hour += 1) {
      await storeClick(
        opened.database,
        shop,
        hour % 3 ? summer : sneaker,
        START + hour * HOUR_MS + ((hour % 4) * HOUR_MS) / 4
      );
    }
    const zones = ['Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati'];
    const questions = [
      'by=day&to=2026-01-02',
      `by=day&link=${summer}&from=2025-12-30&to=2026-01-01`,
      'by=link&from=2025-12-31&to=2025-12-31',
      ...zones.map((zone) => `by=day&timezone=${zone}&to=2026-01-02`),
    ];
    const askAll = async () => {
      const answers = [];
      for (const question of questions) answers.push(await askStatistics(shop, question));
      return answers;
    };
    const before = await askAll();
    assert.deepEqual(
      new Set(before.filter((_, number) => number !== 1 && number !== 2).map(({ total }) => total.clicks)),
      new Set([61])
    );
    await foldRollups(queries, START);
    assert.deepEqual(await askAll(), before);
    // The clicks themselves go long before their counts.
    await forgetOldRows(queries, START + 100 * DAY_MS, 400);
    const { clicks } = (await (await shop.callAsOwner('/api/clicks')).json()) as { clicks: unknown[] };
    assert.deepEqual(clicks, []);
    assert.deepEqual(await askAll(), before);
    await forgetOldRows(queries, START + 500 * DAY_MS, 400);
    assert.deepEqual(await askAll(), before);
  });

  test('tell installs without a link from unsure ones, each once however often it asks, and keep both', async () => {
    const shop = await openShop(opened.database);
    const { queries } = opened.database;
    const askThrice = async (phone: Phone, installId: string) => {
      for (let time = 0; time < 3; time += 1) {
        assert.equal((await shop.matchPhone(phone, {}, installId)).status, 404);
        shop.clock.now += 1_000;
      }
    };
    await askThrice(pixel, 'never-clicked');
    // Two people at one address whose browsers differ in language: either may have opened the app.
    const english = { ...iphone, browser: { ...iphone.browser, acceptLanguage: 'en-US' } };
    await shop.click(shop.codes.summer, iphone);
    await shop.click(shop.codes.sneaker, english);
    const either = { ...iphone, fingerprint: { ...iphone.fingerprint, locale: [] } };
    await askThrice(either, 'one-of-two');
    const count = async () => {
      const { withoutLink, unsure } = (await askStatistics(shop)).total;
      return { withoutLink, unsure };
    };
    assert.deepEqual(await count(), { withoutLink: 1, unsure: 1 });
    // The attempts go long before their counts.
    await forgetOldRows(queries, START + 100 * DAY_MS, 400);
    assert.deepEqual(await count(), { withoutLink: 1, unsure: 1 });
  });

  test('count a buyer once, although the first of their purchases is no longer kept', async () => {
    const shop = await openShop(opened.database);
    for (const day of [0, 20]) await log(shop, 'friend', START + day * DAY_MS);
    await forgetOldRows(opened.database.queries, START + 35 * DAY_MS, 30);
    await log(shop, 'friend', START + 36 * DAY_MS);
    const { buyers, purchases } = (await askStatistics(shop, 'from=2026-01-01&to=2026-02-28')).total;
    assert.deepEqual([buyers, purchases], [1, 3]);
  });

  test('tell which purchases and how much revenue the app’s server confirmed, in the file, too', async () => {
    const shop = await openShop(opened.database);
    await shop.match({ clickId: await shop.click(shop.codes.summer, iphone) }, undefined, 'friend');
    await log(shop, 'friend', START + HOUR_MS, { name: 'purchase', data: { total: 100, currency: 'EUR' } });
    const send = async (...events: object[]) =>
      assert.equal((await shop.callAsOwner('/api/events', { body: { events } })).status, 200);
    const timestamp = new Date(START + 2 * HOUR_MS).toISOString();
    const fromServer = { installId: 'friend', timestamp };
    await send(
      { ...fromServer, id: 'order-1', name: 'purchase', data: { total: 20, currency: 'EUR' } },
      { ...fromServer, id: 'order-2', name: 'purchase', data: { total: 7, currency: 'USD' } },
      { ...fromServer, id: 'back-1', name: 'refund', data: { total: 5, currency: 'EUR' } },
      { ...fromServer, id: 'cart-1', name: 'add_to_cart', data: { total: 9, currency: 'EUR' } }
    );
    const confirmed = {
      purchases: 3,
      confirmedPurchases: 2,
      confirmedRevenue: [
        { currency: 'EUR', sum: '15' },
        { currency: 'USD', sum: '7' },
      ],
    };
    const check = async (expected: Partial<Figures>) => {
      for (const query of [
        '',
        `link=${shop.codes.summer}`,
        'platform=ios',
        'timezone=Asia/Kolkata',
        'attribution=brought',
      ]) {
        const { total } = await askStatistics(shop, query);
        assert.deepEqual(
          Object.fromEntries(Object.keys(expected).map((key) => [key, Reflect.get(total, key)])),
          expected,
          query
        );
      }
    };
    await check(confirmed);
    await foldRollups(opened.database.queries, START + DAY_MS);
    await check(confirmed);
    const file = await (await shop.callAsOwner('/api/export/statistics.csv')).text();
    const [names = [], values = []] = file.split('\r\n').map((line) => line.split(','));
    const value = (name: string) => values[names.indexOf(name)];
    assert.deepEqual(
      ['purchase', 'confirmed_purchases', 'revenue_EUR', 'confirmed_revenue_EUR', 'confirmed_revenue_USD'].map(value),
      ['3', '2', '115', '15', '7']
    );
    // What is deleted is no longer confirmed.
    await shop.forget('/api/installs/friend');
    await check({ purchases: 0, confirmedPurchases: 0, confirmedRevenue: [] });
  });

  for (const [what, query] of [
    ['a time zone that is none', 'timezone=Europe/Nowhere'],
    ['a day that is none', 'from=2026-02-30'],
    ['an end before the beginning', 'from=2026-01-02&to=2026-01-01'],
    ['too many days', 'from=2020-01-01&to=2026-01-01'],
    ['an order that is none', 'by=link&order=luck'],
    ['a cursor that is none', 'by=link&cursor=luck'],
    ['another list’s cursor', `by=link&cursor=${btoa(encodeURIComponent('["1e9","a"]'))}`],
    ['too many rows', 'by=link&limit=1001'],
  ] as const) {
    test(`${what} is refused`, async () => {
      const shop = await openShop(opened.database);
      assert.equal((await shop.callAsOwner(`/api/statistics?${query}`)).status, 400);
    });
  }

  test('take a secret key', async () => {
    const shop = await openShop(opened.database);
    assert.equal((await shop.call('/api/statistics')).status, 401);
    assert.equal((await shop.callAsApp('/api/statistics')).status, 403);
    assert.equal((await shop.callAsAdmin('/api/statistics', { headers: { 'x-app-id': shop.app.id } })).status, 200);
  });
});
