import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldDeltas } from '../../../../src/storage/counts/foldDeltas.ts';
import { DEFINITIONS } from '../../../../src/values/definitions.ts';
import { appendFacts, type Fact, type From } from '../../../support/appendFacts.ts';
import { create } from '../../../support/linkRequests.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';

/** A generator of whole numbers below a bound; the same for the same seed. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Figures {
  clicks: number;
  visitors: number;
  installs: number;
  buyers: number;
  purchases: number;
  revenue: { currency: string | null; sum: string }[];
  conversion: number | null;
}

interface Answer {
  from: string;
  to: string;
  total: Figures;
  rows?: (Figures & Record<string, unknown>)[];
  finished?: Pick<Answer, 'total' | 'rows'>;
  previous?: Answer & { until?: string };
  nextCursor?: string | null;
  mainCurrency: string | null;
  hint?: string;
}

async function ask(shop: Shop, query: string): Promise<Answer> {
  const response = await shop.callAsOwner(`/api/statistics?${query}`);
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as Answer;
}

async function refusal(shop: Shop, path: string): Promise<string> {
  const response = await shop.callAsOwner(path);
  assert.equal(response.status, 400, path);
  const { error } = (await response.json()) as { error: { fields: { name: string; message: string }[] } };
  return error.fields.map(({ name, message }) => `${name} ${message}`).join();
}

/** Sums that breakdowns must keep. Money is in cents. */
function sumsOf(figures: readonly Figures[]) {
  const sum = (read: (each: Figures) => number) => figures.reduce((all, each) => all + read(each), 0);
  const cents = (currency: string) =>
    sum(({ revenue }) => Math.round(Number(revenue.find((each) => each.currency === currency)?.sum ?? 0) * 100));
  return {
    clicks: sum(({ clicks }) => clicks),
    installs: sum(({ installs }) => installs),
    purchases: sum(({ purchases }) => purchases),
    EUR: cents('EUR'),
    INR: cents('INR'),
  };
}

const LINKS: From[] = Array.from({ length: 40 }, (_, number) => ({
  link: `link-${number}`,
  campaign: number % 4 === 0 ? null : `campaign-${number % 7}`,
  source: number % 3 === 0 ? null : `source-${number % 5}`,
  medium: number % 2 === 0 ? null : 'social',
}));

function inventFacts(count: number): Fact[] {
  const random = createRandom(43);
  const pick = <Value>(values: readonly Value[]) => values[random(values.length)] as Value;
  return Array.from({ length: count }, (): Fact => {
    const at = new Date(Date.parse('2026-01-01T00:00:00Z') + random(60 * 24 * 60) * 60_000);
    const figure = pick([
      'clicks',
      'clicks',
      'visitors',
      'link_visitors',
      'installs',
      'opens',
      'purchase',
      'refund',
      'buyers',
    ]);
    const isMoney = figure === 'purchase' || figure === 'refund';
    const cents = (random(10_000) / 100) * (figure === 'refund' ? -1 : 1);
    return {
      at: at.toISOString(),
      figure,
      last: figure.endsWith('visitors') || figure === 'clicks' || random(5) > 0 ? pick(LINKS) : null,
      brought: isMoney || figure === 'buyers' ? pick(LINKS) : null,
      platform: pick(['ios', 'android', null]),
      system: pick(['17', '18', null]),
      browser: pick(['Safari', 'Chrome', 'Instagram']),
      country: pick(['DE', 'IN', null]),
      ...(isMoney ? { amount: String(cents), currency: pick(['EUR', 'INR']) } : {}),
    };
  });
}

const RANGE = 'from=2026-01-01&to=2026-03-02&limit=1000';
const BREAKDOWNS = ['day', 'link', 'campaign', 'source', 'medium', 'platform', 'system', 'browser', 'country'];

onOneDatabase('statistics by anything', (opened) => {
  test('clicks, installs, purchases and revenue of every breakdown add up to the total, under either attribution', async () => {
    const shop = await openShop(opened.database, {}, { timeZone: 'Asia/Kolkata' });
    const facts = inventFacts(1_000);
    await appendFacts(opened.database.queries, shop.app.id, facts.slice(0, 900));
    await foldDeltas(opened.database.queries, shop.app.id);
    await appendFacts(opened.database.queries, shop.app.id, facts.slice(900));
    for (const attribution of ['last', 'brought']) {
      const { total } = await ask(shop, `${RANGE}&attribution=${attribution}`);
      const cents = facts
        .filter(({ currency }) => currency === 'EUR')
        .reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
      assert.equal(sumsOf([total]).clicks, facts.filter(({ figure }) => figure === 'clicks').length);
      assert.equal(sumsOf([total]).EUR, cents);
      for (const by of BREAKDOWNS) {
        const answer = await ask(shop, `${RANGE}&attribution=${attribution}&by=${by}`);
        assert.deepEqual(sumsOf(answer.rows ?? []), sumsOf([total]), `${by} under ${attribution}`);
        assert.deepEqual(sumsOf([answer.total]), sumsOf([total]));
      }
    }
    const hours = await ask(shop, 'from=2026-01-10&to=2026-01-12&by=hour');
    assert.equal(hours.rows?.length, 72);
    assert.equal(hours.rows[0]?.hour, '2026-01-09T18:30:00.000Z');
    assert.deepEqual(sumsOf(hours.rows), sumsOf([(await ask(shop, 'from=2026-01-10&to=2026-01-12')).total]));
  });

  test('every breakdown can be filtered by what is counted with it, and the rest is refused with the reason', async () => {
    const shop = await openShop(opened.database);
    const facts = inventFacts(500);
    await appendFacts(opened.database.queries, shop.app.id, facts);
    const count = (fits: (fact: Fact) => boolean) =>
      facts.filter((fact) => fact.figure === 'clicks' && fits(fact)).length;
    for (const [filter, fits] of [
      ['link=link-5', (fact) => fact.last?.link === 'link-5'],
      ['link=link-5&link=link-7&source=source-2', (fact) => fact.last?.link === 'link-7'],
      ['campaign=campaign-1', (fact) => fact.last?.campaign === 'campaign-1'],
      ['campaign=', (fact) => fact.last?.campaign === null],
      ['campaign=campaign-1&country=DE', (fact) => fact.last?.campaign === 'campaign-1' && fact.country === 'DE'],
      ['campaign=campaign-1&country=', (fact) => fact.last?.campaign === 'campaign-1' && fact.country === null],
      ['platform=ios&browser=Safari', (fact) => fact.platform === 'ios' && fact.browser === 'Safari'],
    ] as [string, (fact: Fact) => boolean][]) {
      assert.equal((await ask(shop, `${RANGE}&${filter}`)).total.clicks, count(fits), filter);
      const byDay = await ask(shop, `${RANGE}&by=day&${filter}`);
      assert.equal(sumsOf(byDay.rows ?? []).clicks, count(fits), filter);
    }
    assert.match(await refusal(shop, '/api/statistics?by=country&link=a'), /^by can’t be combined/);
    assert.match(await refusal(shop, '/api/statistics?by=link&platform=ios'), /^by can’t be combined/);
    assert.match(await refusal(shop, '/api/statistics?by=event&campaign=a'), /^by can’t be combined/);
    assert.match(await refusal(shop, '/api/statistics?source=a&platform=ios'), /^platform can’t be combined/);
    assert.match(await refusal(shop, '/api/statistics?by=hour&from=2026-01-01&to=2026-01-02&campaign=a'), /^by /);
    assert.match(await refusal(shop, '/api/statistics?by=hour&from=2026-01-01&to=2026-02-10'), /^from /);
    assert.match(
      await refusal(shop, '/api/statistics?timezone=Asia/Kolkata&campaign=a'),
      /^timezone must be the app’s own, UTC/
    );
    assert.match(
      await refusal(shop, '/api/statistics?timezone=Asia/Kolkata&by=link'),
      /^timezone must be the app’s own, UTC/
    );
    assert.match(await refusal(shop, '/api/statistics?tag='), /^tag /);
    assert.match(await refusal(shop, '/api/statistics?campain=a'), /campain/);
  });

  test('the days before are compared in the same shape, with what only they had', async () => {
    const shop = await openShop(opened.database);
    const fact = { platform: 'ios', system: null, browser: null, figure: 'installs', brought: null };
    const [last = null] = LINKS;
    await appendFacts(opened.database.queries, shop.app.id, [
      { ...fact, last, country: 'DE', at: '2026-01-08T12:00:00Z' },
      { ...fact, last, country: 'IN', at: '2026-01-07T12:00:00Z' },
      { ...fact, last, country: 'DE', at: '2026-01-01T00:00:00Z' },
      { ...fact, last, country: 'DE', at: '2025-12-31T23:00:00Z' },
    ]);
    const answer = await ask(shop, 'from=2026-01-08&to=2026-01-14&by=country&compare=previous&order=installs');
    const installs = ({ rows = [] }: Answer) => rows.map(({ country, installs: count }) => [country, count]);
    assert.deepEqual(installs(answer), [['DE', 1]]);
    assert.ok(answer.previous);
    assert.deepEqual([answer.previous.from, answer.previous.to], ['2026-01-01', '2026-01-07']);
    assert.deepEqual(installs(answer.previous), [
      ['DE', 1],
      ['IN', 1],
    ]);
    assert.equal(answer.previous.total.installs, 2);
    const days = await ask(shop, 'from=2026-01-08&to=2026-01-14&by=day&compare=previous');
    assert.equal(days.previous?.rows?.[6]?.day, '2026-01-07');
    const abroad = await ask(shop, 'from=2026-01-08&to=2026-01-14&timezone=Asia/Kolkata&by=day&compare=previous');
    assert.equal(abroad.previous?.total.installs, 3);
  });

  test('today is compared with yesterday until the same time, in the total only', async () => {
    const shop = await openShop(opened.database);
    const fact = { platform: 'ios', system: null, browser: null, country: 'DE', figure: 'installs', brought: null };
    const [last = null] = LINKS;
    const times = ['2026-01-08T00:10', '2026-01-07T00:00', '2026-01-07T10:14', '2026-01-07T10:15', '2026-01-07T23:00'];
    await appendFacts(
      opened.database.queries,
      shop.app.id,
      times.map((at) => ({ ...fact, last, at: `${at}:00Z` }))
    );
    shop.clock.now = Date.parse('2026-01-08T10:20:00Z');
    const today = 'from=2026-01-08&to=2026-01-08&compare=previous';
    const { total, previous } = await ask(shop, `${today}&by=hour`);
    assert.deepEqual([total.installs, previous?.total.installs, previous?.until], [1, 2, '2026-01-07T10:15:00.000Z']);
    assert.equal(
      previous?.rows?.reduce((sum, { installs }) => sum + installs, 0),
      4
    );
    const byCountry = await ask(shop, `${today}&by=country`);
    assert.deepEqual([byCountry.previous?.total.installs, byCountry.previous?.rows], [2, undefined]);
    assert.equal((await ask(shop, `${today}&country=DE`)).previous, undefined);
    const abroad = await ask(shop, `${today}&timezone=Asia/Kolkata`);
    assert.deepEqual([abroad.total.installs, abroad.previous?.total.installs], [2, 2]);
    const yesterday = await ask(shop, 'from=2026-01-07&to=2026-01-07&compare=previous&country=DE');
    assert.deepEqual([yesterday.total.installs, yesterday.previous?.until], [4, undefined]);
  });

  test('what is compared is without today, in the total and in each row of any page', async () => {
    const shop = await openShop(opened.database);
    await appendFacts(opened.database.queries, shop.app.id, inventFacts(1_500));
    await foldDeltas(opened.database.queries, shop.app.id);
    await create(shop, { code: 'link-0', destination: '/a', tags: ['paid', 'winter'] });
    shop.clock.now = Date.parse('2026-01-12T10:20:00Z');
    const days = 'from=2026-01-08&to=2026-01-12';
    const [now, before] = ['from=2026-01-08&to=2026-01-11', 'from=2026-01-03&to=2026-01-06'];
    const reports = [
      ['campaign', '&limit=50'],
      ['campaign', '&order=revenue&limit=3'],
      ['link', '&limit=20'],
      ['link', '&limit=50&campaign=campaign-1'],
      ['tag', '&limit=2'],
      ['country', '&order=revenue&limit=3&campaign=campaign-1'],
    ] as const;
    for (const [by, query] of reports) {
      const whole = `by=${by}${query.replace(/limit=\d+/, 'limit=1000')}`;
      const [nows, befores] = await Promise.all([now, before].map((each) => ask(shop, `${each}&${whole}`)));
      let cursor = '';
      do {
        const page: Answer = await ask(shop, `${days}&by=${by}${query}&compare=previous${cursor}`);
        const named = (rows: Answer['rows'] = []) => new Map(rows.map((row) => [JSON.stringify(row[by]), row]));
        for (const [compared, all] of [
          [page.finished, nows],
          [page.previous?.finished, befores],
        ] as const) {
          assert.deepEqual(compared?.total, all?.total);
          const [rows, expected] = [named(compared?.rows), named(all?.rows)];
          for (const value of named(page.rows).keys())
            assert.deepEqual(rows.get(value), expected.get(value), `${by}${query}: ${value}`);
        }
        cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : '';
      } while (cursor);
    }
    for (const query of ['', '&by=day', '&by=day&country=DE', '&by=day&timezone=Asia/Kolkata']) {
      const compared = await ask(shop, `${days}&compare=previous${query}`);
      const rest = query.replace('by=day', '');
      assert.deepEqual(compared.finished, { total: (await ask(shop, `${now}${rest}`)).total }, query);
      assert.deepEqual(compared.previous?.finished, { total: (await ask(shop, `${before}${rest}`)).total }, query);
    }
    for (const query of [
      `${now}&compare=previous`,
      days,
      `${days}&compare=previous&by=hour`,
      'from=2026-01-12&to=2026-01-12&compare=previous',
    ])
      assert.equal((await ask(shop, query)).finished, undefined, query);
  });

  test('the days before have every row of this page, however many others they had', async () => {
    const shop = await openShop(opened.database);
    const fact = { platform: 'ios', system: null, browser: null, figure: 'installs', brought: null };
    const [last = null] = LINKS;
    const before = ['AT', 'AT', 'CH', 'CH', 'FR', 'FR', 'DE'].map((country) => ({
      ...fact,
      last,
      country,
      at: '2026-01-02T12:00:00Z',
    }));
    const now = { ...fact, last, country: 'DE', at: '2026-01-08T12:00:00Z' };
    await appendFacts(opened.database.queries, shop.app.id, [now, ...before]);
    const { previous } = await ask(
      shop,
      'from=2026-01-08&to=2026-01-14&by=country&compare=previous&order=installs&limit=2'
    );
    assert.equal(previous?.rows?.find(({ country }) => country === 'DE')?.installs, 1);
  });

  test('pages of rows follow each other, the highest first, and the days before have the same values', async () => {
    const shop = await openShop(opened.database);
    await appendFacts(opened.database.queries, shop.app.id, inventFacts(500));
    const seen: string[] = [];
    let cursor: string | null | undefined = '';
    while (cursor !== null && cursor !== undefined) {
      const answer: Answer = await ask(
        shop,
        `from=2026-01-01&to=2026-03-01&by=campaign&order=revenue&currency=EUR&limit=3&compare=previous${cursor && `&cursor=${cursor}`}`
      );
      seen.push(...(answer.rows ?? []).map(({ campaign }) => String(campaign)));
      cursor = answer.nextCursor;
    }
    const whole = await ask(shop, 'from=2026-01-01&to=2026-03-01&by=campaign&order=revenue&currency=EUR');
    assert.deepEqual(
      seen,
      whole.rows?.map(({ campaign }) => String(campaign))
    );
    assert.equal(new Set(seen).size, seen.length);
  });

  test('tags are those that links have now; a link with two counts under both', async () => {
    const shop = await openShop(opened.database);
    await create(shop, { code: 'link-0', destination: '/a', tags: ['paid', 'winter'] });
    await create(shop, { code: 'link-1', destination: '/a', tags: ['winter'] });
    const [zero = null, one = null, two = null] = LINKS;
    const fact = {
      platform: null,
      system: null,
      browser: null,
      country: null,
      brought: null,
      at: '2026-01-01T12:00:00Z',
    };
    await appendFacts(
      opened.database.queries,
      shop.app.id,
      [zero, one, two].map((last) => ({ ...fact, figure: 'clicks', last }))
    );
    const { rows = [] } = await ask(shop, 'from=2026-01-01&to=2026-01-01&by=tag');
    assert.deepEqual(Object.fromEntries(rows.map(({ tag, clicks }) => [String(tag), clicks])), {
      paid: 1,
      winter: 2,
      null: 1,
    });
    const page = async (query: string) => {
      const answer = await ask(shop, `from=2026-01-01&to=2026-01-01&by=tag&limit=1&compare=previous${query}`);
      return { tag: answer.rows?.[0]?.tag, count: answer.rows?.length, cursor: answer.nextCursor };
    };
    const first = await page('');
    assert.deepEqual([first.tag, first.count], ['winter', 1]);
    const second = await page(`&cursor=${first.cursor ?? ''}`);
    assert.deepEqual([second.tag, second.count], [null, 1]);
    const third = await page(`&cursor=${second.cursor ?? ''}`);
    assert.deepEqual([third.tag, third.count], ['paid', 1]);
    assert.equal((await ask(shop, 'from=2026-01-01&to=2026-01-01&tag=winter')).total.clicks, 2);
    assert.equal((await ask(shop, 'from=2026-01-01&to=2026-01-01&tag=winter&by=link')).rows?.length, 2);
    assert.equal((await ask(shop, 'from=2026-01-01&to=2026-01-01&tag=winter&link=link-1')).total.clicks, 1);
    assert.equal((await ask(shop, 'from=2026-01-01&to=2026-01-01&tag=none')).total.clicks, 0);
  });

  test('without a source of countries, and as long as no click has one, by=country says what to set', async () => {
    const shop = await openShop(opened.database);
    const answer = await ask(shop, 'by=country');
    assert.deepEqual(answer.rows, []);
    assert.match(answer.hint ?? '', /COUNTRY_HEADER or GEOIP_FILE/);
    const [last = null] = LINKS;
    const fact = { platform: 'ios', system: null, browser: null, figure: 'installs', brought: null };
    await appendFacts(opened.database.queries, shop.app.id, [
      { ...fact, last, country: 'DE', at: '2026-01-01T00:00:00Z' },
    ]);
    const imported = await ask(shop, 'from=2026-01-01&to=2026-01-01&by=country');
    assert.deepEqual([imported.rows?.length, imported.hint], [1, undefined]);
    const known = await openShop(opened.database, { countries: { header: 'x-country', ofAddress: null } });
    assert.deepEqual([(await ask(known, 'by=country')).rows, (await ask(known, 'by=country')).hint], [[], undefined]);
  });

  test('the main currency is the one that was set, or else that of most revenue', async () => {
    const shop = await openShop(opened.database);
    const [last = null] = LINKS;
    const fact = {
      platform: null,
      system: null,
      browser: null,
      country: null,
      brought: last,
      last,
      figure: 'purchase',
    };
    await appendFacts(opened.database.queries, shop.app.id, [
      { ...fact, at: '2026-01-01T12:00:00Z', amount: '500', currency: 'INR' },
      { ...fact, at: '2026-01-01T12:00:00Z', amount: '20', currency: 'EUR' },
    ]);
    const day = 'from=2026-01-01&to=2026-01-01';
    assert.equal((await ask(shop, day)).mainCurrency, 'INR');
    const path = `/api/apps/${shop.app.id}`;
    assert.equal((await shop.callAsAdmin(path, { method: 'PATCH', body: { mainCurrency: 'EUR' } })).status, 200);
    const answer = await ask(shop, `${day}&by=link&order=revenue`);
    assert.equal(answer.mainCurrency, 'EUR');
    assert.deepEqual(answer.total.revenue, [
      { currency: 'EUR', sum: '20' },
      { currency: 'INR', sum: '500' },
    ]);
    assert.equal((await shop.callAsAdmin(path, { method: 'PATCH', body: { mainCurrency: 'euro' } })).status, 400);
  });

  test('phones have the version of their system, and computers its name', async () => {
    const shop = await openShop(opened.database);
    for (const system of [
      'iPhone; CPU iPhone OS 17_5 like Mac OS X',
      'Linux; Android 14; Pixel 8',
      'Windows NT 10.0; Win64; x64',
      'X11; Linux x86_64',
      'X11; CrOS x86_64 14541.0.0',
      'Macintosh; Intel Mac OS X 10_15_7',
    ]) {
      const headers = { 'user-agent': `Mozilla/5.0 (${system}) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36` };
      await shop.call(`/${shop.codes.sneaker}`, { headers });
    }
    const { rows } = await ask(shop, 'from=2026-01-01&to=2026-01-01&by=system');
    assert.deepEqual(
      rows?.map(({ system, clicks }) => [system, clicks]).sort(),
      ['Android 14', 'ChromeOS', 'Linux', 'Mac or iPad', 'Windows', 'iOS 17'].map((system) => [system, 1])
    );
  });

  test('OpenAPI defines every figure in the words of the code', async () => {
    const shop = await openShop(opened.database);
    const text = await (await shop.call('/api/openapi.json')).text();
    for (const words of Object.values(DEFINITIONS)) assert.ok(text.includes(words), words);
  });
});
