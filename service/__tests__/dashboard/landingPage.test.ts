import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { wordsOf } from '../../src/routes/public/landing/languages/wordsOf.ts';
import { landingPage, type Landing } from '../../src/routes/public/landing/page.ts';
import { findViolations } from './findViolations.ts';
import { BRANDS, LONG, openLandingPages, type LandingPages } from './openLandingPages.ts';

/** What sticks out of the screen, or out of the box that it stands in. */
const overflows = (page: Page) =>
  page.evaluate<string[]>(`
    [...document.querySelectorAll('html, body, main, main *')]
      .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
      .map((each) => each.tagName + ' ' + each.className)`);

describe('the landing page in a browser', () => {
  let dashboard: LandingPages;
  before(async () => {
    dashboard = await openLandingPages();
  });
  after(() => dashboard.close());

  for (const [id, { name }] of Object.entries(BRANDS)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const screen of ['phone', 'android', 'desktop'] as const) {
        test(`${name}, ${colorScheme}, on ${screen}: nothing is refused, nothing sticks out, axe finds nothing`, async () => {
          const { page, complaints, close } = await dashboard.open(id, screen, { colorScheme });
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
        const { page, complaints, close } = await dashboard.open('long', screen, { locale: language });
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
        const { page, complaints, close } = await dashboard.open(code, screen, { colorScheme, ...options });
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

  for (const [how, width, height] of [
    ['upright', 390, 664],
    ['on its side', 844, 330],
  ] as const) {
    test(`an iPhone ${how} shows the button below image, title and text without scrolling`, async () => {
      const { page, close } = await dashboard.open('tide-picture', 'phone', { viewport: { width, height } });
      const button = await page.getByRole('link', { name: 'Get Tide' }).boundingBox();
      assert.ok(button && button.y + button.height <= height, JSON.stringify(button));
      await close();
    });
  }

  for (const locale of ['en', 'de', 'ar', 'ja']) {
    test(`in ${locale}, WeChat on the smallest iPhone shows the way out without scrolling, with one button`, async () => {
      const viewport = { width: 320, height: 568 };
      const { page, close } = await dashboard.open('tide-picture', 'wechat', { viewport, locale });
      const copying = await page.locator('[data-action="copyAddress"]').boundingBox();
      assert.ok(copying && copying.y + copying.height <= viewport.height, JSON.stringify(copying));
      assert.equal(await page.locator('.button').count(), 1);
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
});
