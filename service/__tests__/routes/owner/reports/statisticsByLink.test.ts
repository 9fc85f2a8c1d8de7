import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { log, open } from '../../../support/appRequests.ts';
import { askStatistics, type Statistics } from '../../../support/askStatistics.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';
import { iphone } from '../../../support/phones.ts';
import { HOUR_MS } from '../../../../src/values/durations.ts';

const START = Date.parse('2026-01-01T12:00:00Z');

/** All links, asked for page by page. */
async function askForLinks(shop: Shop, order: string, limit: number): Promise<NonNullable<Statistics['rows']>> {
  const links: NonNullable<Statistics['rows']> = [];
  let cursor: string | null | undefined = '';
  while (cursor !== null) {
    const page = await askStatistics(shop, `by=link&order=${order}&limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
    links.push(...(page.rows ?? []));
    cursor = page.nextCursor;
  }
  return links;
}

onOneDatabase('a list of links by what they brought', (opened) => {
  test('has the same links in pages of any size, whatever they are sorted by', async () => {
    const shop = await openShop(opened.database);
    const { summer, sneaker } = shop.codes;
    const codes = ['opened', 'logged-in', 'bought', 'refunded'];
    for (const code of codes) await shop.callAsOwner('/api/links', { body: { code, destination: '/x' } });
    await shop.match({ clickId: await shop.click(summer, iphone) }, undefined, 'friend');
    await shop.click(sneaker, iphone);
    await shop.click(sneaker, iphone);
    for (const code of codes) await open(shop, `fan-of-${code}`, code, START + 1);
    await log(shop, 'fan-of-logged-in', START + HOUR_MS, { name: 'login' });
    await log(shop, 'fan-of-bought', START + HOUR_MS, { name: 'purchase', data: { total: 5, currency: 'EUR' } });
    await log(shop, 'fan-of-refunded', START + HOUR_MS, { name: 'refund', data: { total: 5, currency: 'EUR' } });
    await log(shop, 'stranger', START + HOUR_MS, { name: 'login' });

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

onOneDatabase('statistics of links', (opened) => {
  test('list links page by page, each once, the most first', async () => {
    const shop = await openShop(opened.database);
    const codes = Array.from({ length: 7 }, (_, number) => `link-${number}`);
    for (const code of codes) await shop.callAsOwner('/api/links', { body: { code, destination: '/x', title: code } });
    for (const [number, code] of codes.entries()) {
      for (let times = 0; times <= number % 3; times += 1) await open(shop, `fan-${times}`, code, START + times);
    }
    await log(shop, 'stranger', START, { name: 'login' });
    const links = await askForLinks(shop, 'opens', 3);
    const seen = links.map(({ link, opens }): [string | null, number] => [link?.title ?? null, opens]);
    const expected = codes.map((code, number): [string | null, number] => [code, (number % 3) + 1]);
    expected.sort(([one, some], [other, more]) => more - some || ((one ?? '') < (other ?? '') ? -1 : 1));
    assert.deepEqual(seen, [...expected, [null, 0]]);
  });
});
