import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { SHOP } from './fillShop.ts';
import { openFullShop, type FullShop } from './openFullShop.ts';

/** Waits until the figures are there, and none of them are of the days or the order before. */
const upToDate = (page: Page) => page.locator('.loaded[data-old="false"] > .headline').waitFor();

describe('the overview of a shop in full swing', () => {
  let dashboard: FullShop;
  before(async () => {
    dashboard = await openFullShop();
  });
  after(() => dashboard.close());

  /** Opens the table of the curve, which is drawn a moment later. */
  async function openDays(page: Page): Promise<Locator> {
    await page.getByText('All days as a table').click();
    const table = page.getByRole('table', { name: /by day/ });
    await table.waitFor();
    return table;
  }

  test('a chart follows the colour scheme, and its table has every day', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light');
    assert.equal(await (await openDays(page)).getByRole('row').count(), 31);
    const colour = `getComputedStyle(document.querySelector('.chart-line')).stroke`;
    const light = await page.evaluate(colour);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForFunction(`${colour} === 'rgb(92, 214, 191)'`);
    assert.notEqual(await page.evaluate(colour), light);
    await close();
  });

  test('the tables are asked for once the numbers are there', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light');
    await upToDate(page);
    const asked: (string | null)[] = [];
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/statistics?**', async (route) => {
      const by = new URL(route.request().url()).searchParams.get('by');
      asked.push(by);
      if (by === 'day') await isAnswered;
      await route.continue();
    });
    await page.reload();
    await page.locator('.loading').first().waitFor();
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    // Those of the numbers: by day, and all that came without a link.
    assert.deepEqual(new Set(asked), new Set(['day', null]));
    answer();
    await page.locator('.breakdown').nth(1).waitFor();
    assert.ok(asked.includes('campaign') && asked.includes('platform'));
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });

  test('the numbers on top are the sums of the days', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light');
    const table = await openDays(page);
    const names = await table.getByRole('columnheader').allInnerTexts();
    for (const name of ['Visitors', 'Installs', 'Buyers']) {
      const cells = await table.locator(`tbody tr > :nth-child(${names.indexOf(name) + 1}) .cell`).allTextContents();
      const sum = cells.reduce((all, cell) => all + Number(cell), 0);
      const tile = page.locator('.tile', { has: page.getByText(name, { exact: true }) }).locator('.tile-value');
      assert.equal(Number((await tile.innerText()).replace(',', '')), sum, name);
    }
    await close();
  });

  test('the main currency comes first, in tiles and in rows', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light');
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
      const { page, close } = await dashboard.signedIn(width, 'light', '/?show=revenue');
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
    const { page, close } = await dashboard.signedIn(1440, 'light');
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
    const { page, close } = await dashboard.signedIn(1440, 'light', '/?days=1');
    await upToDate(page);
    await page.getByRole('slider').focus();
    await page.keyboard.press('End');
    assert.match(await page.locator('.chart-reading').innerText(), /^23:00\nto come\nthe day before: \d+$/);
    await page.getByText('All hours as a table').click();
    const hours = page.getByRole('table', { name: /by hour/ });
    await hours.waitFor();
    // It is noon in Vienna, and eleven in the app’s zone.
    assert.equal(await hours.getByRole('row').count(), 1 + 12);
    const headers = { authorization: `Bearer ${SHOP.secret}`, 'x-app-id': SHOP.id };
    const answer = await fetch(`${dashboard.url}/api/statistics?from=2026-03-17&to=2026-03-17&by=hour`, { headers });
    const { rows } = (await answer.json()) as { rows: { hour: string; visitors: number }[] };
    const until = rows.filter(({ hour }) => hour < '2026-03-17T11').reduce((sum, { visitors }) => sum + visitors, 0);
    const tile = page.locator('.tile', { has: page.getByText('Visitors', { exact: true }) });
    assert.match(await tile.locator('.change').innerText(), new RegExp(`before: ${until}\\)`));
    assert.equal(await page.locator('.breakdown .change').count(), 0);
    await close();
  });

  test('days of which today is the last are compared without their last day, in totals and in rows', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/?days=7');
    await upToDate(page);
    const headers = { authorization: `Bearer ${SHOP.secret}`, 'x-app-id': SHOP.id };
    const visitorsOf = async (days: string) => {
      const answer = await fetch(`${dashboard.url}/api/statistics?${days}`, { headers });
      return ((await answer.json()) as { total: { visitors: number } }).total.visitors;
    };
    const now = await visitorsOf('from=2026-03-12&to=2026-03-17');
    const before = await visitorsOf('from=2026-03-05&to=2026-03-10');
    const tile = page.locator('.tile', { has: page.getByText('Visitors', { exact: true }) });
    const change = await tile.locator('.change').innerText();
    assert.match(change, new RegExp(`\\(without today: ${now}, before: ${before}\\)$`));
    assert.equal(Number.parseInt(change.replace('−', '-'), 10), Math.round((100 * (now - before)) / before));
    const inRows = await page.locator('.breakdown .change').allInnerTexts();
    assert.ok(inRows.length > 2);
    for (const text of inRows) assert.match(text, /\(without today: \d+, before: \d+\)$/);
    await page
      .getByText(/, today so far, compared with 5 Mar.* to 11 Mar.*; changes leave out today and 11 Mar/)
      .waitFor();
    await close();
  });

  test('sales without a link are said where they count', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light');
    await upToDate(page);
    const note = page.locator('.tile', { has: page.getByText('Buyers', { exact: true }) }).locator('.tile-note');
    const all = await note.innerText();
    assert.match(all, /^first purchases; \d+ of them without a link$/);
    const who = page.getByText('Buyers and revenue include sales without a link.');
    await who.waitFor();
    await page.getByRole('radio', { name: 'From links' }).check();
    await page.getByText(all.replace('of them', 'more'), { exact: true }).waitFor();
    await who.waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'Source' }).check();
    await upToDate(page);
    assert.equal(await page.getByText(/^No source: .* people who came/).count(), 0);
    await close();
  });

  test('people without a link have a row in each table, which filters and adds up', async () => {
    for (const dimension of ['Campaign', 'Source', 'Link']) {
      const { page, close } = await dashboard.signedIn(1440, 'light');
      await page.getByRole('radio', { name: dimension, exact: true }).check();
      await upToDate(page);
      const table = page.getByRole('region', { name: `By ${dimension.toLowerCase()}` });
      const row = table.getByRole('row', { name: 'Without a link' });
      await row.waitFor();
      const buyers = (of: Locator) => of.locator('[data-measure="buyers"] .breakdown-number');
      const tile = page.locator('.tile', { has: page.getByText('Buyers', { exact: true }) }).locator('.tile-value');
      const counts = (await buyers(table).allInnerTexts()).map(Number);
      const all = counts.reduce((sum, count) => sum + count, 0);
      const own = Number(await buyers(row).innerText());
      assert.ok(own > 0 && own < all);
      assert.equal(Number(await tile.innerText()), all, dimension);
      await row.getByRole('button', { name: 'Without a link' }).click();
      await page.waitForURL(/[?&]link=(&|$)/);
      await upToDate(page);
      assert.equal(Number(await tile.innerText()), own, dimension);
      await row.getByRole('button', { pressed: true }).waitFor();
      assert.equal(Number(await buyers(row).innerText()), own, dimension);
      await row.getByRole('button', { name: 'Without a link', pressed: true }).click();
      await page.waitForURL((url) => !url.searchParams.has('link'));
      await close();
    }
  });

  test('who looks at a campaign sees people without a link by one click', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/?campaign=autumn');
    await page.getByRole('button', { name: 'Without a link' }).click();
    await page.waitForURL(({ searchParams }) => searchParams.get('link') === '' && !searchParams.has('campaign'));
    await page.getByRole('button', { name: 'Without a link', pressed: true }).waitFor();
    await close();
  });

  test('the menu of days ends before the screen does', async () => {
    for (const width of [390, 560, 720, 768, 1440]) {
      const { page, close } = await dashboard.signedIn(width, 'light');
      await page.getByText('Other days', { exact: true }).click();
      const place = await page.locator('.menu-body').boundingBox();
      assert.ok(place && place.x >= 0 && place.x + place.width <= width, `${width}: ${JSON.stringify(place)}`);
      await close();
    }
  });

  test('yesterday is in the menu of days, and none of its hours is running', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light');
    await page.getByText('Other days', { exact: true }).click();
    await page.getByRole('button', { name: 'Yesterday', exact: true }).click();
    await page.getByText('17 Mar 2026, compared with 16 Mar 2026.').waitFor();
    await upToDate(page);
    await page.getByRole('slider', { name: /^Visitors by hour/ }).focus();
    await page.keyboard.press('End');
    assert.match(await page.locator('.chart-reading').innerText(), /^23:00\n\d+\nthe day before: \d+$/);
    assert.equal(await page.getByText('this hour').count(), 0);
    await close();
  });

  test('a part of today isn’t compared, and the page says so', async () => {
    for (const part of ['campaign=autumn', 'sales=links']) {
      const { page, close } = await dashboard.signedIn(1440, 'light', `/?days=1&${part}`);
      await upToDate(page);
      assert.equal(await page.locator('.change').count(), 0, part);
      await page.getByText('18 Mar 2026, so far, not compared: hours are counted only for the whole app.').waitFor();
      await close();
    }
    const { page, close } = await dashboard.signedIn(1440, 'light', '/?days=1');
    await page.getByText('18 Mar 2026, so far, compared with 17 Mar 2026 until the same time.').waitFor();
    await close();
  });

  test('a single day without a curve says what to do, and names filters only where there are some', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/links/mara?days=1');
    await page.getByText('A single day has no curve here. Choose more days.').waitFor();
    await page.goto(`${dashboard.url}/dashboard/?days=1&campaign=autumn`);
    await page.getByText('Hours are counted only for the whole app: remove the filters to see them.').waitFor();
    await close();
  });

  test('who looks at installs per 100 visitors sees them in rows, with their change', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/?show=conversion');
    await upToDate(page);
    const headers = { authorization: `Bearer ${SHOP.secret}`, 'x-app-id': SHOP.id };
    const days = 'from=2026-02-17&to=2026-03-18&by=campaign&compare=previous';
    const answer = await fetch(`${dashboard.url}/api/statistics?${days}`, { headers });
    type Rows = { campaign: string | null; visitors: number; installs: number }[];
    const { rows, previous } = (await answer.json()) as { rows: Rows; previous: { rows: Rows } };
    const rateIn = (all: Rows) => {
      const { installs, visitors } = all.find(({ campaign }) => campaign === 'autumn') ?? { installs: 0, visitors: 1 };
      return ((100 * installs) / visitors).toFixed(1);
    };
    const cell = page.locator('.breakdown tr', { hasText: 'autumn' }).first().locator('[data-measure="conversion"]');
    assert.equal(await cell.locator('.breakdown-number').innerText(), rateIn(rows));
    assert.match(await cell.locator('.change').innerText(), new RegExp(`before: ${rateIn(previous.rows)}\\)$`));
    const installs = rows.find(({ campaign }) => campaign === 'autumn')?.installs;
    assert.equal(await cell.locator('.breakdown-share').innerText(), `${installs} installs`);
    await close();
  });

  test('words say what they mean to who points at them, focuses or taps them', async () => {
    for (const width of [1440, 768, 390]) {
      const { page, close } = await dashboard.signedIn(width, 'light');
      if (width === 390) await page.getByRole('button', { name: 'Options' }).click();
      for (const [word, meaning] of [
        ['Credit', /^A sale counts for the last link/],
        ['without a sure match', /^Installs that a link may have brought/],
        ['without a link', /^Installs that followed no link/],
        ['Went to the store', /^Clicks after which/],
      ] as const) {
        const button = page.getByRole('button', { name: word, exact: true });
        const box = page.locator('.reveal:popover-open');
        await button.focus();
        assert.match(await box.innerText(), meaning, `${word}, ${width} px`);
        const place = await box.boundingBox();
        assert.ok(place && place.x >= 0 && place.x + place.width <= width, JSON.stringify(place));
        await page.keyboard.press('Escape');
        await box.waitFor({ state: 'detached' });
        await button.click();
        await box.waitFor();
        await page.mouse.move(0, 0);
        await button.blur();
      }
      await close();
    }
  });

  test('the heading of installs says what is bought, too', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light');
    await page
      .getByRole('region', { name: 'By campaign' })
      .getByRole('button', { name: 'Installs', exact: true })
      .focus();
    const meaning = await page.locator('.reveal:popover-open').innerText();
    assert.match(meaning, /^Installs that a link brought, each once\. Bought: Of these installs, how many have/);
    await close();
  });

  test('paper gets the numbers, their days and all rows, and nothing to press', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/?campaign=autumn');
    await upToDate(page);
    await page.locator('.breakdown').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const part of ['.frame-header', '.bar-choices', '.table-foot', '.curve-table']) {
      for (const each of await page.locator(part).all()) assert.ok(await each.isHidden(), part);
    }
    assert.ok(await page.getByText('17 Feb 2026 to 18 Mar 2026').isVisible());
    assert.ok(await page.getByText('Campaign: autumn').isVisible());
    const hidden = await page.evaluate(`Array.from(document.querySelectorAll('.breakdown-rows'),
      ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)`);
    assert.deepEqual(hidden, [0, 0]);
    await close();
  });

  test('rows in which nothing happened aren’t shown', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/?where=link');
    const none = page.locator('.breakdown').first().getByText('Without a link', { exact: true });
    await none.waitFor();
    await page.getByRole('radio', { name: 'From links' }).check();
    await none.waitFor({ state: 'detached' });
    await page.locator('.breakdown').first().getByText('Autumn sale').waitFor();
    await close();
  });

  test('what a server sent is confirmed revenue', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light');
    const note = page.locator('.tile', { has: page.getByText('Revenue', { exact: true }) }).locator('.tile-note');
    await upToDate(page);
    assert.ok(!(await note.innerText()).includes('confirmed'));
    const timestamp = new Date(dashboard.clock.now).toISOString();
    const data = { total: 12.5, currency: 'EUR' };
    const answer = await fetch(`${dashboard.url}/api/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SHOP.secret}`, 'x-app-id': SHOP.id, 'content-type': 'application/json' },
      body: JSON.stringify({ events: [{ id: 'sent', name: 'purchase', timestamp, userId: 'somebody', data }] }),
    });
    assert.equal(answer.status, 200);
    await page.reload();
    await upToDate(page);
    assert.match(await note.innerText(), /^and CHF\s[\d.,]+; €12\.50 confirmed$/);
    await note.getByRole('button', { name: 'confirmed' }).focus();
    await page.getByText('Revenue from purchases and refunds that your server sent.').waitFor();
    await close();
  });
});
