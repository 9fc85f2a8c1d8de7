import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldDeltas } from '../../../../src/storage/counts/foldDeltas.ts';
import { DEFINITIONS } from '../../../../src/values/definitions.ts';
import { appendFacts, type Fact } from '../../../support/appendFacts.ts';
import { create } from '../../../support/linkRequests.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';
import { ask, inventFacts, LINKS, type Answer, type Figures } from './inventedFacts.ts';

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
