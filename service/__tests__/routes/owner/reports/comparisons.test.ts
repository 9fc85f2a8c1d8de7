import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldDeltas } from '../../../../src/storage/counts/foldDeltas.ts';
import { appendFacts } from '../../../support/appendFacts.ts';
import { create } from '../../../support/linkRequests.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop } from '../../../support/openShop.ts';
import { ask, inventFacts, LINKS, type Answer } from './inventedFacts.ts';

onOneDatabase('statistics beside those of the days before', (opened) => {
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
});
