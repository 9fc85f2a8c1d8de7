import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { HEIGHT, openFullShop, type FullShop } from './openFullShop.ts';

describe('the links of a shop in full swing', () => {
  let dashboard: FullShop;
  before(async () => {
    dashboard = await openFullShop();
  });
  after(() => dashboard.close());

  test('links are ordered by what they sold, and the address keeps days and order', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/links');
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
    const { page, close } = await dashboard.signedIn(1440, 'light', '/links');
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

  test('a form and a filter suggest what had visitors', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/new-link');
    const suggests = async (label: string, value: string) => {
      await page.getByRole('combobox', { name: label }).focus();
      await page.locator(`datalist option[value="${value}"]`).waitFor({ state: 'attached' });
    };
    await suggests('Campaign', 'autumn');
    await suggests('Source', 'instagram');
    await suggests('Medium', 'influencer');
    await page.goto(`${dashboard.url}/dashboard/links`);
    await page.locator('.menu > summary', { hasText: 'Filter' }).click();
    await suggests('Campaign', 'autumn');
    await suggests('Source', 'instagram');
    await page.goto(`${dashboard.url}/dashboard/links`);
    await page.getByRole('checkbox', { name: 'Select Autumn sale' }).check();
    await page.getByRole('button', { name: 'Campaign…' }).click();
    // It has the focus already.
    await page.locator('dialog datalist option[value="autumn"]').waitFor({ state: 'attached' });
    await close();
  });

  test('each short link is below its name, also on a tablet', async () => {
    for (const width of [1440, 1024, 768, 390]) {
      const { page, close } = await dashboard.signedIn(width, 'light', '/links');
      for (const name of ['Autumn sale', 'Halo lamp, the one like a small eclipse']) {
        const row = page.getByRole('rowheader').filter({ hasText: name });
        const [link, code] = [await row.getByRole('link').boundingBox(), await row.locator('code').boundingBox()];
        assert.ok(link && code && code.y >= link.y + link.height - 1, `${name} at ${width}`);
        assert.ok(code.x - link.x < 1, `${name} at ${width}`);
      }
      await close();
    }
  });

  test('a form shows the short link that will result, and a link’s page leads back to the list', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/new-link');
    await page.getByLabel('Destination').fill('/sale');
    await page.getByLabel('Code').fill('resulting');
    await page.getByText('The short link will be go.smallhours.example/resulting').waitFor();
    assert.ok(await page.getByText('Left empty, they come from utm_… in the destination.').isVisible());
    await page.getByLabel('Campaign').fill('spring');
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.getByText('spring').waitFor();
    await page.getByRole('link', { name: 'All links' }).click();
    await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor();
    await close();
  });

  test('a link that nobody clicked says so, and what to do, in place of zeros', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/new-link');
    await page.getByLabel('Destination').fill('/sale');
    await page.getByLabel('Code').fill('never');
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.getByText('Nobody has clicked it yet').waitFor();
    await page.getByText(/^To try it, scan its QR code with a phone, and come back/).waitFor();
    assert.equal(await page.locator('.headline, .funnel, .event-counts').count(), 0);
    await page.goto(`${dashboard.url}/dashboard/links/never?days=last-month`);
    await page.getByText('Nobody clicked it in this period').waitFor();
    await page.getByText(/^Choose more days\. To try it, scan its QR code/).waitFor();
    await page.goto(`${dashboard.url}/dashboard/links/no-link`);
    await page.getByText('Choose more days.', { exact: true }).waitFor();
    await close();
  });

  test('more links, clicks and attempts come when they are asked for', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/links/autumn');
    const rows = page.getByRole('table', { name: 'Clicks on this link' }).getByRole('row');
    await rows.nth(10).waitFor();
    assert.equal(await rows.count(), 11);
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows.nth(20).waitFor();
    assert.equal(await rows.count(), 21);
    await close();
  });

  test('the filter is named after sorting, too, where that is in it', async () => {
    const { page, close } = await dashboard.signedIn(390, 'light', '/links?campaign=autumn');
    const filter = page.locator('.menu > summary', { hasText: 'Filter' });
    await filter.waitFor();
    assert.equal(await filter.innerText(), 'Filter and sort (1)');
    await filter.click();
    assert.ok(await page.getByLabel('Sort by').isVisible());
    await page.setViewportSize({ width: 1440, height: HEIGHT });
    assert.equal(await filter.innerText(), 'Filter (1)');
    assert.ok(await page.getByLabel('Sort by').isHidden());
    await close();
  });

  test('each row of a table is headed by its link, its day or its time', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/links');
    await page.getByRole('rowheader', { name: /^Autumn sale/ }).waitFor();
    await page.setViewportSize({ width: 390, height: HEIGHT });
    await page.getByRole('rowheader', { name: /^Autumn sale/ }).waitFor();
    await close();
  });

  test('a table saves what it shows, as filtered, with its dates in the name', async () => {
    const { page, close } = await dashboard.signedIn(1440, 'light', '/links?campaign=autumn&days=last-month');
    await page.getByText('Autumn sale').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download/ }).click();
    const file = await download;
    assert.equal(file.suggestedFilename(), 'small-hours-links-2026-02-01-to-2026-02-28.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    assert.equal(lines[0], 'Link,Campaign,Created,Visitors,Installs,Buyers,Revenue');
    assert.deepEqual(
      lines.slice(1).map((line) => line.split(',autumn,')[0]),
      ['Autumn sale', '"Halo lamp, the one like a small eclipse"']
    );
    await close();
  });
});
