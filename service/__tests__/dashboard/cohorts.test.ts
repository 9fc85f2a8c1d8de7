import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
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
});
