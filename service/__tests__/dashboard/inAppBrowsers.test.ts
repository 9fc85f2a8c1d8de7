import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { addApp } from '../../src/operations/apps.ts';
import { createLink } from '../../src/operations/createLink.ts';
import { rowsOf } from '../../src/storage/base/query.ts';
import { BY_INTENT, IN_APP_BROWSERS, type WayOut } from '../../src/values/inAppBrowsers.ts';
import { IN_APP_AGENTS } from '../support/inAppAgents.ts';
import { iphone, pixel } from '../support/phones.ts';
import { NOW, openDashboard, type OpenDashboard } from './openDashboard.ts';

const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0';
const PLAY = 'https://play.google.com/store/apps/details?id=test.shop';
const APP_STORE = 'https://apps.apple.com/app/id42?ct=sale';
const ADDRESS = (id: string) => `https://go.test/sale?clickId=${id}&utm_source=chat`;

const storeIntent = (id: string) => {
  const query = `id=test.shop&referrer=${encodeURIComponent(`clickId=${id}&utm_source=chat`)}`;
  const fallback = encodeURIComponent(`https://play.google.com/store/apps/details?${query}`);
  return `intent://details?${query}#Intent;scheme=market;package=com.android.vending;S.browser_fallback_url=${fallback};end`;
};

interface StoredClick {
  id: string;
  browser: string;
  isTapped: boolean;
}

describe('a link tapped inside another app', () => {
  let dashboard: OpenDashboard;

  before(async () => {
    dashboard = await openDashboard();
    const app = { id: 'shop', name: 'Shop', linkHosts: ['go.test'], iosAppId: null, appStoreId: '42', scheme: 'shop' };
    const stored = { ...app, androidPackage: 'test.shop', androidSha256: [], createdAt: new Date(NOW) };
    await addApp(dashboard.queries, stored);
    await createLink(dashboard.queries, stored, { code: 'sale', destination: '/sale', createdAt: new Date(NOW) });
    const two = { ...stored, id: 'two', linkHosts: ['one.test', 'two.test'] };
    await addApp(dashboard.queries, two);
    await createLink(dashboard.queries, two, { code: 'both', destination: '/sale', createdAt: new Date(NOW) });
  });
  after(() => dashboard.close());

  const clicks = async () =>
    rowsOf<StoredClick>(
      await dashboard.queries.execute(
        sql`SELECT id, browser, store_tapped_at IS NOT NULL AS "isTapped" FROM clicks ORDER BY created_at`
      )
    );

  /** Opens the page, and keeps what a tap follows from being followed. */
  async function open(userAgent: string, path = '/sale?utm_source=chat', mark?: string) {
    await dashboard.queries.execute(sql`DELETE FROM clicks`);
    const visit = await dashboard.visit({ userAgent, viewport: { width: 390, height: 844 } });
    const { page } = visit;
    await page.addInitScript(`
      ${mark ? `window.${mark} = {};` : ''}
      addEventListener('click', (event) => {
        const link = event.target.closest('a');
        if (!link) return;
        window.tapped = { href: link.getAttribute('href'), isCancelled: event.defaultPrevented };
        event.preventDefault();
      });`);
    const left: string[] = [];
    await page.route(/^https:\/\/(play\.google\.com|apps\.apple\.com)\//, (route) => {
      left.push(route.request().url());
      return route.fulfill({ body: 'store', contentType: 'text/html' });
    });
    await page.clock.install({ time: NOW });
    await page.goto(`${dashboard.url}${path}`);
    await page.clock.pauseAt(NOW + 60_000);
    const [click] = await clicks();
    assert.ok(click);
    return { ...visit, left, id: click.id };
  }

  const tapped = (page: Page) => page.evaluate<{ href: string; isCancelled: boolean }>('window.tapped');
  const href = (page: Page, action: string) => page.locator(`[data-action="${action}"]`).getAttribute('href');
  const isHinted = (page: Page) => page.locator('#leave').isVisible();

  /** One click, by that browser, whose button was pressed once. */
  async function expectCounted(page: Page, id: string, browser: string) {
    await page.waitForLoadState('networkidle');
    assert.deepEqual(await clicks(), [{ id, browser, isTapped: true }]);
  }

  const wayOf = (way: WayOut, id: string) =>
    way === null
      ? APP_STORE
      : way.startsWith('?')
        ? `${ADDRESS(id)}&${way.slice(1)}`
        : way.replace('{page}', ADDRESS(id)).replace('{escaped}', encodeURIComponent(ADDRESS(id)));

  const OTHER = { name: 'other', token: /./, ios: null, android: null };

  for (const { name, ios: way } of [...IN_APP_BROWSERS.filter(({ token }) => token !== null), OTHER]) {
    test(`${name} on iOS: ${way === null ? 'the hint, and a plain link' : 'the way out, then the hint'}`, async () => {
      const { page, id, complaints, close } = await open(IN_APP_AGENTS[name]?.ios ?? '');
      assert.equal(await href(page, 'copy'), APP_STORE);
      assert.equal(await href(page, 'open'), 'shop://sale?utm_source=chat');
      assert.equal(await isHinted(page), way === null);
      await page.locator('[data-action="copy"]').click();
      assert.deepEqual(await tapped(page), { href: wayOf(way, id), isCancelled: false });
      await page.clock.runFor(2_900);
      assert.equal(await isHinted(page), way === null);
      await page.clock.runFor(200);
      assert.ok(await isHinted(page));
      // Whoever is still here gets to the store.
      await page.locator('[data-action="store"]').click();
      assert.deepEqual(await tapped(page), { href: APP_STORE, isCancelled: false });
      await expectCounted(page, id, name);
      assert.deepEqual(complaints, []);
      await close();
    });
  }

  for (const { name, android: way } of [...IN_APP_BROWSERS.filter(({ token }) => token !== null), OTHER]) {
    const what =
      way === BY_INTENT
        ? 'Play’s own link, then the plain one'
        : way === null
          ? 'the hint, and a plain link'
          : 'the way out, then the hint';
    test(`${name} on Android: ${what}`, async () => {
      const { page, id, left, complaints, close } = await open(IN_APP_AGENTS[name]?.android ?? '');
      const plain = `${PLAY}&referrer=${encodeURIComponent(`clickId=${id}&utm_source=chat`)}`;
      assert.equal(await href(page, 'store'), way === BY_INTENT ? storeIntent(id) : plain);
      assert.equal(await isHinted(page), way === null);
      await page.locator('[data-action="store"]').click();
      if (way === null) {
        await page.waitForURL(/play\.google\.com/);
      } else if (way === BY_INTENT) {
        assert.deepEqual(left, []);
        await page.clock.runFor(1_600);
        await page.waitForURL(/play\.google\.com/);
      } else {
        assert.deepEqual(await tapped(page), { href: wayOf(way, id), isCancelled: false });
        await page.clock.runFor(3_100);
        assert.ok(await isHinted(page));
      }
      assert.deepEqual(left, way === null || way === BY_INTENT ? [plain] : []);
      await expectCounted(page, id, name);
      assert.deepEqual(complaints, []);
      await close();
    });
  }

  test('Telegram, which only the page recognises: Safari on iOS, Play’s own link on Android', async () => {
    const onIphone = await open(IN_APP_AGENTS.other?.ios ?? '', undefined, 'TelegramWebviewProxy');
    assert.equal(await isHinted(onIphone.page), false);
    await onIphone.page.locator('[data-action="copy"]').click();
    assert.equal((await tapped(onIphone.page)).href, `x-safari-${ADDRESS(onIphone.id)}`);
    await onIphone.page.clock.runFor(3_100);
    assert.ok(await isHinted(onIphone.page));
    await onIphone.close();
    const onAndroid = await open(IN_APP_AGENTS.other?.android ?? '', undefined, 'TelegramWebview');
    assert.equal(await isHinted(onAndroid.page), false);
    assert.equal(await href(onAndroid.page, 'store'), storeIntent(onAndroid.id));
    await onAndroid.close();
  });

  test('Safari and Firefox get plain links, and no hint', async () => {
    const safari = await open(iphone.browser.userAgent);
    await safari.page.locator('[data-action="copy"]').click();
    assert.deepEqual(await tapped(safari.page), { href: APP_STORE, isCancelled: false });
    await safari.page.getByText('Link copied. Opening the store…').waitFor();
    await safari.page.clock.runFor(5_000);
    assert.equal(await isHinted(safari.page), false);
    await safari.close();
    const firefox = await open(FIREFOX);
    assert.match((await href(firefox.page, 'store')) ?? '', /^https:\/\/play\.google\.com\//);
    assert.equal(await href(firefox.page, 'open'), 'shop://sale?utm_source=chat');
    assert.equal(await isHinted(firefox.page), false);
    await firefox.close();
  });

  test('Chrome on Android starts Play and the app themselves, and gets to the store if neither opens', async () => {
    const { page, id, left, close } = await open(pixel.browser.userAgent);
    assert.equal(await href(page, 'store'), storeIntent(id));
    const plain = `${PLAY}&referrer=${encodeURIComponent(`clickId=${id}&utm_source=chat`)}`;
    assert.equal(
      await href(page, 'open'),
      `intent://go.test/sale?utm_source=chat#Intent;scheme=https;package=test.shop;S.browser_fallback_url=${encodeURIComponent(plain)};end`
    );
    await page.locator('[data-action="open"]').click();
    await page.clock.runFor(1_400);
    assert.deepEqual(left, []);
    await page.clock.runFor(200);
    await page.waitForURL(/play\.google\.com/);
    assert.deepEqual(left, [plain]);
    assert.deepEqual(await clicks(), [{ id, browser: 'Chrome', isTapped: false }]);
    await close();
  });

  test('whoever left for the app and comes back stays on the page', async () => {
    const { page, left, close } = await open(pixel.browser.userAgent);
    await page.locator('[data-action="open"]').click();
    await page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' });
      document.dispatchEvent(new Event('visibilitychange'));`);
    await page.clock.runFor(5_000);
    assert.deepEqual(left, []);
    await close();
  });

  test('an app with a second host opens by a universal link to it, and whoever ends there is the same click', async () => {
    const { page, id, close } = await open(iphone.browser.userAgent, '/both');
    assert.equal(await href(page, 'open'), `https://two.test/both?clickId=${id}`);
    await page.locator('[data-action="open"]').click();
    assert.deepEqual(await tapped(page), { href: `https://two.test/both?clickId=${id}`, isCancelled: false });
    await page.goto(`${dashboard.url}/both?clickId=${id}`);
    assert.equal((await clicks()).length, 1);
    await close();
  });

  test('the hint’s button copies the page’s address, which Safari opens as the same click', async () => {
    const { page, id, close } = await open(IN_APP_AGENTS.Snapchat?.ios ?? '');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy the link' }).click();
    await page.getByText('Link copied. Paste it into your browser.').waitFor();
    const copied = new URL(await page.evaluate<string>('navigator.clipboard.readText()'));
    assert.equal(copied.href, ADDRESS(id));
    await close();
    const safari = await dashboard.visit({ userAgent: iphone.browser.userAgent });
    await safari.page.goto(`${dashboard.url}${copied.pathname}${copied.search}`);
    await safari.page
      .locator(`body[data-copied-link="https://go.test/sale?clickId=${id}"]`)
      .waitFor({ state: 'attached' });
    assert.equal((await clicks()).length, 1);
    await safari.close();
  });
});
