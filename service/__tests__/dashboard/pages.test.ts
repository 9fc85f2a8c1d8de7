import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { fillShop, SHOP } from './fillShop.ts';
import { findViolations } from './findViolations.ts';
import { ADMIN_TOKEN, NOW, openDashboard, signIn, type OpenDashboard, type Visit } from './openDashboard.ts';

const WIDTHS = [390, 768, 1440];
const HEIGHT = 900;
/** Nobody scrolls further on a phone. */
const MAX_SCREENS = 5;
const SCHEMES = ['light', 'dark'] as const;

/** Every page: its address, its heading, and something that is there once it has loaded. */
const PAGES = [
  { path: '/', title: 'Overview', shows: 'Autumn sale' },
  { path: '/?days=1', title: 'Overview', shows: 'Autumn sale' },
  { path: '/links', title: 'Links', shows: 'Night radio, episode 41' },
  { path: '/links?search=nothing-has-this', title: 'Links', shows: 'No links found' },
  { path: '/new-link', title: 'New link', shows: 'Create the link' },
  { path: '/links/mara', title: 'Mara’s story', shows: 'no install yet' },
  { path: '/links/mara/edit', title: 'Edit /mara', shows: 'Save' },
  { path: '/people', title: 'People', shows: 'Who are you looking for' },
  { path: '/people?kind=install&id=m8x2k1-0000', title: 'People', shows: 'by install referrer' },
  { path: '/people?id=nobody-has-this', title: 'People', shows: 'No user has this id' },
  { path: '/matching', title: 'Matching', shows: 'by fingerprint' },
  { path: '/settings', title: 'Settings', shows: 'Nothing is wrong|things? (is|are) wrong' },
  { path: '/apps/new', title: 'Add an app', shows: 'Add the app' },
  { path: '/nowhere', title: 'Page not found', shows: 'overview' },
] as const;

/** For README and docs, made if DASHBOARD_PICTURES is set. */
const PICTURES = [
  { name: 'overview', path: '/', width: 1280, height: 860, scheme: 'light' },
  { name: 'link', path: '/links/mara', width: 1280, height: 860, scheme: 'dark' },
  { name: 'matching', path: '/matching', width: 1280, height: 640, scheme: 'light' },
  { name: 'phone', path: '/', width: 390, height: 844, scheme: 'light' },
] as const;

const IMAGES = new URL('../../../docs/images/', import.meta.url);

async function open(page: Page, url: string, { path, title, shows }: (typeof PAGES)[number]): Promise<void> {
  await page.goto(`${url}/dashboard${path}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.getByText(new RegExp(shows, 'i')).first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
}

/** Waits until the figures are there, and none of them are of the days or the order before. */
const upToDate = (page: Page) => page.locator('.loaded[data-old="false"] > .overview').waitFor();

describe('the pages of a shop in full swing', () => {
  let dashboard: OpenDashboard;
  before(async () => {
    dashboard = await openDashboard();
    await fillShop(dashboard.queries, NOW);
  });
  after(() => dashboard.close());

  async function signedIn(width: number, colorScheme: (typeof SCHEMES)[number], path = '/'): Promise<Visit> {
    const visit = await dashboard.visit({ viewport: { width, height: HEIGHT }, colorScheme, as: ADMIN_TOKEN });
    await visit.page.goto(`${dashboard.url}/dashboard${path}`);
    return visit;
  }

  describe('fit every screen in both colours, for everybody, with a quiet console', () => {
    let visit: Visit;
    before(async () => {
      visit = await signedIn(1440, 'light');
    });
    after(() => visit.close());

    for (const each of PAGES) {
      test(each.path, async () => {
        const { page, complaints } = visit;
        await open(page, dashboard.url, each);
        assert.match(await page.title(), new RegExp(each.title.replace('/', '\\/')));
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: HEIGHT });
          assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, 'It scrolls sideways.');
          if (width < 720) {
            const length = await page.evaluate<number>('document.documentElement.scrollHeight');
            assert.ok(length <= MAX_SCREENS * HEIGHT, `It has ${length} px.`);
          }
          assert.deepEqual(await findViolations(page), [], `${width} px`);
          await page.emulateMedia({ colorScheme: 'dark' });
          assert.deepEqual(await findViolations(page, 'color-contrast'), [], `${width} px, dark`);
          await page.emulateMedia({ colorScheme: 'light' });
        }
        assert.deepEqual(complaints, []);
      });
    }
  });

  test('dialogs are for everybody, too', async () => {
    const { page, close } = await signedIn(390, 'dark', '/links/mara');
    await page.getByRole('button', { name: 'QR code' }).click();
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await findViolations(page), []);
    await close();
  });

  test('the sign-in page is for everybody, in both colours', async () => {
    for (const colorScheme of SCHEMES) {
      const { page, close } = await dashboard.visit({ viewport: { width: 390, height: HEIGHT }, colorScheme });
      await page.goto(`${dashboard.url}/dashboard/`);
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      assert.deepEqual(await findViolations(page), []);
      await close();
    }
  });

  test('the keyboard skips to the content, and another page puts the focus on its heading', async () => {
    const { page, close } = await signedIn(1440, 'light');
    await page.reload();
    await page.getByText('Autumn sale').first().waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement?.textContent'), 'Skip to content');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate('document.activeElement?.id'), 'main');
    await page.getByRole('navigation').getByRole('link', { name: 'Links' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor();
    assert.equal(await page.evaluate('document.activeElement?.textContent'), 'Links');
    await close();
  });

  test('links are ordered by what they sold, and the address keeps days and order', async () => {
    const { page, close } = await signedIn(1440, 'light');
    const first = page
      .getByRole('table', { name: /best links/ })
      .getByRole('row')
      .nth(1);
    await page.getByRole('radio', { name: '90 days' }).check();
    await page.waitForURL(/days=90/);
    const answered = page.waitForResponse(/\/api\/statistics\?.*currency=CHF/);
    await page.getByLabel('ordered by').selectOption('revenue-CHF');
    await page.waitForURL(/order=revenue-CHF/);
    await answered;
    await upToDate(page);
    const before = await first.textContent();
    await page.reload();
    await first.waitFor();
    assert.equal(await first.textContent(), before);
    assert.equal(await page.getByLabel('ordered by').inputValue(), 'revenue-CHF');
    await close();
  });

  test('a link is found by the beginning of its words', async () => {
    const { page, close } = await signedIn(1440, 'light', '/links');
    await page.getByText('Autumn sale').waitFor();
    await page.getByRole('searchbox').fill('eclip');
    await page.keyboard.press('Enter');
    await page.getByText('Autumn sale').waitFor({ state: 'detached' });
    assert.equal(await page.locator('.data tbody tr').count(), 1);
    await page.getByText('Halo lamp, the one like a small eclipse').waitFor();
    await page.getByRole('button', { name: 'All links' }).click();
    await page.getByText('Autumn sale').waitFor();
    await close();
  });

  test('more links, clicks and attempts come when they are asked for', async () => {
    const { page, close } = await signedIn(1440, 'light', '/links/autumn');
    const rows = page.getByRole('table', { name: 'Clicks on this link' }).getByRole('row');
    await rows.nth(10).waitFor();
    assert.equal(await rows.count(), 11);
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows.nth(20).waitFor();
    assert.equal(await rows.count(), 21);
    await close();
  });

  test('a chart follows the colour scheme, and its table has every day', async () => {
    const { page, close } = await signedIn(1440, 'light');
    await page.getByText('All days as a table').click();
    assert.equal(
      await page
        .getByRole('table', { name: /by day/ })
        .getByRole('row')
        .count(),
      31
    );
    const chart = page.locator('.chart canvas');
    const light = await chart.screenshot();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForFunction(`getComputedStyle(document.body).backgroundColor !== 'rgb(233, 238, 236)'`);
    const colourOfABar = `(() => {
      const canvas = document.querySelector('.chart canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const colours = new Set();
      for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) colours.add([data[at], data[at + 1], data[at + 2]].join());
      return [...colours].includes('92,214,191');
    })()`;
    await page.waitForFunction(colourOfABar);
    assert.notDeepEqual(await chart.screenshot(), light);
    await close();
  });

  test('the numbers on top are the sums of the days', async () => {
    const { page, close } = await signedIn(1440, 'light');
    await page.getByText('All days as a table').click();
    const table = page.getByRole('table', { name: /by day/ });
    const names = await table.getByRole('columnheader').allTextContents();
    for (const name of ['Clicks', 'Installs', 'Opens', 'Purchases']) {
      const cells = await table.locator(`tbody tr > :nth-child(${names.indexOf(name) + 1}) .cell`).allTextContents();
      const sum = cells.reduce((all, cell) => all + Number(cell), 0);
      const tile = page.locator('.tile', { has: page.getByText(name, { exact: true }) }).locator('.tile-value');
      assert.equal(Number((await tile.innerText()).replace(',', '')), sum, name);
    }
    await close();
  });

  test('currencies have the same order in the chart as in the sums, whatever was sold first', async () => {
    const { page, close } = await signedIn(1440, 'light');
    for (const days of [7, 30, 90]) {
      await page.goto(`${dashboard.url}/dashboard/?days=${days}`);
      await upToDate(page);
      const measures = await page.getByRole('group', { name: 'Shown in the chart' }).locator('label').allTextContents();
      assert.deepEqual(measures.slice(4), ['CHF', 'EUR'], `${days} days`);
    }
    await close();
  });

  test('each row of a table is headed by its link, its day or its time', async () => {
    const { page, close } = await signedIn(1440, 'light');
    await page.getByRole('rowheader', { name: /^Autumn sale/ }).waitFor();
    await page.setViewportSize({ width: 390, height: HEIGHT });
    await page.getByRole('rowheader', { name: /^Autumn sale/ }).waitFor();
    await close();
  });

  test('an outcome is found by the reason that the app is given', async () => {
    const { page, close } = await signedIn(1440, 'light', '/matching');
    const outcome = page.getByRole('listitem').filter({ hasText: 'Several clicks fit' });
    await outcome.getByText('What to do').click();
    await outcome.getByText('ambiguous_match').waitFor();
    await close();
  });

  test('downloads are named after the app', async () => {
    const { page, close } = await signedIn(1440, 'light', '/links');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /CSV/ }).click();
    const file = await download;
    assert.equal(file.suggestedFilename(), 'links.csv');
    assert.match(await readFile(await file.path(), 'utf8'), /^code,short_url,[\s\S]*\nautumn,/);
    await close();
  });

  if (process.env.DASHBOARD_PICTURES) {
    test('pictures for the docs', async () => {
      for (const { name, path, width, height, scheme } of PICTURES) {
        const { page, close } = await signedIn(width, scheme, path);
        await page.setViewportSize({ width, height });
        // The first one may be folded away.
        await page.locator('.data').last().waitFor();
        await page.screenshot({ path: fileURLToPath(new URL(`dashboard-${name}.png`, IMAGES)) });
        await close();
      }
    });
  }

  test('an owner’s address with another app’s id shows the owner’s own app', async () => {
    const { page, close } = await dashboard.visit();
    await page.goto(`${dashboard.url}/dashboard/?app=somebody-else`);
    await signIn(page, SHOP.secret);
    await page.getByText(SHOP.name).waitFor();
    await close();
  });
});
