import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEVICE_REPORTS } from '../../../../src/storage/schema/tables.ts';
import { IN_APP_AGENTS } from '../../../support/inAppAgents.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop } from '../../../support/openShop.ts';
import { iphone, pixel, type Phone } from '../../../support/phones.ts';

const desktop: Phone = {
  ...iphone,
  browser: { ...iphone.browser, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/125' },
};

interface Carried {
  after?: number;
  address?: string;
  agent?: string;
  code?: 'sneaker' | 'summer';
  id?: string;
}

onOneDatabase('a click on a landing page', (opened) => {
  test('a view records who clicked, and the page reports the rest', async () => {
    const shop = await openShop(opened.database);
    const id = await shop.click(shop.codes.summer, iphone);
    const response = await shop.callAsOwner('/api/clicks');
    assert.deepEqual(await response.json(), {
      clicks: [
        {
          id,
          code: shop.codes.summer,
          query: null,
          campaign: null,
          source: null,
          medium: null,
          country: null,
          route: null,
          address: iphone.address,
          device: 'iphone',
          model: null,
          systemVersion: '17.5',
          browser: 'Safari',
          userAgent: iphone.browser.userAgent,
          language: 'de-DE',
          screenWidth: 393,
          screenHeight: 852,
          scale: 3,
          timezone: 'Europe/Berlin',
          createdAt: '2026-01-01T12:00:00.000Z',
          storeTappedAt: null,
          claimedAt: null,
          claimedBy: null,
        },
      ],
      nextCursor: null,
    });
  });

  test('a claimed click shows when and how', async () => {
    const shop = await openShop(opened.database);
    await shop.click(shop.codes.summer, iphone);
    shop.clock.now += 1_000;
    await shop.matchPhone(iphone);
    const response = await shop.callAsOwner('/api/clicks');
    const { clicks } = (await response.json()) as {
      clicks: { claimedAt: string; claimedBy: string }[];
    };
    assert.equal(clicks[0]?.claimedAt, '2026-01-01T12:00:01.000Z');
    assert.equal(clicks[0]?.claimedBy, 'fingerprint');
  });

  test('a second report changes nothing, and an unknown click has none', async () => {
    const shop = await openShop(opened.database);
    const id = await shop.click(shop.codes.summer, iphone);
    const forged = await shop.call(`/api/clicks/${id}/device?app=${shop.app.id}`, { body: { screenWidth: 1 } });
    assert.equal(forged.status, 404);
    assert.equal((await shop.call(`/api/clicks/none/device?app=${shop.app.id}`, { body: {} })).status, 404);
    assert.equal((await shop.call(`/api/clicks/%00/device?app=${shop.app.id}`, { body: {} })).status, 400);
    assert.equal((await shop.matchPhone(iphone)).status, 200);
  });

  test('a host that simulates phones overrules the request, and the report fills the rest', async () => {
    const shop = await openShop(opened.database, {
      visitorFacts: (request) =>
        new URL(request.url).searchParams.has('phone')
          ? { userAgent: iphone.browser.userAgent, screenWidth: 393, screenHeight: 852 }
          : {},
    });
    const response = await shop.view(shop.codes.summer, desktop, `/${shop.codes.summer}?phone=1`);
    const page = await response.text();
    assert.ok(page.includes('data-action="copy"'));
    const reportUrl = /data-report-url="([^"]+)"/.exec(page)?.[1] ?? '';
    await shop.call(reportUrl, {
      body: { screenWidth: 1920, screenHeight: 1080, scale: 1, timezone: 'Europe/Berlin' },
    });
    const list = await (await shop.callAsOwner('/api/clicks')).json();
    const { clicks } = list as { clicks: Record<string, unknown>[] };
    assert.equal(clicks[0]?.screenWidth, 393);
    assert.equal(clicks[0]?.timezone, 'Europe/Berlin');
    assert.equal(clicks[0]?.userAgent, iphone.browser.userAgent);
  });

  for (const deviceReport of DEVICE_REPORTS) {
    test(`the page of an app with the device report "${deviceReport}" says so to its script`, async () => {
      const shop = await openShop(opened.database, {}, { deviceReport });
      const page = await (await shop.view(shop.codes.summer, iphone)).text();
      assert.ok(page.includes(`data-report-time="${deviceReport}"`));
      assert.equal(page.includes('/device?app='), deviceReport !== 'never');
    });
  }

  for (const [who, change, isSame] of [
    ['the same phone', {}, true],
    ['after ten minutes', { after: 10 * 60_000 + 1 }, false],
    ['from another network', { address: '198.51.100.77' }, false],
    ['on another kind of device', { agent: pixel.browser.userAgent }, false],
    ['for another link', { code: 'sneaker' }, false],
    ['with an id that nobody has', { id: crypto.randomUUID() }, false],
  ] as const) {
    test(`an address that carries its click is ${isSame ? 'no second' : 'another'} click: ${who}`, async () => {
      const shop = await openShop(opened.database);
      const { after = 0, address, agent, code = 'summer', id: other }: Carried = change;
      const inApp = { ...iphone, browser: { ...iphone.browser, userAgent: IN_APP_AGENTS.Facebook?.ios ?? '' } };
      const id = await shop.click(shop.codes.summer, inApp);
      shop.clock.now += after;
      const safari = {
        ...iphone,
        address: address ?? iphone.address,
        browser: { ...iphone.browser, userAgent: agent ?? iphone.browser.userAgent },
      };
      const path = `/${shop.codes[code]}?clickId=${other ?? id}&openExternalBrowser=1&ref=1`;
      const page = await (await shop.view('', safari, path)).text();
      const named = new RegExp(`data-copied-link="[^"]+clickId=([^"&]+)"`).exec(page)?.[1];
      assert.equal(named === id, isSame);
      assert.ok(!page.includes('openExternalBrowser'));
      const { clicks } = (await (await shop.callAsOwner('/api/clicks')).json()) as { clicks: { query: string }[] };
      const queries = clicks.map(({ query }) => query).sort();
      assert.deepEqual(queries, isSame ? [null] : [null, 'ref=1']);
    });
  }

  test('a claimed click is not carried on, and a page whose device is known reports it no more', async () => {
    const shop = await openShop(opened.database);
    const id = await shop.click(shop.codes.summer, iphone);
    const view = async () => (await shop.view('', iphone, `/${shop.codes.summer}?clickId=${id}`)).text();
    assert.match(await view(), /data-report-url=""/);
    assert.equal((await shop.matchPhone(iphone)).status, 200);
    assert.doesNotMatch(await view(), new RegExp(id));
  });

  test('a tap on a store button is counted once for each click of the app, and tells strangers nothing', async () => {
    const shop = await openShop(opened.database);
    const id = await shop.click(shop.codes.summer, iphone);
    const tap = (click: string, app: string) =>
      shop.call(`/api/clicks/${click}/store-tap?app=${app}`, { method: 'POST' });
    const tappedAt = async () => {
      const { clicks } = (await (await shop.callAsOwner('/api/clicks')).json()) as {
        clicks: { storeTappedAt: string }[];
      };
      return clicks.map(({ storeTappedAt }) => storeTappedAt);
    };
    assert.equal((await tap(id, 'another')).status, 204);
    assert.equal((await tap('none', shop.app.id)).status, 204);
    assert.deepEqual(await tappedAt(), [null]);
    shop.clock.now += 5_000;
    assert.equal((await tap(id, shop.app.id)).status, 204);
    shop.clock.now += 5_000;
    assert.equal((await tap(id, shop.app.id)).status, 204);
    assert.deepEqual(await tappedAt(), ['2026-01-01T12:00:05.000Z']);
    assert.equal((await shop.call(`/api/clicks/${id}/store-tap`, { method: 'POST' })).status, 400);
  });
});
