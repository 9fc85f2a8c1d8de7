import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openFullShop, type FullShop } from './openFullShop.ts';

describe('parts of the overview of a shop in full swing', () => {
  let dashboard: FullShop;
  before(async () => {
    dashboard = await openFullShop();
  });
  after(() => dashboard.close());

  /** Waits until nothing is on its way, and no number is of another view. */
  const settle = async (page: Page) => {
    await page.locator('.loaded[data-old="false"] > .headline').waitFor();
    await page.locator('.loading, [data-old="true"], [aria-busy="true"]').first().waitFor({ state: 'detached' });
  };

  async function open(path: string, width = 1440) {
    const { page, close } = await dashboard.signedIn(width, 'light', path);
    await settle(page);
    return { page, close };
  }

  const tile = (page: Page, name: string) =>
    page.locator('.tile', { has: page.locator('.tile-name').getByText(name, { exact: true }) });
  const heading = (page: Page, table: string, name: string) =>
    page.getByRole('region', { name: table }).getByRole('columnheader', { name });
  const headings = async (page: Page, table: string) =>
    (await page.getByRole('region', { name: table }).getByRole('columnheader').allInnerTexts()).map((text) =>
      text.trim()
    );

  test('all events are those of the view, whether it was clicked through to or opened', async () => {
    for (const [path, click] of [
      ['/?campaign=autumn', (page: Page) => page.getByRole('button', { name: 'autumn', exact: true }).click()],
      ['/?sales=links', (page: Page) => page.getByRole('radio', { name: 'From links' }).check()],
    ] as const) {
      const opened = await open(path);
      const { page, close } = await open('/');
      const eventsOf = (of: Page) => of.locator('.event-counts li').allInnerTexts();
      const all = await eventsOf(page);
      await click(page);
      await page.waitForURL((url) => url.search === path.slice(1));
      await settle(page);
      assert.deepEqual(await eventsOf(page), await eventsOf(opened.page), path);
      assert.notDeepEqual(await eventsOf(page), all);
      await opened.close();
      await close();
    }
  });

  test('sales from links aren’t shown by platform or country, unless a campaign is chosen', async () => {
    const { page, close } = await open('/?sales=links&show=buyers&who=country');
    assert.deepEqual(await headings(page, 'By campaign'), ['Campaign', 'Visitors', 'Installs', 'Buyers', 'Revenue']);
    assert.deepEqual(await headings(page, 'By country'), ['Country', 'Visitors', 'Installs']);
    await page.getByText('Sales from links aren’t counted by country, unless you filter by a campaign.').waitFor();
    assert.equal(await page.getByText('Unknown country').count(), 0);
    await page.getByRole('button', { name: 'autumn', exact: true }).click();
    await heading(page, 'By country', 'Buyers').waitFor();
    await settle(page);
    const counts = page.getByRole('region', { name: 'By country' }).locator('[data-measure="buyers"] > :first-child');
    const sum = (await counts.allInnerTexts()).reduce((all, count) => all + Number(count), 0);
    assert.equal(Number(await tile(page, 'Buyers').locator('.tile-value').innerText()), sum);
    await close();
  });

  test('what a number was stands beside its change, once', async () => {
    for (const width of [1440, 390]) {
      const { page, close } = await open('/', width);
      const change = tile(page, 'Visitors').locator('.change');
      const [, was] = /^\+42%\s+(1,601 until yesterday, was 1,131)\s/.exec(await change.innerText()) ?? [];
      assert.ok(was !== undefined && (await change.getByText(was).isVisible()), await change.innerText());
      await close();
    }
    const { page, close } = await open('/?link=mara');
    const few = await tile(page, 'Buyers').locator('.change').innerText();
    assert.match(few, /^was \d\s*\(without today: \d+, before: \d\)$/);
    await close();
  });

  test('a heading of a table chooses its number, and says what it means', async () => {
    const { page, close } = await open('/');
    const buyers = heading(page, 'By campaign', 'Buyers');
    await buyers.getByRole('button').focus();
    await page
      .locator('.reveal:popover-open')
      .getByText(/^Installs that bought/)
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/show=buyers/);
    await settle(page);
    assert.equal(await buyers.getAttribute('aria-sort'), 'descending');
    await tile(page, 'Buyers').getByRole('button', { pressed: true }).waitFor();
    await heading(page, 'By platform', 'Visitors').getByRole('button').click();
    await page.waitForURL((url) => !url.searchParams.has('show'));
    await close();
  });

  test('up to ten rows are shown in full', async () => {
    for (const width of [1440, 768, 390]) {
      const { page, close } = await open('/?where=link&show=installs', width);
      assert.equal(await page.locator('.breakdown').first().locator('tbody tr').count(), 9);
      const hidden = await page.evaluate(`(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(
        document.querySelector('.breakdown-rows'))`);
      assert.equal(hidden, 0, `${width}`);
      await close();
    }
  });

  test('days before the first one aren’t compared, and the page says so', async () => {
    for (const path of ['/?days=90', '/?days=90&campaign=autumn', '/?days=90&sales=links', '/?days=90&link=']) {
      const { page, close } = await open(path);
      await page
        .getByText(
          '19 Dec 2025 to 18 Mar 2026, today so far, not compared: numbers before 19 Dec are missing, or some of them.'
        )
        .waitFor();
      assert.equal(await page.locator('.change').count(), 0, path);
      assert.equal(await page.getByText('days before', { exact: true }).count(), 0, path);
      await page.getByRole('radio', { name: '30 days' }).check();
      await page.getByText(/compared with 18 Jan/).waitFor();
      await settle(page);
      assert.ok((await page.locator('.change').count()) > 1, path);
      await close();
    }
  });

  test('an app that began in the days before isn’t compared with them', async () => {
    const { page, close } = await open('/?from=2026-01-10&to=2026-03-10');
    await page.getByText('not compared: numbers before 10 Jan are missing, or some of them').waitFor();
    assert.equal(await page.locator('.change').count(), 0);
    await page.goto(`${dashboard.url}/dashboard/?from=2026-02-02&to=2026-03-17`);
    await page.getByText('compared with 20 Dec 2025 to 1 Feb').waitFor();
    await settle(page);
    assert.ok((await page.locator('.change').count()) > 1);
    await close();
  });

  test('installs without a link are the installs of those without a link, who are on no funnel', async () => {
    const { page, close } = await open('/');
    const [count = ''] =
      /\d+(?= without a link)/.exec(await tile(page, 'Installs').locator('.tile-note').innerText()) ?? [];
    assert.match(count, /^[1-9]/);
    const row = page.getByRole('region', { name: 'By campaign' }).getByRole('row', { name: 'Without a link' });
    const cell = (measure: string) => row.locator(`[data-measure="${measure}"]`).innerText();
    assert.deepEqual([await cell('visitors'), await cell('installs')], ['–', count]);
    await row.getByRole('button', { name: 'Without a link' }).click();
    await page.getByRole('slider', { name: /^Buyers by day/ }).waitFor();
    await settle(page);
    assert.equal(await page.locator('.funnel').count(), 0);
    assert.equal(await tile(page, 'Installs').locator('.tile-value').innerText(), count);
    assert.equal(await cell('installs'), count);
    await tile(page, 'Installs').getByRole('button').first().click();
    await page.getByRole('slider', { name: /^Installs by day\. Highest on/ }).waitFor();
    await page.goto(`${dashboard.url}/dashboard/?show=conversion`);
    await settle(page);
    assert.equal(await cell('conversion'), `–\n${count} installs`);
    await close();
  });

  test('a day of sales from links says why it has no curve', async () => {
    const { page, close } = await open('/?days=yesterday&sales=links');
    await page.getByText('A single day has no curve here. Hours are counted only for all sales.').waitFor();
    await page.goto(`${dashboard.url}/dashboard/links/mara?days=yesterday&sales=links`);
    await page.getByText('A single day has no curve here. Choose more days.').waitFor();
    await close();
  });

  test('on a phone, what is rarely changed is behind a button, unless it was', async () => {
    const { page, close } = await open('/', 390);
    const options = page.getByRole('button', { name: 'Options' });
    const hidden = [
      page.getByRole('radio', { name: 'Brought by' }),
      page.getByRole('radio', { name: 'From links' }),
      page.getByRole('button', { name: 'Share…' }),
      page.getByRole('button', { name: 'Tell me…' }),
    ];
    for (const each of hidden) assert.equal(await each.isVisible(), false);
    await options.click();
    for (const each of hidden) await each.waitFor();
    await hidden[1]?.check();
    await page.waitForURL(/sales=links/);
    await page.reload();
    await page.getByRole('button', { name: 'Options', expanded: true }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await options.waitFor({ state: 'hidden' });
    await hidden[2]?.waitFor();
    await close();
  });

  test('on a phone, tables say which number they show, and the funnel is bars below each other', async () => {
    const { page, close } = await open('/', 390);
    await page.getByText('Shows visitors. Choose another number at the top.').first().waitFor();
    await tile(page, 'Revenue').getByRole('button').first().click();
    await page.getByText('Shows revenue. Choose another number at the top.').first().waitFor();
    const bars = await Promise.all((await page.locator('.funnel-bar').all()).map((bar) => bar.boundingBox()));
    const counts = (await page.locator('.funnel-count').allInnerTexts()).map((count) => Number(count.replace(',', '')));
    const most = bars[0]?.width ?? 0;
    for (const [at, bar] of bars.entries()) {
      assert.equal(Math.round(bar?.x ?? 0), Math.round(bars[0]?.x ?? 1));
      const part = (counts[at] ?? 0) / (counts[0] ?? 1);
      assert.ok(Math.abs((bar?.width ?? 0) / most - part) < 0.01, `${at}: ${bar?.width}`);
    }
    await close();
  });

  test('a filter by a link has its name', async () => {
    const { page, close } = await open('/?link=mara');
    await page.getByText('Link: Mara, story of 3 March').waitFor();
    await close();
  });
});
