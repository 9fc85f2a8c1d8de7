import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { PNG } from 'pngjs';
import type { Page } from 'playwright-core';
import { addApp, changeApp } from '../../src/operations/apps.ts';
import { createLink } from '../../src/operations/createLink.ts';
import { readIcon, type Icon } from '../../src/values/icon.ts';
import { dataUrl, png } from '../support/icons.ts';
import { iphone, pixel } from '../support/phones.ts';
import { findViolations } from './findViolations.ts';
import { ADMIN_TOKEN, NOW, openDashboard, signIn, type OpenDashboard, type Visit } from './openDashboard.ts';

const require = createRequire(import.meta.url);
const jsQR = require('jsqr') as (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null;

const SCREENS = {
  phone: { userAgent: iphone.browser.userAgent, viewport: { width: 390, height: 844 } },
  android: { userAgent: pixel.browser.userAgent, viewport: { width: 412, height: 915 } },
  desktop: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/125', viewport: { width: 1024, height: 900 } },
  narrow: { userAgent: iphone.browser.userAgent, viewport: { width: 320, height: 700 } },
  'narrow desktop': { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/125', viewport: { width: 320, height: 700 } },
};

/** A bright accent, a dark one, and one that is hard to see on white; with and without icon and background. */
const BRANDS = {
  tide: { name: 'Tide', accent: '#0f766e', background: null, colour: '#0f766e' },
  sunny: { name: 'Sunny Side', accent: '#fde047', background: '#fef9c3', colour: null },
  night: { name: 'Night Owl', accent: '#1e1b4b', background: '#312e81', colour: '#312e81' },
};

/** As long as they may be, and hard to break into lines. */
const LONG = {
  ar: {
    headline: 'تابع في التطبيق واحصل على خصم خمسة وعشرين بالمئة على طلبك الأول اليوم فقط الآن',
    text: 'حمّل التطبيق وسيفتح مباشرة على هذه الصفحة عند تشغيله لأول مرة. '.repeat(3).slice(0, 200),
    getButton: 'حمّل التطبيق مجانًا من المتجر الآن',
    openButton: 'افتح التطبيق المثبت على هاتفك',
  },
  ja: {
    headline: '続きはアプリで。初回のご注文が本日限り二十五パーセント割引になります'.repeat(2).slice(0, 80),
    text: 'アプリを入手すると、初めて起動したときにこのページがそのまま開きます。'.repeat(6).slice(0, 200),
    getButton: 'アプリを無料で入手してこのページから続けるにはこちらをタップしてください今すぐどうぞ'.slice(0, 40),
    openButton: 'インストール済みのアプリで開く',
  },
  de: {
    headline: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverleihungsfeier'.slice(0, 80),
    text: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(3),
    getButton: 'Donaudampfschifffahrtsgesellschaftsapp',
    openButton: 'Kraftfahrzeughaftpflichtversicherungsapp',
  },
};

/** What sticks out of the screen, or out of the box that it stands in. */
const overflows = (page: Page) =>
  page.evaluate<string[]>(`
    [...document.querySelectorAll('html, body, main, main *')]
      .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
      .map((each) => each.tagName + ' ' + each.className)`);

describe('the landing page in a browser', () => {
  let dashboard: OpenDashboard;

  async function addBrand(id: string, brand: object, icon: Icon | null = null) {
    const app = { id, name: id, linkHosts: [`${id}.test`], iosAppId: null, appStoreId: '42', scheme: id };
    const stored = { ...app, androidPackage: 'test.shop', androidSha256: [], createdAt: new Date(NOW), ...brand };
    await addApp(dashboard.queries, stored);
    if (icon) await changeApp(dashboard.queries, id, { icon });
    await createLink(dashboard.queries, stored, { code: id, destination: '/sale', createdAt: new Date(NOW) });
  }

  async function open(code: string, screen: keyof typeof SCREENS, options: object = {}): Promise<Visit> {
    const visit = await dashboard.visit({ ...SCREENS[screen], ...options });
    await visit.page.goto(`${dashboard.url}/${code}`);
    return visit;
  }

  before(async () => {
    dashboard = await openDashboard();
    for (const [id, { colour, ...brand }] of Object.entries(BRANDS)) {
      await addBrand(id, brand, colour === null ? null : (readIcon(dataUrl(png(128, 128, colour))) as Icon));
    }
    await addBrand('long', { name: 'متجر الكتب والقرطاسية', texts: LONG });
  });
  after(() => dashboard.close());

  for (const [id, { name }] of Object.entries(BRANDS)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const screen of ['phone', 'android', 'desktop'] as const) {
        test(`${name}, ${colorScheme}, on ${screen}: nothing is refused, nothing sticks out, axe finds nothing`, async () => {
          const { page, complaints, close } = await open(id, screen, { colorScheme });
          await page.getByRole('heading', { name: `Open this in ${name}` }).waitFor();
          const folder = process.env.SCREENSHOTS;
          if (folder) await page.screenshot({ path: `${folder}/${id}-${colorScheme}-${screen}.png` });
          assert.deepEqual(await findViolations(page), []);
          assert.deepEqual(await overflows(page), []);
          assert.deepEqual(complaints, []);
          await close();
        });
      }
    }
  }

  for (const language of Object.keys(LONG)) {
    for (const screen of ['narrow', 'narrow desktop'] as const) {
      test(`the longest texts in ${language} fit on 320 pixels (${screen})`, async () => {
        const { page, complaints, close } = await open('long', screen, { locale: language });
        assert.equal(await page.locator('html').getAttribute('dir'), language === 'ar' ? 'rtl' : 'ltr');
        const folder = process.env.SCREENSHOTS;
        if (folder) await page.screenshot({ path: `${folder}/long-${language}-${screen}.png`, fullPage: true });
        assert.deepEqual(await overflows(page), []);
        assert.deepEqual(await findViolations(page), []);
        assert.deepEqual(complaints, []);
        await close();
      });
    }
  }

  test('a scanner reads the code with the icon in its middle', async () => {
    const { page, close } = await open('tide', 'desktop');
    assert.equal(await page.locator('.code img').count(), 1);
    const { data, width, height } = PNG.sync.read(await page.locator('.code').screenshot());
    assert.equal(jsQR(new Uint8ClampedArray(data), width, height)?.data, 'https://tide.test/tide');
    await close();
  });

  test('a WebP of a browser is an icon', async () => {
    const { page, close } = await open('tide', 'phone');
    const urls = await page.evaluate<string[]>(`
      const canvas = Object.assign(document.createElement('canvas'), { width: 96, height: 96 });
      canvas.getContext('2d').fillRect(0, 0, 40, 96);
      [canvas.toDataURL('image/webp', 0.5), canvas.toDataURL('image/webp', 1)]`);
    assert.equal(urls.length, 2);
    for (const url of urls) assert.equal((readIcon(url) as Icon).type, 'webp');
    await close();
  });

  test('the dashboard shows what the page would look like, saves it, and says what is no icon', async () => {
    await addBrand('draft', { name: 'Draft' });
    const { page, complaints, close } = await dashboard.visit({ viewport: { width: 1280, height: 1400 } });
    await page.goto(`${dashboard.url}/dashboard/landing-page?app=draft`);
    await signIn(page, ADMIN_TOKEN);
    const frame = page.frameLocator('iframe[title="Preview of the landing page"]');
    await frame.getByRole('heading', { name: 'Open this in Draft' }).waitFor();
    const panel = page.locator('.landing-form');
    await panel.getByLabel('Headline').fill('<b>Hello</b>');
    await frame.getByRole('heading', { name: '<b>Hello</b>' }).waitFor();
    const drawn = page.waitForEvent('framenavigated', (each) => each.url().includes('accent=%232563eb'));
    await panel.getByLabel('Accent').first().fill('#2563eb');
    await drawn;
    assert.match((await frame.locator('style').textContent()) ?? '', /--accent:#2563eb;/);
    await panel.getByRole('radio', { name: 'Desktop' }).check();
    await frame.locator('.code').waitFor();
    const [fileName, mimeType] = ['icon.png', 'image/png'];
    await panel.getByLabel('Icon').setInputFiles({ name: fileName, mimeType, buffer: Buffer.from('<svg/>') });
    await panel.getByText('Must be a PNG or WebP image.').waitFor();
    await panel.getByLabel('Icon').setInputFiles({ name: fileName, mimeType, buffer: png(64) });
    await frame.locator('img.icon').waitFor();
    await panel.getByRole('button', { name: 'Publish the page' }).click();
    await panel.getByText('Saved.').waitFor();
    const folder = process.env.SCREENSHOTS;
    if (folder) await page.screenshot({ path: `${folder}/dashboard.png`, fullPage: true });
    assert.deepEqual(complaints, []);
    await close();
    const visit = await open('draft', 'android');
    await visit.page.getByRole('heading', { name: '<b>Hello</b>' }).waitFor();
    await visit.close();
  });
});
