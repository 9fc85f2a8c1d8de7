import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { addApp, changeApp } from '../../src/operations/apps.ts';
import { readIcon, type Icon } from '../../src/values/icon.ts';
import { dataUrl, png } from '../support/icons.ts';
import { iphone, pixel } from '../support/phones.ts';
import { findViolations } from './findViolations.ts';
import { NOW, openDashboard, type OpenDashboard } from './openDashboard.ts';

const CHROME_ON_IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/143.0.7499.92 Mobile/15E148 Safari/604.1';
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

interface Site {
  policy?: string;
  attributes?: string;
  head?: string;
}

describe('the banner on a page of another origin', () => {
  let dashboard: OpenDashboard;
  let server: Server;
  let siteUrl = '';
  let site: Site = {};

  before(async () => {
    dashboard = await openDashboard();
    const app = { id: 'shop', name: 'Tide & Co', linkHosts: [], iosAppId: null, appStoreId: '42', scheme: 'shop' };
    const stored = { ...app, androidPackage: 'test.shop', androidSha256: [], createdAt: new Date(NOW) };
    await addApp(dashboard.queries, { ...stored, accent: '#0f766e' });
    await changeApp(dashboard.queries, 'shop', { icon: readIcon(dataUrl(png(96, 96, '#0f766e'))) as Icon });
    await changeApp(dashboard.queries, 'shop', { pathLinks: 'on' });
    server = createServer((_, response) => {
      const { policy = `default-src 'none'; script-src ${dashboard.url}`, attributes = '', head = '' } = site;
      response.setHeader('content-type', 'text/html');
      response.setHeader('content-security-policy', policy);
      response.end(
        `<!doctype html><html lang="en"><head><title>Shop</title>${head}
        <meta name="viewport" content="width=device-width">
        <script src="${dashboard.url}/banner.js" async ${attributes}></script></head>
        <body><main><h1>Lamps</h1>${'<p>Light.</p>'.repeat(80)}</main></body></html>`
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    siteUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    await dashboard.close();
    server.close();
  });

  async function open(userAgent: string, width: number, change: Site = {}, options: object = {}) {
    site = change;
    const visit = await dashboard.visit({ userAgent, viewport: { width, height: 844 }, ...options });
    const asked: string[] = [];
    visit.page.on('response', (response) => asked.push(response.url()));
    await visit.page.addInitScript(`
      window.shift = 0;
      new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shift += value)))
        .observe({ type: 'layout-shift', buffered: true });`);
    await visit.page.goto(`${siteUrl}/product/42?utm_source=mail&email=ada%40example.com&gclid=abc`);
    await visit.page.waitForLoadState('networkidle');
    return { ...visit, asked, bar: visit.page.getByRole('region', { name: 'Tide & Co' }) };
  }

  test('at 390 pixels, under a policy that allows nothing but scripts: initial, name, and a link with the campaign', async () => {
    const { page, bar, asked, complaints, close } = await open(iphone.browser.userAgent, 390);
    await bar.waitFor();
    const link = bar.getByRole('link', { name: 'Open Tide & Co' });
    assert.equal(await link.getAttribute('href'), `${dashboard.url}/product/42?utm_source=mail&gclid=abc`);
    assert.equal(await bar.locator('img').count(), 0);
    assert.equal(await bar.getByText('T', { exact: true }).count(), 1);
    const box = await bar.boundingBox();
    assert.ok(box?.width === 390 && box.height < 80 && Math.round(box.y + box.height) === 844, JSON.stringify(box));
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(siteUrl)),
      [`${dashboard.url}/banner.js`]
    );
    // The browser itself says that the icon was not allowed.
    assert.deepEqual(
      complaints.filter((text) => !text.includes('/api/icons/')),
      []
    );
    assert.equal(await page.evaluate('window.shift'), 0);
    assert.equal(await page.evaluate('document.cookie'), '');
    assert.deepEqual(await page.context().cookies(), []);
    assert.deepEqual(await findViolations(page), []);
    // A page that changes its path by itself.
    await page.evaluate(
      `history.pushState(null, '', '/cart'); window.addEventListener('click', (event) => event.preventDefault())`
    );
    await link.click();
    assert.equal(await link.getAttribute('href'), `${dashboard.url}/cart`);
    await bar.getByRole('button', { name: 'Close' }).click();
    assert.equal(await bar.count(), 0);
    await page.reload();
    await page.waitForLoadState('networkidle');
    assert.equal(await bar.count(), 0);
    await close();
  });

  test('at 768 pixels it is a bar in the middle, with the icon where the policy allows it, in the reader’s language', async () => {
    const policy = `default-src 'none'; script-src ${dashboard.url}; img-src ${dashboard.url}`;
    const { page, bar, complaints, close } = await open(
      pixel.browser.userAgent,
      768,
      { policy },
      { locale: 'de-DE', colorScheme: 'dark' }
    );
    await bar.getByRole('link', { name: 'Tide & Co öffnen' }).waitFor();
    await page.waitForFunction('document.body.lastElementChild.shadowRoot.querySelector("img").naturalWidth > 0');
    const box = await bar.boundingBox();
    assert.ok(box?.width === 640 && box.x === 64, JSON.stringify(box));
    assert.deepEqual(await findViolations(page), []);
    assert.deepEqual(complaints, []);
    await close();
  });

  test('at 1440 pixels, on a desktop, there is nothing', async () => {
    const { bar, close } = await open(DESKTOP, 1440);
    assert.equal(await bar.count(), 0);
    await close();
  });

  test('Safari shows only Apple’s banner where the page has one; other browsers on iOS show this', async () => {
    const head = '<meta name="apple-itunes-app" content="app-id=42">';
    const safari = await open(iphone.browser.userAgent, 390, { head });
    assert.equal(await safari.bar.count(), 0);
    await safari.close();
    const chrome = await open(CHROME_ON_IPHONE, 390, { head });
    assert.equal(await chrome.bar.count(), 1);
    await chrome.close();
  });

  test('an app without path links needs a link by name, and shows nothing without one', async () => {
    await changeApp(dashboard.queries, 'shop', { pathLinks: 'off' });
    const none = await open(pixel.browser.userAgent, 390);
    assert.equal(await none.bar.count(), 0);
    await none.close();
    const named = await open(pixel.browser.userAgent, 390, { attributes: 'data-link="summer"' });
    assert.equal(
      await named.bar.getByRole('link').getAttribute('href'),
      `${dashboard.url}/summer?utm_source=mail&gclid=abc`
    );
    await named.close();
    await changeApp(dashboard.queries, 'shop', { pathLinks: 'on' });
  });

  test('it takes at most 3 kB, and is a script that any site may load', async () => {
    const answer = await fetch(`${dashboard.url}/banner.js`);
    const bytes = gzipSync(Buffer.from(await answer.arrayBuffer())).length;
    assert.ok(bytes <= 3_000, `${bytes} bytes`);
    assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=UTF-8');
    assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.match(answer.headers.get('vary') ?? '', /Accept-Language/);
    assert.equal(answer.headers.get('set-cookie'), null);
  });
});
