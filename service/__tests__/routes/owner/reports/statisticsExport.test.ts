import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { log, open } from '../../../support/appRequests.ts';
import { openShop } from '../../../support/openShop.ts';
import { iphone } from '../../../support/phones.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/values/durations.ts';

const START = Date.parse('2026-01-01T12:00:00Z');

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
    await log(shop, 'friend', START + HOUR_MS, { name: 'purchase', data: { total: 0.1, currency: 'EUR' } });
    await log(shop, 'friend', START + HOUR_MS, { name: 'purchase', data: { total: '10' } });
    await log(shop, 'friend', START + HOUR_MS, { name: 'refund', data: { total: 0.3, currency: 'EUR' } });
    await log(shop, 'fan', START + HOUR_MS, { name: 'from_tomorrow' });
    await log(shop, 'stranger', START + HOUR_MS, { name: 'login' });
    await log(shop, 'friend', START + 3 * DAY_MS, { name: 'purchase', data: { total: 5, currency: 'USD' } });

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
});
