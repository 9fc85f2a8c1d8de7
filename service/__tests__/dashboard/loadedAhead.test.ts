import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { sql } from 'drizzle-orm';
import { addApp } from '../../src/operations/apps.ts';
import { createLink } from '../../src/operations/createLink.ts';
import { rowsOf } from '../../src/storage/base/query.ts';
import { pixel } from '../support/phones.ts';
import { NOW, openDashboard, type OpenDashboard } from './openDashboard.ts';

describe('a page that is loaded ahead of time', () => {
  let dashboard: OpenDashboard;
  let site: Server;
  let siteUrl = '';

  before(async () => {
    dashboard = await openDashboard();
    const app = { id: 'shop', name: 'Shop', linkHosts: [], iosAppId: null, appStoreId: '42', scheme: null };
    const stored = { ...app, androidPackage: 'test.shop', androidSha256: [], createdAt: new Date(NOW) };
    await addApp(dashboard.queries, stored);
    await createLink(dashboard.queries, stored, { code: 'sale', destination: '/sale', createdAt: new Date(NOW) });
    // A page of another site, which prefetches its links as Cloudflare's and WordPress' do.
    site = createServer((_, response) => {
      const rules = JSON.stringify({ prefetch: [{ urls: [`${dashboard.url}/sale`], eagerness: 'immediate' }] });
      response.setHeader('content-type', 'text/html');
      response.end(`<a href="${dashboard.url}/sale">Sale</a><script type="speculationrules">${rules}</script>`);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    siteUrl = `http://localhost:${(site.address() as AddressInfo).port}/`;
  });
  after(async () => {
    await dashboard.close();
    site.close();
  });

  const clicks = async () =>
    rowsOf<{ id: string }>(await dashboard.queries.execute(sql`SELECT id FROM clicks`)).map(({ id }) => id);

  test('a tap after a prefetch from another origin shows a page with its click', async () => {
    const { page, close } = await dashboard.visit({ userAgent: pixel.browser.userAgent });
    const session = await page.context().newCDPSession(page);
    await session.send('Preload.enable');
    const isRefused = new Promise<void>((resolve) => {
      session.on('Preload.prefetchStatusUpdated', ({ status }) => {
        if (status === 'Failure') resolve();
      });
    });
    await page.goto(siteUrl);
    await isRefused;
    assert.deepEqual(await clicks(), []);
    await page.getByRole('link', { name: 'Sale' }).click();
    await page.getByRole('heading', { name: 'Open this in Shop' }).waitFor();
    const [id, ...others] = await clicks();
    assert.ok(id);
    assert.deepEqual(others, []);
    const store = (await page.locator('[data-action="store"]').getAttribute('href')) ?? '';
    assert.ok(decodeURIComponent(store).includes(`clickId=${id}`), store);
    await close();
  });

  test('a page that an app keeps from a preview loads again, once, when somebody sees it', async () => {
    await dashboard.queries.execute(sql`DELETE FROM clicks`);
    const { page, close } = await dashboard.visit({ userAgent: pixel.browser.userAgent });
    const seen: (string | undefined)[] = [];
    await page.route('**/sale', (route) => {
      const headers = { ...route.request().headers(), ...(seen.length === 0 ? { 'x-purpose': 'preview' } : {}) };
      seen.push(headers['x-purpose']);
      return route.continue({ headers });
    });
    await page.goto(`${dashboard.url}/sale`);
    await page.locator('[data-action="store"][href*="clickId"]').waitFor();
    assert.deepEqual(seen, ['preview', undefined]);
    assert.equal((await clicks()).length, 1);
    await close();
  });

  test('an app that says preview every time doesn’t make it load forever', async () => {
    await dashboard.queries.execute(sql`DELETE FROM clicks`);
    const { page, close } = await dashboard.visit({
      userAgent: pixel.browser.userAgent,
      extraHTTPHeaders: { 'x-purpose': 'preview' },
    });
    let loads = 0;
    page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
    const isReloaded = page.waitForEvent('request', () => loads === 2);
    await page.goto(`${dashboard.url}/sale`, { waitUntil: 'commit' });
    await isReloaded;
    await page.waitForFunction('document.readyState === "complete" && history.state === "reloaded"');
    await page.getByRole('link', { name: 'Get Shop' }).waitFor();
    assert.equal(loads, 2);
    assert.deepEqual(await clicks(), []);
    await close();
  });
});
