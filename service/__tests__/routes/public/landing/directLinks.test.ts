import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { IN_APP_AGENTS } from '../../../support/inAppAgents.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';
import { iphone, pixel, type Phone } from '../../../support/phones.ts';

const PLAY = 'https://play.google.com/store/apps/details?id=test.shop';

const desktop: Phone = {
  ...pixel,
  browser: { ...pixel.browser, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/125' },
};

const bot: Phone = { ...pixel, browser: { ...pixel.browser, userAgent: 'WhatsApp/2.24 A' } };

async function see(shop: Shop, code: string, phone: Phone, path?: string) {
  const response = await shop.view(code, phone, path);
  return { status: response.status, location: response.headers.get('location'), page: await response.text(), response };
}

onOneDatabase('direct links', (opened) => {
  test('an Android phone goes straight to Play, with the click that is stored by then', async () => {
    const shop = await openShop(opened.database, {}, { landing: 'direct' });
    const { status, location, response } = await see(shop, shop.codes.summer, pixel);
    assert.equal(status, 302);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const store = new URL(location ?? '');
    assert.equal(`${store.origin}${store.pathname}?id=${store.searchParams.get('id')}`, PLAY);
    const clickId = new URLSearchParams(store.searchParams.get('referrer') ?? '').get('clickId');
    assert.deepEqual((await shop.match({ clickId })).body, {
      link: shop.destinations.summer,
      match: { by: 'clickId', confidence: 1 },
    });
  });

  test('iPhones, desktops and bots keep the page', async () => {
    const shop = await openShop(opened.database, {}, { landing: 'direct' });
    for (const phone of [iphone, desktop, bot]) assert.equal((await see(shop, shop.codes.summer, phone)).status, 200);
    assert.match((await see(shop, shop.codes.summer, iphone)).page, /data-action="copy"/);
  });

  test('an app’s own browser gets the page, because it may follow nothing but a tap', async () => {
    const shop = await openShop(opened.database, {}, { landing: 'direct' });
    for (const { android: userAgent } of Object.values(IN_APP_AGENTS)) {
      const phone = { ...pixel, browser: { ...pixel.browser, userAgent } };
      assert.equal((await see(shop, shop.codes.summer, phone)).status, 200, userAgent);
    }
  });

  test('a link can say otherwise than its app, in both directions, until it says nothing again', async () => {
    for (const [landing, other] of [
      ['page', 'direct'],
      ['direct', 'page'],
    ] as const) {
      const shop = await openShop(opened.database, {}, { landing });
      const status = async () => (await see(shop, shop.codes.summer, pixel)).status;
      const expected = (kind: string) => (kind === 'direct' ? 302 : 200);
      const change = (body: object) => shop.callAsOwner(`/api/links/${shop.codes.summer}`, { method: 'PATCH', body });
      assert.equal(await status(), expected(landing));
      await change({ landing: other });
      assert.equal(await status(), expected(other));
      await change({ landing: null });
      assert.equal(await status(), expected(landing));
      assert.equal((await change({ landing: 'store' })).status, 400);
    }
  });

  test('a fallback takes the place of the store, and gets the query', async () => {
    const shop = await openShop(opened.database, {}, { landing: 'direct' });
    const body = { code: 'fall', destination: '/a', fallbacks: { android: 'https://shop.test/ä?b=1' } };
    await shop.callAsOwner('/api/links', { body });
    const { location } = await see(shop, 'fall', pixel, '/fall?utm=x');
    assert.equal(location, 'https://shop.test/%C3%A4?b=1&utm=x');
  });

  test('a click that can’t be stored keeps nobody from the store', async () => {
    const warnings: string[] = [];
    const shop = await openShop(
      opened.database,
      { log: (level, message) => void (level === 'warn' && warnings.push(message)) },
      { landing: 'direct' }
    );
    await opened.database.queries.execute(sql`ALTER TABLE clicks RENAME TO clicks_away`);
    try {
      const { status, location } = await see(shop, shop.codes.summer, pixel);
      assert.deepEqual([status, location], [302, PLAY]);
      assert.deepEqual(warnings, ['A click could not be stored']);
    } finally {
      await opened.database.queries.execute(sql`ALTER TABLE clicks_away RENAME TO clicks`);
    }
  });

  test('an app in no store has a page that says so, with the fallback if there is one', async () => {
    const nowhere = { androidPackage: null, appStoreId: null };
    for (const landing of ['page', 'direct'] as const) {
      const shop = await openShop(opened.database, {}, { ...nowhere, landing });
      const { status, page } = await see(shop, shop.codes.summer, pixel);
      assert.equal(status, 200);
      assert.match(page, /Test Shop is not in any store yet\./);
      assert.match(page, /href="https:\/\/shop\.test\/promo\/SUMMER20">Continue in the browser/);
      assert.match((await see(shop, shop.codes.summer, desktop)).page, /Test Shop is not in any store yet\./);
    }
    const shop = await openShop(opened.database, {}, nowhere);
    const body = { code: 'web', destination: '/a', fallbacks: { android: 'https://shop.test/web' } };
    await shop.callAsOwner('/api/links', { body });
    const { page } = await see(shop, 'web', pixel);
    assert.match(page, /href="https:\/\/shop\.test\/web">Continue in the browser/);
    assert.doesNotMatch(page, /Google Play/);
  });
});
