import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import type { Page } from 'playwright-core';
import { addApp, changeApp } from '../../src/operations/apps.ts';
import { createLink } from '../../src/operations/createLink.ts';
import { wordsOf } from '../../src/routes/public/landing/languages/wordsOf.ts';
import { landingPage, type Landing } from '../../src/routes/public/landing/page.ts';
import { readIcon, type Icon } from '../../src/values/icon.ts';
import { dataUrl, png } from '../support/icons.ts';
import { IN_APP_AGENTS } from '../support/inAppAgents.ts';
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
  wechat: { userAgent: IN_APP_AGENTS.WeChat?.ios ?? '', viewport: { width: 390, height: 844 } },
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

/** With what a policy would read as its own. */
const PICTURE = 'https://cdn.test/a,b;c.png?x=1';

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
    await visit.page.route(/^https:/, (route) =>
      route.fulfill({ contentType: 'image/png', body: png(64, 32, '#f59e0b') })
    );
    await visit.page.goto(`${dashboard.url}/${code}`);
    return visit;
  }

  before(async () => {
    dashboard = await openDashboard();
    for (const [id, { colour, ...brand }] of Object.entries(BRANDS)) {
      await addBrand(id, brand, colour === null ? null : (readIcon(dataUrl(png(128, 128, colour))) as Icon));
    }
    await addBrand('plain', { name: 'Plain' });
    const tide = { id: 'tide', linkHosts: ['tide.test'] };
    const createdAt = new Date(NOW);
    const shown = { title: 'Halo lamp', description: 'Until Sunday.', imageUrl: PICTURE };
    await createLink(dashboard.queries, tide, { code: 'tide-picture', destination: '/lamp', ...shown, createdAt });
    await createLink(dashboard.queries, tide, {
      code: 'tide-off',
      destination: '/lamp',
      disabledAt: createdAt,
      createdAt,
    });
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

  for (const [code, colorScheme, options] of [
    ['tide-picture', 'light', {}],
    ['tide-picture', 'dark', {}],
    ['plain', 'light', {}],
    ['plain', 'dark', {}],
    ['plain', 'light', { locale: 'ar' }],
    ['tide-picture', 'light', { locale: 'he' }],
    ['tide-picture', 'dark', { locale: 'ja' }],
    ['tide-off', 'light', {}],
    ['tide-off', 'dark', { locale: 'ar' }],
    ['mistyped', 'dark', { locale: 'de' }],
  ] as const) {
    for (const screen of ['phone', 'desktop', 'wechat'] as const) {
      const language = 'locale' in options ? options.locale : 'en';
      test(`${code} in ${language}, ${colorScheme}, on ${screen}: nothing sticks out, axe finds nothing`, async () => {
        const { page, complaints, close } = await open(code, screen, { colorScheme, ...options });
        await page.locator('h1').waitFor();
        const folder = process.env.SCREENSHOTS;
        if (folder) {
          await page.screenshot({ path: `${folder}/${code}-${language}-${colorScheme}-${screen}.png`, fullPage: true });
        }
        assert.deepEqual(await findViolations(page), []);
        assert.deepEqual(await overflows(page), []);
        assert.deepEqual(complaints, []);
        await close();
      });
    }
  }

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

  test('the button copies a text and a URL, and nothing is copied without it', async () => {
    const { page, close } = await open('tide', 'phone');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(`navigator.clipboard.writeText('before')`);
    await page.route(/^https:/, (route) => route.abort());
    const pasted = async () => {
      await page.evaluate(`
        const field = document.body.appendChild(document.createElement('textarea'));
        field.addEventListener('paste', ({ clipboardData }) => {
          field.dataset.pasted = JSON.stringify(['text/plain', 'text/uri-list'].map((type) => clipboardData.getData(type)));
        });
        field.focus()`);
      await page.keyboard.press('Control+V');
      const field = page.locator('textarea[data-pasted]');
      const seen = JSON.parse((await field.getAttribute('data-pasted')) ?? '') as string[];
      await page.evaluate(`document.querySelector('textarea').remove()`);
      return seen;
    };
    const stay = `document.addEventListener('click', (event) => event.preventDefault())`;
    await page.evaluate(stay);
    const link = await page.locator('body').getAttribute('data-copied-link');
    await page.getByRole('link', { name: 'Continue without copying' }).click();
    await page.getByRole('link', { name: 'Open Tide' }).click();
    assert.deepEqual(await pasted(), ['before', '']);
    await page.getByRole('link', { name: 'Get Tide' }).click();
    await page.getByText('Link copied.').waitFor();
    assert.deepEqual(await pasted(), [link, link]);
    await close();
  });

  for (const [hasItems, kinds] of [
    [true, ['text/plain', 'text/uri-list']],
    [false, ['text/plain']],
  ] as const) {
    test(`where selections can’t be copied, the page’s clipboard gets ${kinds.join(' and ')}`, async () => {
      const { page, close } = await dashboard.visit(SCREENS.phone);
      // Chromium’s own takes no URLs.
      await page.addInitScript(`
        window.written = [];
        document.execCommand = () => false;
        window.ClipboardItem = class { constructor(parts) { this.parts = parts; } };
        navigator.clipboard.write = async ([{ parts }]) => {
          if (!${hasItems}) throw new Error('not supported');
          for (const [kind, blob] of Object.entries(parts)) window.written.push([kind, await blob.text()]);
        };
        navigator.clipboard.writeText = async (text) => void window.written.push(['text/plain', text]);
        document.addEventListener('click', (event) => event.preventDefault());`);
      await page.goto(`${dashboard.url}/tide`);
      const link = await page.locator('body').getAttribute('data-copied-link');
      await page.getByRole('link', { name: 'Get Tide' }).click();
      await page.getByText('Link copied.').waitFor();
      assert.deepEqual(
        await page.evaluate('window.written'),
        kinds.map((kind) => [kind, link])
      );
      await close();
    });
  }

  test('whatever owners and strangers write, it stays text in its own place', async () => {
    const { page, close } = await dashboard.visit();
    await page.goto(`${dashboard.url}/health`);
    /** The elements of a page with the names of their attributes, and what the fields became. */
    const read = (html: string) =>
      page.evaluate<{ shape: string[]; heading: string; alt: string | null; copied: string }>(`(() => {
        const seen = new DOMParser().parseFromString(${JSON.stringify(html)}, 'text/html');
        return {
          shape: [...seen.querySelectorAll('*')].map((each) => each.tagName + ' ' + each.getAttributeNames().join(' ')),
          heading: seen.querySelector('h1').textContent,
          alt: seen.querySelector('.picture').getAttribute('alt'),
          copied: seen.body.dataset.copiedLink,
        };
      })()`);
    const render = async (written: string, platform: Landing['platform'], iosButton: Landing['iosButton']) =>
      String(
        await landingPage({
          brand: { id: 'shop', name: written, icon: written, accent: null, background: null },
          words: wordsOf(
            'en',
            { en: { headline: written, text: written, getButton: written, openButton: written } },
            written
          ),
          notice: null,
          link: {
            title: written,
            description: written,
            imageUrl: `https://cdn.test/${written.replace(/[\s\\\p{Cc}]/gu, '')}`,
          },
          destination: `https://shop.test/${written.replace(/[\s\\\p{Cc}]/gu, '')}`,
          platform,
          isMac: true,
          iosButton,
          hasFallback: { ios: false, android: false },
          desktopUrl: written,
          openUrl: written,
          intents: { store: written, open: written, areFollowed: iosButton === 'go' },
          leaving: { isStuck: true, wayOut: written, marks: { [written]: written } },
          tapUrl: written,
          pageUrl: written,
          scannedUrl: 'https://go.test/a',
          stores: { ios: written, android: written },
          copiedLink: written,
          reportUrl: written,
          reportTime: 'always',
          isPreview: false,
        })
      );
    const markup = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '</',
      '<!--',
      ']]>',
      '=',
      '/',
      ' ',
      '`',
      '</h1>',
      '</title>',
      '</style>',
      '</script>',
      '<script>',
      'onerror=',
      '&quot;',
      '&#34;',
      '{app}',
      '\u202e',
      '\u2028',
      'a',
      'م'
    );
    const text = fc
      .oneof(
        fc.string({ unit: 'grapheme' }),
        fc.array(markup).map((parts) => parts.join(''))
      )
      .map((each) => `x${each}`);
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom('ios', 'android', null),
        fc.constantFrom('copy', 'go'),
        async (written, platform, iosButton) => {
          const attacked = await read(await render(written, platform, iosButton));
          const plain = await read(await render('plain', platform, iosButton));
          assert.deepEqual(attacked.shape, plain.shape);
          const expected = written.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\u0000', '\ufffd');
          assert.deepEqual([attacked.alt, attacked.copied], [expected, expected]);
          assert.equal(attacked.heading.replaceAll('\ufffd', ''), expected.replaceAll('\ufffd', ''));
        }
      ),
      { numRuns: 150 }
    );
    await close();
  });

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
    await frame.locator('[data-action="copy"]').waitFor();
    await panel.getByLabel('On an iPhone, the button').selectOption({ label: 'Goes to the store' });
    await frame.locator('.button[data-action="store"]').waitFor();
    assert.equal(await frame.locator('[data-action="copy"]').count(), 0);
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
