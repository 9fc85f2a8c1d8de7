import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations } from './findViolations.ts';
import { openFullShop, type FullShop } from './openFullShop.ts';

describe('the cohorts of a shop in full swing', () => {
  let dashboard: FullShop;
  before(async () => {
    dashboard = await openFullShop();
  });
  after(() => dashboard.close());

  const tableBy = (page: Page, by: string) =>
    page.getByRole('table', { name: `What people did after installing, by ${by}` });

  test('all weeks together are all campaigns together, on top', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/cohorts?days=90');
    const cellsBy = async (by: string) => {
      const rows = tableBy(page, by).locator('tbody tr');
      await rows.first().waitFor();
      const installs = (await rows.locator('td:nth-child(2) .cell').allInnerTexts()).map((text) =>
        Number(text.replace(',', ''))
      );
      assert.ok(installs.length > 3, `${installs.length} rows`);
      const [all = 0, ...each] = installs;
      assert.equal(
        all,
        each.reduce((sum, count) => sum + count, 0)
      );
      assert.equal(await rows.first().getByRole('rowheader').locator('.cell').innerText(), 'All');
      return rows.first().locator('td .cell').allInnerTexts();
    };
    const byWeek = await cellsBy('week');
    assert.ok(!byWeek.includes('–'), byWeek.join());
    await page.getByRole('radio', { name: 'Campaigns' }).check();
    assert.deepEqual(await cellsBy('campaign'), byWeek);
    await close();
  });

  test('90 days are shown unless the address says otherwise, and shared', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light');
    const chosen = (name: string) => page.getByRole('radio', { name, checked: true }).waitFor();
    const open = async (name: string) => {
      await page.getByRole('navigation').getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    };
    await chosen('30 days');
    await open('Cohorts');
    await chosen('90 days');
    await page.getByText('19 Dec 2025 to 18 Mar 2026, today so far.').waitFor();
    await page.getByRole('button', { name: 'Share…' }).click();
    const days = page.getByLabel('Opens with');
    await days.waitFor();
    const names = await days.locator('option').allInnerTexts();
    assert.deepEqual(names, ['The last 90 days', '19 Dec 2025 to 18 Mar 2026']);
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: '30 days' }).check();
    await page.waitForURL(/days=30/);
    await chosen('30 days');
    await page.getByRole('radio', { name: '90 days' }).check();
    await page.waitForURL((url) => !url.searchParams.has('days'));
    await open('Overview');
    await chosen('30 days');
    await close();
  });

  test('days that no install is old enough for are only in the file', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/cohorts?days=30');
    await tableBy(page, 'week').waitFor();
    const headings = await tableBy(page, 'week').getByRole('columnheader').allTextContents();
    assert.deepEqual(headings, [
      ...['Week from', 'Installs', 'Bought by day 1', 'Bought by day 7', 'Revenue by day 1', 'Revenue by day 7'],
      ...['Returned on day 1', 'Returned on day 7'],
    ]);
    await page.getByText('No install is old enough for day 30 yet.').waitFor();
    await page.getByText('other currencies are in the download').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const [names = '', ...lines] = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
    assert.match(names, /,Bought by day 7,Bought by day 30,/);
    assert.ok(lines.some((line) => / EUR; [\d.]+ CHF/.test(line)));
    await close();
  });

  test('each number of all fits into one line', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/cohorts?rows=campaign');
    const notes = tableBy(page, 'campaign').locator('tbody tr').first().locator('.shade-note');
    await notes.first().waitFor();
    const boxes = await Promise.all((await notes.all()).map((note) => note.boundingBox()));
    assert.equal(boxes.length, 9);
    assert.ok(
      boxes.every((box) => box && box.height < 24),
      JSON.stringify(boxes)
    );
    await close();
  });

  test('campaigns with the most installs come first, and each leads to its weeks', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/cohorts?rows=campaign&platform=ios');
    await page.getByText('Platform: iPhone and iPad (doesn’t apply here)').waitFor();
    const table = tableBy(page, 'campaign');
    await table.getByRole('link').first().waitFor();
    const cells = await table.locator('tbody tr:not(:first-child) td:nth-child(2) .cell').allInnerTexts();
    const installs = cells.map(Number);
    assert.deepEqual(
      installs,
      installs.toSorted((one, other) => other - one)
    );
    await table.getByRole('link', { name: 'No campaign' }).click();
    await page.getByText('Campaign: No campaign').waitFor();
    const all = tableBy(page, 'week').locator('tbody tr').first().locator('td').first().locator('.cell');
    await all.filter({ hasText: /^161$/ }).waitFor();
    await close();
  });

  test('few installs get no percentage, no sales are zero, and each currency has its own digits', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/');
    const row = (campaign: string, installs: number, buyers: number, revenue: object[]) => ({
      campaign,
      installs,
      oldEnough: { d1: installs, d7: 0, d30: 0 },
      buyers: { d1: buyers, d7: null, d30: null },
      revenue: { d1: revenue, d7: null, d30: null },
      returned: null,
    });
    const rows = [
      row('few', 5, 3, [{ currency: 'EUR', sum: '59.8' }]),
      row('none', 30, 0, []),
      row('yen', 30, 1, [{ currency: 'JPY', sum: '1000' }]),
      row('dinar', 30, 1, [{ currency: 'KWD', sum: '10' }]),
    ];
    const answer = { from: '2026-03-01', to: '2026-03-18', timezone: 'UTC', rows };
    await page.route('**/api/cohorts?*', (route) => route.fulfill({ json: answer }));
    await page.goto(`${dashboard.url}/dashboard/cohorts?rows=campaign`);
    const shown = async (name: string) => {
      const cells = tableBy(page, 'campaign').locator('tbody tr').filter({ hasText: name }).locator('td .cell');
      await cells.first().waitFor();
      return (await cells.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').replace(' in total', ''));
    };
    assert.deepEqual(await shown('few'), ['5', '3 of 5', '€59.80 from 5']);
    assert.deepEqual(await shown('none'), ['30', '0% 0', '€0.00 €0.00']);
    assert.deepEqual(await shown('yen'), ['30', '3.3% 1', 'JP¥33 JP¥1,000']);
    assert.deepEqual(await shown('dinar'), ['30', '3.3% 1', 'KWD 0.333 KWD 10.000']);
    await page.getByText('No install is old enough for day 7 or day 30 yet.').waitFor();
    await page.getByText('Who returned is unknown, as the app logs no events.').waitFor();
    assert.deepEqual(await findViolations(page), []);
    await close();
  });
});
