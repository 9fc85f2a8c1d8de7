import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { foldRollups } from '../../../../src/operations/foldRollups.ts';
import { forgetOldRows } from '../../../../src/operations/retention.ts';
import { createCalendar, nextDay, startOfDay } from '../../../../src/values/days.ts';
import { onEachDatabase, onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';
import { iphone, pixel, type Phone } from '../../../support/phones.ts';
import { storeClick } from '../../../support/storeClick.ts';

interface Sums {
  currency: string | null;
  sum: string;
}

interface Figures {
  clicks: number;
  visitors: number;
  storeTaps: number;
  installs: number;
  bought: number;
  withoutLink: number;
  unsure: number;
  opens: number;
  buyers: number;
  purchases: number;
  conversion: number | null;
  events: { name: string; count: number; sums: Sums[] }[];
  revenue: Sums[];
  confirmedPurchases: number;
  confirmedRevenue: Sums[];
}

interface Statistics {
  from: string;
  to: string;
  total: Figures;
  rows?: (Figures & { day?: string; link?: { code: string; title: string | null } | null })[];
  order?: { by: string; currency?: string | null };
  nextCursor?: string | null;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.parse('2026-01-01T12:00:00Z');

const NOTHING: Figures = {
  ...{ clicks: 0, visitors: 0, storeTaps: 0, installs: 0, bought: 0, withoutLink: 0, unsure: 0, opens: 0 },
  ...{ buyers: 0, purchases: 0, conversion: null, events: [], revenue: [] },
  ...{ confirmedPurchases: 0, confirmedRevenue: [] },
};

async function ask(shop: Shop, query = ''): Promise<Statistics> {
  const response = await shop.callAsOwner(`/api/statistics?${query}`);
  assert.equal(response.status, 200);
  return (await response.json()) as Statistics;
}

/** All links, asked for page by page. */
async function askForLinks(shop: Shop, order: string, limit: number): Promise<NonNullable<Statistics['rows']>> {
  const links: NonNullable<Statistics['rows']> = [];
  let cursor: string | null | undefined = '';
  while (cursor !== null) {
    const page = await ask(shop, `by=link&order=${order}&limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
    links.push(...(page.rows ?? []));
    cursor = page.nextCursor;
  }
  return links;
}

async function open(shop: Shop, installId: string, code: string, at: number) {
  shop.clock.now = at;
  const body = { url: `${shop.origin}/${code}` };
  await shop.callAsApp('/api/link/resolve-short', { body, headers: { 'x-install-id': installId } });
}

async function log(shop: Shop, installId: string, at: number, name: string, data?: object) {
  shop.clock.now = at;
  const timestamp = new Date(at).toISOString();
  const body = { installId, sentAt: timestamp, events: [{ id: randomUUID(), name, timestamp, data }] };
  assert.equal((await shop.callAsApp('/api/link/events', { body })).status, 200);
}

onOneDatabase('a list of links by what they brought', (opened) => {
  test('has the same links in pages of any size, whatever they are sorted by', async () => {
    const shop = await openShop(opened.database);
    const { summer, sneaker } = shop.codes;
    const codes = ['opened', 'logged-in', 'bought', 'refunded'];
    await Promise.all(codes.map((code) => shop.callAsOwner('/api/links', { body: { code, destination: '/x' } })));
    await shop.match({ clickId: await shop.click(summer, iphone) }, undefined, 'friend');
    await shop.click(sneaker, iphone);
    await shop.click(sneaker, iphone);
    for (const code of codes) await open(shop, `fan-of-${code}`, code, START + 1);
    await log(shop, 'fan-of-logged-in', START + HOUR_MS, 'login');
    await log(shop, 'fan-of-bought', START + HOUR_MS, 'purchase', { total: 5, currency: 'EUR' });
    await log(shop, 'fan-of-refunded', START + HOUR_MS, 'refund', { total: 5, currency: 'EUR' });
    await log(shop, 'stranger', START + HOUR_MS, 'login');

    const list = async (order: string, limit: number) =>
      (await askForLinks(shop, order, limit)).map(({ link }) => link?.code ?? null);
    const firsts = { clicks: sneaker, installs: summer, opens: 'bought', purchases: 'bought', revenue: 'bought' };
    for (const [order, first] of Object.entries(firsts)) {
      const all = await list(order, 100);
      assert.deepEqual([all[0], all.length], [first, 7], order);
      for (const limit of [1, 2, 3, 4]) assert.deepEqual(await list(order, limit), all, `${order} by ${limit}`);
    }
    assert.equal((await list('revenue', 100)).at(-1), 'refunded');
  });
});

onEachDatabase('statistics of links', (opened) => {
  test('read events of unknown names as one figure, because strangers can send any number of names', async () => {
    const shop = await openShop(opened.database);
    const timestamp = new Date(START).toISOString();
    const events = Array.from({ length: 100 }, (_, index) => ({ id: `${index}`, name: `name_${index}`, timestamp }));
    await shop.callAsApp('/api/link/events', { body: { installId: 'stranger', sentAt: timestamp, events } });
    assert.deepEqual((await ask(shop)).total.events, [{ name: 'other', count: 100, sums: [] }]);
  });

  test('tell what a link brought, from the click to the money', async () => {
    const shop = await openShop(opened.database);
    const { summer, sneaker } = shop.codes;
    const clickId = await shop.click(summer, iphone);
    await shop.click(summer, iphone);
    await shop.match({ clickId }, undefined, 'friend');
    await shop.match({ clickId: 'nobody’s' }, undefined, 'stranger');
    await open(shop, 'fan', sneaker, START + 1);
    await log(shop, 'friend', START + HOUR_MS, 'purchase', { total: 0.1, currency: 'EUR' });
    await log(shop, 'friend', START + HOUR_MS, 'purchase', { total: 0.2, currency: 'eur' });
    await log(shop, 'friend', START + HOUR_MS, 'purchase', { total: '10' });
    await log(shop, 'friend', START + HOUR_MS, 'refund', { total: 0.05, currency: 'EUR' });
    await log(shop, 'friend', START + HOUR_MS, 'add_to_cart', { value: 0.3, currency: 'EUR' });
    await log(shop, 'fan', START + HOUR_MS, 'from_tomorrow');
    await log(shop, 'stranger', START + HOUR_MS, 'login');

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

    const all = await ask(shop, 'by=link&order=revenue');
    assert.deepEqual(
      all.rows?.map(({ link, ...figures }) => [link?.code ?? null, figures]),
      [
        [summer, ofSummer],
        [null, organic],
        [sneaker, ofSneaker],
      ]
    );
    assert.deepEqual(all.order, { by: 'revenue', currency: 'EUR' });
    assert.deepEqual((await ask(shop, 'link=')).total, organic);
    const { clicks, installs, withoutLink, opens } = all.total;
    assert.deepEqual([clicks, installs, withoutLink, opens], [2, 1, 1, 1]);
    assert.deepEqual(all.total.revenue, ofSummer.revenue);
    assert.equal(all.nextCursor, null);

    const one = await ask(shop, `link=${summer}&by=day&from=2025-12-31&to=2026-01-01`);
    assert.deepEqual(one.total, ofSummer);
    assert.deepEqual(one.rows, [
      { day: '2025-12-31', ...NOTHING },
      { day: '2026-01-01', ...ofSummer },
    ]);

    const listed = await ask(shop, `by=link&link=${sneaker}&link=unknown`);
    assert.deepEqual(
      listed.rows?.map(({ link, opens }) => [link?.code, opens]),
      [[sneaker, 1]]
    );
    const other = await openShop(opened.database);
    assert.deepEqual((await ask(other)).total, NOTHING);
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
    const askAll = () => Promise.all(questions.map((question) => ask(shop, question)));
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
      const { withoutLink, unsure } = (await ask(shop)).total;
      return { withoutLink, unsure };
    };
    assert.deepEqual(await count(), { withoutLink: 1, unsure: 1 });
    // The attempts go long before their counts.
    await forgetOldRows(queries, START + 100 * DAY_MS, 400);
    assert.deepEqual(await count(), { withoutLink: 1, unsure: 1 });
  });

  test('tell which purchases and how much revenue the app’s server confirmed, in the file, too', async () => {
    const shop = await openShop(opened.database);
    await shop.match({ clickId: await shop.click(shop.codes.summer, iphone) }, undefined, 'friend');
    await log(shop, 'friend', START + HOUR_MS, 'purchase', { total: 100, currency: 'EUR' });
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
        const { total } = await ask(shop, query);
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
    assert.equal((await shop.callAsOwner('/api/installs/friend', { method: 'DELETE' })).status, 200);
    await check({ purchases: 0, confirmedPurchases: 0, confirmedRevenue: [] });
  });

  test('cut the days of the file where the app’s own time zone cuts them', async () => {
    const shop = await openShop(opened.database, {}, { timeZone: 'Pacific/Auckland' });
    // Noon in London is one o’clock at night of the next day in Auckland.
    await shop.click(shop.codes.summer, iphone);
    const clicksOn = async (day: string) => {
      const answer = await shop.callAsOwner(`/api/export/statistics.csv?from=${day}&to=${day}`);
      const [names = [], values] = (await answer.text()).split('\r\n').map((line) => line.split(','));
      return values?.[names.indexOf('clicks')];
    };
    assert.deepEqual([await clicksOn('2026-01-01'), await clicksOn('2026-01-02')], [undefined, '1']);
  });

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
    const { rows: days } = await ask(shop, 'by=day&from=2026-01-05&to=2026-01-06&timezone=Asia/Kolkata');
    assert.deepEqual(
      days?.map(({ day, opens }) => [day, opens]),
      [
        ['2026-01-05', 1],
        ['2026-01-06', 1],
      ]
    );
    const today = await ask(shop, 'timezone=Asia/Kolkata');
    assert.deepEqual([today.from, today.to], ['2025-12-08', '2026-01-06']);
  });

  test('list links page by page, each once, the most first', async () => {
    const shop = await openShop(opened.database);
    const codes = Array.from({ length: 7 }, (_, number) => `link-${number}`);
    await Promise.all(
      codes.map((code) => shop.callAsOwner('/api/links', { body: { code, destination: '/x', title: code } }))
    );
    for (const [number, code] of codes.entries()) {
      for (let times = 0; times <= number % 3; times += 1) await open(shop, `fan-${times}`, code, START + times);
    }
    await log(shop, 'stranger', START, 'login');
    const links = await askForLinks(shop, 'opens', 3);
    const seen = links.map(({ link, opens }): [string | null, number] => [link?.title ?? null, opens]);
    const expected = codes.map((code, number): [string | null, number] => [code, (number % 3) + 1]);
    expected.sort(([one, some], [other, more]) => more - some || ((one ?? '') < (other ?? '') ? -1 : 1));
    assert.deepEqual(seen, [...expected, [null, 0]]);
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

test('a day begins when its zone says so, even where midnight doesn’t exist', () => {
  for (const [zone, day, start] of [
    ['UTC', '2026-01-01', '2026-01-01T00:00:00.000Z'],
    ['Europe/Vienna', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Vienna', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z'],
    // Beirut's clocks go from midnight to one o'clock.
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
    // Samoa left this day out.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
  ] as const) {
    const dayOf = createCalendar(zone);
    assert.ok(dayOf);
    assert.equal(new Date(startOfDay(day, dayOf)).toISOString(), start);
  }
  assert.equal(createCalendar('Europe/Nowhere'), null);
  assert.equal(nextDay('2026-02-28'), '2026-03-01');
});

onOneDatabase('statistics, exported,', (opened) => {
  test('come as a file with a row for each link, and one for what belongs to none', async () => {
    const shop = await openShop(opened.database);
    const { summer, sneaker } = shop.codes;
    const title = '=HYPERLINK("https://evil.test")';
    const named = { name: 'Ana', campaign: 'xmas', tags: ['a', 'b'] };
    await shop.callAsOwner(`/api/links/${summer}`, { method: 'PATCH', body: { title, ...named } });
    const clickId = await shop.click(summer, iphone);
    await shop.click(summer, iphone);
    await shop.match({ clickId }, undefined, 'friend');
    await shop.match({ clickId: 'nobody’s' }, undefined, 'stranger');
    await open(shop, 'fan', sneaker, START + 1);
    await log(shop, 'friend', START + HOUR_MS, 'purchase', { total: 0.1, currency: 'EUR' });
    await log(shop, 'friend', START + HOUR_MS, 'purchase', { total: '10' });
    await log(shop, 'friend', START + HOUR_MS, 'refund', { total: 0.3, currency: 'EUR' });
    await log(shop, 'fan', START + HOUR_MS, 'from_tomorrow');
    await log(shop, 'stranger', START + HOUR_MS, 'login');
    await log(shop, 'friend', START + 3 * DAY_MS, 'purchase', { total: 5, currency: 'USD' });

    const answer = await shop.callAsOwner('/api/export/statistics.csv?from=2026-01-01&to=2026-01-02');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.match(answer.headers.get('content-disposition') ?? '', /attachment; filename="statistics\.csv"/);
    const [header = '', ...rows] = (await answer.text()).split('\r\n').filter((line) => line !== '');
    const names = header.split(',');
    assert.deepEqual(names.slice(0, 6), ['code', 'name', 'title', 'destination', 'campaign', 'source']);
    assert.deepEqual(names.slice(-3), [
      'revenue_without_currency',
      'confirmed_revenue_EUR',
      'confirmed_revenue_without_currency',
    ]);
    assert.equal(names.length, 18 + 18 + 5);
    const [ofSummer = '', ...others] = rows;
    assert.ok(
      ofSummer.startsWith(
        `${summer},Ana,"'=HYPERLINK(""https://evil.test"")",${shop.destinations.summer},xmas,,,"a,b",2,1,0,1,1,0,0,0,1,0,`
      )
    );
    const value = (row: string, name: string) => row.split(',').at(names.indexOf(name) - names.length);
    assert.deepEqual(
      ['purchase', 'refund', 'login', 'revenue_EUR', 'revenue_without_currency'].map((name) => value(ofSummer, name)),
      ['2', '1', '0', '-0.2', '10']
    );
    const ofNone = others.find((row) => row.startsWith(',,,,,,,,0,0,0,0,0,1,0,0,0,0,')) ?? '';
    assert.equal(value(ofNone, 'login'), '1');
    const ofSneaker =
      others.find((row) => row.startsWith(`${sneaker},,,${shop.destinations.sneaker},,,,,0,0,0,0,0,0,0,1,0,0,`)) ?? '';
    assert.equal(value(ofSneaker, 'other'), '1');
    assert.equal(rows.length, 3);

    const empty = await shop.callAsOwner('/api/export/statistics.csv?from=2025-01-01&to=2025-01-02');
    assert.equal((await empty.text()).split('\r\n').length, 2);
    for (const query of ['from=2026-01-02&to=2026-01-01', 'timezone=Nowhere', 'from=x']) {
      assert.equal((await shop.callAsOwner(`/api/export/statistics.csv?${query}`)).status, 400, query);
    }
    const other = await openShop(opened.database);
    const theirs = await other.callAsOwner('/api/export/statistics.csv?from=2026-01-01&to=2026-01-02');
    assert.ok(!(await theirs.text()).includes(summer));
  });
});
