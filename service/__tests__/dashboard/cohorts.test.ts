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
});
