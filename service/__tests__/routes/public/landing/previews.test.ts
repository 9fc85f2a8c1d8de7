import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLink } from '../../../../src/operations/createLink.ts';
import { createMetrics } from '../../../../src/server/createMetrics.ts';
import { BARE_FACEBOOK } from '../../../support/inAppAgents.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop } from '../../../support/openShop.ts';
import { iphone, pixel } from '../../../support/phones.ts';

onOneDatabase('whoever only looks at a landing page', (opened) => {
  for (const [who, headers] of [
    ['a search engine', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['a chat', { 'user-agent': 'WhatsApp/2.23.20.0' }],
    ['a preview', { 'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' }],
    ['another chat', { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }],
    ['an app that loads ahead', { 'x-purpose': 'preview' }],
    ['Firefox that prefetches', { 'x-moz': 'prefetch' }],
  ] as const) {
    test(`${who} gets the page and leaves no click`, async () => {
      const shop = await openShop(opened.database);
      const agent = { 'user-agent': iphone.browser.userAgent };
      const response = await shop.call(`/${shop.codes.summer}`, { headers: { ...agent, ...headers } });
      assert.equal(response.status, 200);
      assert.match(await response.text(), /og:title.*data-report-url=""/s);
      assert.deepEqual(await (await shop.callAsOwner('/api/clicks')).json(), { clicks: [], nextCursor: null });
    });
  }

  for (const [who, headers] of [
    ['a browser that prefetches', { 'sec-purpose': 'prefetch' }],
    ['a browser that prerenders', { 'sec-purpose': 'prefetch;prerender' }],
    ['an older browser that prefetches', { purpose: 'prefetch' }],
  ] as const) {
    test(`${who} gets no page that it could show without a click, and no error is counted`, async () => {
      const observed: number[] = [];
      const metrics = { ...createMetrics(), observe: ({ status }: { status: number }) => void observed.push(status) };
      const shop = await openShop(opened.database, { metrics });
      const response = await shop.call(`/${shop.codes.summer}`, {
        headers: { 'user-agent': pixel.browser.userAgent, ...headers },
      });
      assert.equal(response.status, 503);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(await response.text(), '');
      assert.deepEqual(observed, []);
      assert.deepEqual(await (await shop.callAsOwner('/api/clicks')).json(), { clicks: [], nextCursor: null });
    });
  }

  test('Facebook’s bare agent is an Android phone and a person; a shorter one is a preview', async () => {
    const shop = await openShop(opened.database);
    const desktopFallback = 'https://shop.test/web';
    const link = { code: 'web', destination: '/web', desktopFallback, createdAt: new Date() };
    await createLink(opened.database.queries, shop.app, link);
    const ask = (agent: string) => shop.call('/web', { headers: { 'user-agent': agent } });
    const page = await (await ask(BARE_FACEBOOK)).text();
    assert.match(page, /Google Play/);
    assert.equal((await ask('[FBAN/FB4A;FBAV/540.0.0.28.70;]')).status, 200);
    const { clicks } = (await (await shop.callAsOwner('/api/clicks')).json()) as { clicks: Record<string, unknown>[] };
    assert.deepEqual(
      clicks.map(({ device, model, systemVersion, browser, storeTappedAt }) => [
        device,
        model,
        systemVersion,
        browser,
        storeTappedAt,
      ]),
      [['android', 'SM-S921B', '16', 'Facebook', null]]
    );
  });

  test('asking for the head alone is no click', async () => {
    const shop = await openShop(opened.database);
    const response = await shop.call(`/${shop.codes.summer}`, { method: 'HEAD' });
    assert.equal(response.status, 200);
    assert.deepEqual(await (await shop.callAsOwner('/api/clicks')).json(), { clicks: [], nextCursor: null });
  });
});
