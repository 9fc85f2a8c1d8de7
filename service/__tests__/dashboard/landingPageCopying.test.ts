import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openLandingPages, SCREENS, type LandingPages } from './openLandingPages.ts';

describe('the landing page in a browser', () => {
  let dashboard: LandingPages;
  before(async () => {
    dashboard = await openLandingPages();
  });
  after(() => dashboard.close());

  test('the button copies a text and a URL, and nothing is copied without it', async () => {
    const { page, close } = await dashboard.open('tide', 'phone');
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
});
