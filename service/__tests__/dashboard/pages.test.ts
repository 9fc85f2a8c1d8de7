import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { SHOP } from './fillShop.ts';
import { findViolations } from './findViolations.ts';
import { signIn, type Visit } from './openDashboard.ts';
import { HEIGHT, openFullShop, type FullShop } from './openFullShop.ts';

const WIDTHS = [390, 768, 1440];
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
  { path: '/people?kind=install&id=m8x2k1-0000', title: 'People', shows: 'Clicked the link' },
  { path: '/people?id=nobody-has-this', title: 'People', shows: 'No user has this id' },
  { path: '/cohorts?days=90', title: 'Cohorts', shows: 'By the link that brought' },
  { path: '/cohorts?days=last-month&rows=campaign', title: 'Cohorts', shows: 'back-in-stock' },
  { path: '/landing-page', title: 'Landing page', shows: 'Publish the page' },
  { path: '/settings', title: 'Settings', shows: 'The provider' },
  { path: '/settings/health', title: 'Health', shows: 'by fingerprint' },
  { path: '/settings/keys', title: 'Keys', shows: 'Secret key.* that may do everything, added' },
  { path: '/settings/webhooks', title: 'Webhooks', shows: 'Add the endpoint' },
  { path: '/settings/shares', title: 'Shared views', shows: 'Nothing is shared' },
  { path: '/settings/changes', title: 'Changes', shows: 'No changes in the last year' },
  { path: '/apps/new', title: 'Add an app', shows: 'Add the app' },
  { path: '/nowhere', title: 'Page not found', shows: 'overview' },
] as const;

const SOURCES = new URL('../../dashboard/src/', import.meta.url);

async function open(page: Page, url: string, { path, title, shows }: (typeof PAGES)[number]): Promise<void> {
  await page.goto(`${url}/dashboard${path}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.getByText(new RegExp(shows, 'i')).first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
}

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
  let dashboard: FullShop;
  before(async () => {
    dashboard = await openFullShop();
  });
  after(() => dashboard.close());

  describe('fit every screen in both colours, for everybody, with a quiet console', () => {
    let visit: Visit;
    before(async () => {
      visit = await dashboard.signedIn(1440, 'light');
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
    const { page, close } = await dashboard.signedIn(390, 'dark', '/links/mara');
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
    const { page, close } = await dashboard.signedIn(1440, 'light');
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

  test('Health leads to the field that is wrong, and names no command', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/settings/health');
    const findings = page.locator('.findings');
    const advice = findings.getByRole('link').first();
    await advice.waitFor();
    assert.doesNotMatch(await findings.innerText(), /apps set|keys add/);
    await advice.click();
    await page.waitForURL(/\/settings\?.*field=/);
    await page.locator('input:focus, textarea:focus').waitFor();
    await close();
  });

  test('no page is longer than what it shows', async () => {
    for (const path of ['/?where=link', '/settings/health', '/cohorts?rows=campaign']) {
      const { page, close } = await dashboard.signedIn(1440, 'light', path);
      await page.locator('.breakdown, .data').first().waitFor();
      const longer = await page.evaluate(`document.documentElement.scrollHeight -
        Math.max(innerHeight, document.querySelector('.frame').getBoundingClientRect().bottom)`);
      assert.ok(Number(longer) <= 1, `${path}: ${String(longer)} px`);
      await close();
    }
  });

  test('on a phone, the sums of a cohort end where the next ones begin', async () => {
    const { page, close } = await dashboard.signedIn(390, 'light', '/cohorts?days=90&rows=campaign');
    await page.locator('.shade-note').first().waitFor();
    const wide = await page.evaluate(`Array.from(document.querySelectorAll('.shade-note'))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)`);
    assert.deepEqual(wide, []);
    await close();
  });

  test('the share of an outcome says of how many attempts it is', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/settings/health');
    const outcomes = page.locator('.outcome-count');
    await outcomes.first().waitFor();
    const counts = (await outcomes.locator('strong').allInnerTexts()).map(Number);
    const all = counts.reduce((sum, count) => sum + count, 0);
    for (const text of await outcomes.allInnerTexts())
      assert.match(text, new RegExp(`^\\d+ [<>\\d.]+% of ${all} attempts$`));
    const matched = await page.getByRole('listitem').filter({ hasText: 'Matched' }).innerText();
    const ways = Array.from(matched.matchAll(/(\d+) by (?:install referrer|copied link|fingerprint)/g), ([, count]) =>
      Number(count)
    );
    assert.ok(ways.length > 0);
    assert.equal(
      ways.reduce((sum, count) => sum + count, 0),
      counts[0]
    );
    await close();
  });

  test('an outcome is found by the reason that the app is given', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/settings/health');
    const outcome = page.getByRole('listitem').filter({ hasText: 'Several clicks fit' });
    await outcome.getByText('What to do').click();
    await outcome.getByText('ambiguous_match').waitFor();
    await page
      .getByText('“without a sure match” if the answer was “Several clicks fit” or “Not sure enough”')
      .waitFor();
    await close();
  });

  test('everything can be had as CSV, where only statistics are of some days', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/settings?days=last-month');
    await page.getByRole('link', { name: 'Statistics by link, 1 Feb to 28 Feb' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /links.csv/ }).click();
    const file = await download;
    assert.equal(file.suggestedFilename(), 'links.csv');
    assert.match(await readFile(await file.path(), 'utf8'), /^code,short_url,[\s\S]*\nautumn,/);
    await close();
  });

  test('an owner’s address with another app’s id shows the owner’s own app', async () => {
    const { page, close } = await dashboard.visit();
    await page.goto(`${dashboard.url}/dashboard/?app=somebody-else`);
    await signIn(page, SHOP.secret);
    await page.getByText(SHOP.name).waitFor();
    await close();
  });
});
