import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { webhookOptions } from '../support/receiveWebhooks.ts';
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
  { path: '/', title: 'Overview', shows: 'back-in-stock' },
  { path: '/?days=1&where=link', title: 'Overview', shows: 'Autumn sale' },
  { path: '/?campaign=autumn&days=last-month&show=revenue', title: 'Overview', shows: 'Campaign: autumn' },
  { path: '/?source=instagram', title: 'Overview', shows: 'Not counted together' },
  { path: '/links', title: 'Links', shows: 'Night radio, episode 41' },
  { path: '/links?search=nothing-has-this', title: 'Links', shows: 'No links found' },
  { path: '/new-link', title: 'New link', shows: 'Create the link' },
  { path: '/new-links', title: 'Create many links', shows: 'One link for each name' },
  { path: '/import-links', title: 'Import links', shows: 'All links as CSV' },
  { path: '/links/mara', title: 'Mara, story of 3 March', shows: 'no install yet' },
  { path: '/links/mara/edit', title: 'Edit /mara', shows: 'Save' },
  { path: '/people', title: 'People', shows: 'Who are you looking for' },
  { path: '/people?kind=install&id=m8x2k1-0000', title: 'People', shows: 'Tapped the link' },
  { path: '/people?id=nobody-has-this', title: 'People', shows: 'No user has this id' },
  { path: '/cohorts?days=90', title: 'Cohorts', shows: 'By the link that brought' },
  { path: '/cohorts?days=last-month&rows=campaign', title: 'Cohorts', shows: 'back-in-stock' },
  { path: '/landing-page', title: 'Landing page', shows: 'Publish the page' },
  { path: '/settings', title: 'Settings', shows: 'The provider' },
  { path: '/settings/health', title: 'Health', shows: 'by fingerprint' },
  { path: '/settings/keys', title: 'Keys', shows: 'Secret key' },
  { path: '/settings/webhooks', title: 'Webhooks', shows: 'Add the endpoint' },
  { path: '/settings/shares', title: 'Shared views', shows: 'Nothing is shared' },
  { path: '/settings/changes', title: 'Changes', shows: 'No changes in the last year' },
  { path: '/apps/new', title: 'Add an app', shows: 'Add the app' },
  { path: '/nowhere', title: 'Page not found', shows: 'overview' },
] as const;

/** For README and docs, made if DASHBOARD_PICTURES is set. */
const PICTURES = [
  { name: 'overview', path: '/', width: 1280, height: 1040, scheme: 'light' },
  { name: 'links', path: '/links?sort=revenue', width: 1280, height: 700, scheme: 'light' },
  { name: 'link', path: '/links/mara', width: 1280, height: 860, scheme: 'dark' },
  { name: 'cohorts', path: '/cohorts?days=90', width: 1280, height: 760, scheme: 'light' },
  { name: 'people', path: '/people?kind=install&id=m8x2k1-0040', width: 1280, height: 760, scheme: 'light' },
  { name: 'landing-page', path: '/landing-page', width: 1280, height: 860, scheme: 'light' },
  { name: 'settings', path: '/settings', width: 1280, height: 860, scheme: 'light' },
  { name: 'health', path: '/settings/health', width: 1280, height: 860, scheme: 'dark' },
  { name: 'keys', path: '/settings/keys', width: 1280, height: 560, scheme: 'light' },
  { name: 'webhooks', path: '/settings/webhooks', width: 1280, height: 860, scheme: 'light' },
  { name: 'shares', path: '/settings/shares', width: 1280, height: 700, scheme: 'dark' },
  { name: 'changes', path: '/settings/changes', width: 1280, height: 420, scheme: 'light' },
  { name: 'phone', path: '/', width: 390, height: 844, scheme: 'light' },
] as const;

const DOCS = new URL('../../../docs/', import.meta.url);
const SOURCES = new URL('../../dashboard/src/', import.meta.url);

/** What a company sets up, for the pictures of its settings. */
const SET_UP = [
  ['/api/links', { code: 'spring', destination: '/promo/SPRING', title: 'Spring is here', campaign: 'spring' }],
  ['/api/webhooks', { url: 'https://example.com/webhooks', events: ['install.matched', 'event.recorded'] }],
  ['/api/shares', { label: 'Agency', filter: { campaign: ['autumn'] }, expiresAt: '2026-06-30T21:59:59.000Z' }],
] as const;

async function open(page: Page, url: string, { path, title, shows }: (typeof PAGES)[number]): Promise<void> {
  await page.goto(`${url}/dashboard${path}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.getByText(new RegExp(shows, 'i')).first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
}

/** Waits until the figures are there, and none of them are of the days or the order before. */
const upToDate = (page: Page) => page.locator('.loaded[data-old="false"] > .headline').waitFor();

test('a test opens every page, and every page of the settings has a tab', async () => {
  const find = async (file: string, pattern: RegExp) =>
    Array.from((await readFile(new URL(file, SOURCES), 'utf8')).matchAll(pattern), ([, path = '']) => path);
  const paths = await find('shell/pages.tsx', /path: '([^']+)'/g);
  const isListed = (path: string) => {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?]+')}(\\?|$)`);
    return PAGES.some((each) => pattern.test(each.path));
  };
  assert.deepEqual(
    paths.filter((path) => !isListed(path)),
    []
  );
  const tabs = await find('apps/SettingsTabs.tsx', /'(\/settings[^']*)'/g);
  assert.deepEqual(
    paths.filter((path) => path.startsWith('/settings')),
    tabs
  );
});

describe('the pages of a shop in full swing', () => {
  let dashboard: OpenDashboard;
  before(async () => {
    dashboard = await openDashboard(webhookOptions());
    await fillShop(dashboard.queries, NOW);
  });
  after(() => dashboard.close());

  async function signedIn(width: number, colorScheme: (typeof SCHEMES)[number], path = '/'): Promise<Visit> {
    const visit = await dashboard.visit({ viewport: { width, height: HEIGHT }, colorScheme, as: ADMIN_TOKEN });
    await visit.page.goto(`${dashboard.url}/dashboard${path}`);
    return visit;
  }

  /** Opens the table of the curve, which is drawn a moment later. */
  async function openDays(page: Page): Promise<Locator> {
    await page.getByText('All days as a table').click();
    const table = page.getByRole('table', { name: /by day/ });
    await table.waitFor();
    return table;
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
        }
        await page.emulateMedia({ colorScheme: 'dark' });
        assert.deepEqual(await findViolations(page, 'color-contrast'), [], 'dark');
        await page.emulateMedia({ colorScheme: 'light' });
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
    await page.getByText('back-in-stock').first().waitFor();
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
    const { page, close } = await signedIn(1440, 'light', '/links');
    const first = page
      .getByRole('table', { name: /^Links/ })
      .getByRole('row')
      .nth(1);
    await page.getByRole('radio', { name: '90 days' }).check();
    await page.waitForURL(/days=90/);
    const answered = page.waitForResponse(/\/api\/links\?.*sort=revenue/);
    await page.getByRole('button', { name: 'Revenue' }).click();
    await page.waitForURL(/sort=revenue/);
    await answered;
    await page.locator('.loaded[data-old="false"] .link-list').waitFor();
    const before = await first.textContent();
    assert.match(before ?? '', /^Link.*Autumn sale/);
    await page.reload();
    await first.waitFor();
    assert.equal(await first.textContent(), before);
    assert.equal(await page.getByRole('columnheader', { name: 'Revenue' }).getAttribute('aria-sort'), 'descending');
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
    assert.equal(await (await openDays(page)).getByRole('row').count(), 31);
    const colour = `getComputedStyle(document.querySelector('.chart-line')).stroke`;
    const light = await page.evaluate(colour);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForFunction(`${colour} === 'rgb(92, 214, 191)'`);
    assert.notEqual(await page.evaluate(colour), light);
    await close();
  });

  test('the numbers on top are the sums of the days', async () => {
    const { page, close } = await signedIn(1440, 'light');
    const table = await openDays(page);
    const names = await table.getByRole('columnheader').allTextContents();
    for (const name of ['Visitors', 'Installs', 'Buyers']) {
      const cells = await table.locator(`tbody tr > :nth-child(${names.indexOf(name) + 1}) .cell`).allTextContents();
      const sum = cells.reduce((all, cell) => all + Number(cell), 0);
      const tile = page.locator('.tile', { has: page.getByText(name, { exact: true }) }).locator('.tile-value');
      assert.equal(Number((await tile.innerText()).replace(',', '')), sum, name);
    }
    await close();
  });

  test('the main currency comes first, in tiles and in rows', async () => {
    const { page, close } = await signedIn(1440, 'light');
    for (const days of [7, 30, 90]) {
      await page.goto(`${dashboard.url}/dashboard/?days=${days}`);
      await upToDate(page);
      await page.locator('.tile', { hasText: 'Revenue' }).locator('.tile-value', { hasText: '€' }).waitFor();
      const rows = page.locator('.breakdown [data-measure="revenue"]', { hasText: 'CHF' });
      await rows.first().waitFor();
      for (const row of await rows.allInnerTexts()) assert.match(row, /^€/, `${days} days`);
    }
    await close();
  });

  test('other currencies are listed for who points at their number, focuses or taps it, and never cut off', async () => {
    for (const width of [1440, 390]) {
      const { page, close } = await signedIn(width, 'light', '/?show=revenue');
      const more = page.locator('.breakdown .money-more').first();
      const list = page.locator('.breakdown .money-list').first();
      await more.scrollIntoViewIfNeeded();
      await more.focus();
      await list.waitFor();
      assert.match(await list.innerText(), /^-?CHF\s[\d.,]+$/);
      const box = await list.boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= width && box.y >= 0, JSON.stringify(box));
      await more.blur();
      await list.waitFor({ state: 'hidden' });
      await more.hover();
      await list.waitFor();
      await page.mouse.move(0, 0);
      await list.waitFor({ state: 'hidden' });
      await more.click();
      await list.waitFor();
      await close();
    }
  });

  test('a curve is read with arrow keys and at the pointer, and says what isn’t over', async () => {
    const { page, close } = await signedIn(1440, 'light');
    const chart = page.getByRole('slider', { name: /^Visitors by day/ });
    await chart.focus();
    await page.keyboard.press('End');
    const reading = page.locator('.chart-reading');
    assert.match(await reading.innerText(), /^Wed,? 18 Mar, so far\n\d+/);
    await page.keyboard.press('ArrowLeft');
    assert.match(await reading.innerText(), /^Tue,? 17 Mar\n\d+/);
    assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /^Tue,? 17 Mar: \d+$/);
    await page.keyboard.press('Home');
    assert.match(await reading.innerText(), /^Tue,? 17 Feb\n/);
    const place = await chart.boundingBox();
    assert.ok(place);
    await page.mouse.move(place.x + place.width - 2, place.y + 20);
    assert.match(await reading.innerText(), /^Wed,? 18 Mar, so far\n/);
    const box = await reading.boundingBox();
    assert.ok(box && box.x + box.width <= place.x + place.width + 1);
    await close();
  });

  test('today is drawn until now, and compared with yesterday until the same time', async () => {
    const { page, close } = await signedIn(1440, 'light', '/?days=1');
    await upToDate(page);
    await page.getByRole('slider').focus();
    await page.keyboard.press('End');
    assert.match(await page.locator('.chart-reading').innerText(), /^23:00\nto come\nthe day before: \d+$/);
    await page.getByText('All hours as a table').click();
    // It is noon in Vienna, and eleven in the app’s zone.
    assert.equal(
      await page
        .getByRole('table', { name: /by hour/ })
        .getByRole('row')
        .count(),
      1 + 12
    );
    const headers = { authorization: `Bearer ${SHOP.secret}`, 'x-app-id': SHOP.id };
    const answer = await fetch(`${dashboard.url}/api/statistics?from=2026-03-17&to=2026-03-17&by=hour`, { headers });
    const { rows } = (await answer.json()) as { rows: { hour: string; visitors: number }[] };
    const until = rows.filter(({ hour }) => hour < '2026-03-17T11').reduce((sum, { visitors }) => sum + visitors, 0);
    const tile = page.locator('.tile', { has: page.getByText('Visitors', { exact: true }) });
    assert.match(await tile.locator('.change').innerText(), new RegExp(`before: ${until}\\)`));
    assert.equal(await page.locator('.breakdown .change').count(), 0);
    await close();
  });

  test('no page is longer than what it shows', async () => {
    for (const path of ['/?where=link', '/settings/health', '/cohorts?rows=campaign']) {
      const { page, close } = await signedIn(1440, 'light', path);
      await page.locator('.breakdown, .data').first().waitFor();
      const longer = await page.evaluate(`document.documentElement.scrollHeight -
        Math.max(innerHeight, document.querySelector('.frame').getBoundingClientRect().bottom)`);
      assert.ok(Number(longer) <= 1, `${path}: ${String(longer)} px`);
      await close();
    }
  });

  test('each row of a table is headed by its link, its day or its time', async () => {
    const { page, close } = await signedIn(1440, 'light', '/links');
    await page.getByRole('rowheader', { name: /^Autumn sale/ }).waitFor();
    await page.setViewportSize({ width: 390, height: HEIGHT });
    await page.getByRole('rowheader', { name: /^Autumn sale/ }).waitFor();
    await close();
  });

  test('an outcome is found by the reason that the app is given', async () => {
    const { page, close } = await signedIn(1440, 'light', '/settings/health');
    const outcome = page.getByRole('listitem').filter({ hasText: 'Several clicks fit' });
    await outcome.getByText('What to do').click();
    await outcome.getByText('ambiguous_match').waitFor();
    await close();
  });

  test('a table saves what it shows, as filtered, with its dates in the name', async () => {
    const { page, close } = await signedIn(1440, 'light', '/links?campaign=autumn&days=last-month');
    await page.getByText('Autumn sale').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download/ }).click();
    const file = await download;
    assert.equal(file.suggestedFilename(), 'small-hours-links-2026-02-01-to-2026-02-28.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    assert.equal(lines[0], 'Link,Campaign,Created,Clicks,Installs,Buyers,Revenue');
    assert.deepEqual(
      lines.slice(1).map((line) => line.split(',autumn,')[0]),
      ['Autumn sale', '"Halo lamp, the one like a small eclipse"']
    );
    await close();
  });

  test('everything can be had as CSV', async () => {
    const { page, close } = await signedIn(1440, 'light', '/settings');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /links.csv/ }).click();
    const file = await download;
    assert.equal(file.suggestedFilename(), 'links.csv');
    assert.match(await readFile(await file.path(), 'utf8'), /^code,short_url,[\s\S]*\nautumn,/);
    await close();
  });

  test('the docs have every picture, and no other', async () => {
    const text = await readFile(new URL('dashboard.md', DOCS), 'utf8');
    const shown = [...text.matchAll(/images\/dashboard-([a-z-]+)\.png/g)].map(([, name]) => name);
    assert.deepEqual(shown.sort(), PICTURES.map(({ name }) => name).sort());
  });

  if (process.env.DASHBOARD_PICTURES) {
    test('pictures for the docs', async () => {
      const headers = {
        authorization: `Bearer ${SHOP.secret}`,
        'x-app-id': SHOP.id,
        'content-type': 'application/json',
      };
      for (const [path, body] of SET_UP) {
        const answer = await fetch(`${dashboard.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
        assert.equal(answer.status, 201, path);
      }
      for (const { name, path, width, height, scheme } of PICTURES) {
        const { page, close } = await signedIn(width, scheme, path);
        await page.setViewportSize({ width, height });
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        await page.locator('.loading').first().waitFor({ state: 'detached' });
        await page.screenshot({ path: fileURLToPath(new URL(`images/dashboard-${name}.png`, DOCS)) });
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
