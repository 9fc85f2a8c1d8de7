import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { PNG } from 'pngjs';
import { listen } from '../../src/server/listen.ts';
import { readIcon, type Icon } from '../../src/values/icon.ts';
import { png } from '../support/icons.ts';
import { openLandingPages, PICTURE, SCREENS, type LandingPages } from './openLandingPages.ts';

const require = createRequire(import.meta.url);
const jsQR = require('jsqr') as (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null;

describe('the landing page in a browser', () => {
  let dashboard: LandingPages;
  before(async () => {
    dashboard = await openLandingPages();
  });
  after(() => dashboard.close());

  test('the link’s image has its place before it is there, and one that fails leaves none', async () => {
    const visit = await dashboard.visit(SCREENS.phone);
    let answer = () => {};
    const isAsked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let load = () => {};
    const mayLoad = new Promise<void>((resolve) => {
      load = resolve;
    });
    await visit.page.route(`${PICTURE.split('?')[0]}*`, async (route) => {
      answer();
      await mayLoad;
      await route.fulfill({ contentType: 'image/png', body: png(64, 32) });
    });
    const place = () => visit.page.locator('h1').boundingBox();
    await visit.page.goto(`${dashboard.url}/tide-picture`, { waitUntil: 'commit' });
    await isAsked;
    const before = await place();
    load();
    await visit.page.evaluate('document.images[0].decode()');
    assert.deepEqual(await place(), before);
    await visit.page.unroute(`${PICTURE.split('?')[0]}*`);
    await visit.page.route(`${PICTURE.split('?')[0]}*`, (route) => route.abort());
    await visit.page.goto(`${dashboard.url}/tide-picture`);
    await visit.page.locator('.picture').waitFor({ state: 'detached' });
    await visit.page.getByRole('heading', { name: 'Halo lamp' }).waitFor();
    await visit.close();
  });

  test('an image that fails before the rest of the page arrives leaves none, too', async () => {
    const { page, close } = await dashboard.visit(SCREENS.phone);
    await page.route(/^https:/, (route) => route.abort());
    const whole = await page.request.get(`${dashboard.url}/tide-picture`, { headers: { accept: 'text/html' } });
    const [start = '', rest = ''] = (await whole.text()).split(/(?=<script>)/);
    const { 'content-length': _, ...headers } = whole.headers();
    const slow = createServer((_request, response) => {
      response.writeHead(200, headers).write(start);
      void page.waitForFunction('document.images[0]?.complete').then(() => response.end(rest));
    });
    const listening = await listen(slow, '127.0.0.1', 0);
    try {
      assert.equal(listening.kind, 'listening');
      await page.goto(`http://127.0.0.1:${listening.kind === 'listening' ? listening.port : 0}/`);
      await page.getByRole('heading', { name: 'Halo lamp' }).waitFor();
      assert.equal(await page.locator('.picture').count(), 0);
    } finally {
      slow.close();
      await close();
    }
  });

  test('no image but the link’s own is loaded from elsewhere', async () => {
    const { page, close } = await dashboard.visit(SCREENS.phone);
    const asked: string[] = [];
    await page.route(/^https:/, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'image/png', body: png(64, 32) });
    });
    await page.goto(`${dashboard.url}/tide-picture`);
    await page.evaluate('document.images[0].decode()');
    await page.evaluate(`new Promise((onerror) => {
      document.body.append(Object.assign(new Image(), { src: 'https://cdn.test/other.png', onerror }));
    }).then(() => {})`);
    assert.deepEqual(asked, [PICTURE]);
    assert.deepEqual(await page.context().cookies(), []);
    await close();
  });

  test('a scanner reads the code with the icon in its middle', async () => {
    const { page, close } = await dashboard.open('tide', 'desktop');
    assert.equal(await page.locator('.code img').count(), 1);
    const { data, width, height } = PNG.sync.read(await page.locator('.code').screenshot());
    assert.equal(jsQR(new Uint8ClampedArray(data), width, height)?.data, 'https://tide.test/tide');
    await close();
  });

  test('a WebP of a browser is an icon', async () => {
    const { page, close } = await dashboard.open('tide', 'phone');
    const urls = await page.evaluate<string[]>(`
      const canvas = Object.assign(document.createElement('canvas'), { width: 96, height: 96 });
      canvas.getContext('2d').fillRect(0, 0, 40, 96);
      [canvas.toDataURL('image/webp', 0.5), canvas.toDataURL('image/webp', 1)]`);
    assert.equal(urls.length, 2);
    for (const url of urls) assert.equal((readIcon(url) as Icon).type, 'webp');
    await close();
  });
});
