import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { png } from '../support/icons.ts';
import { ADMIN_TOKEN, signIn } from './openDashboard.ts';
import { openLandingPages, type LandingPages } from './openLandingPages.ts';

describe('the form of the landing page', () => {
  let dashboard: LandingPages;
  before(async () => {
    dashboard = await openLandingPages();
  });
  after(() => dashboard.close());

  test('the dashboard shows what the page would look like, saves it, and says what is no icon', async () => {
    await dashboard.addBrand('draft', { name: 'Draft' });
    const { page, complaints, close } = await dashboard.visit({ viewport: { width: 1280, height: 1400 } });
    await page.goto(`${dashboard.url}/dashboard/landing-page?app=draft`);
    await signIn(page, ADMIN_TOKEN);
    const frame = page.frameLocator('iframe[title="Preview of the landing page"]');
    await frame.getByRole('heading', { name: 'Open this in Draft' }).waitFor();
    const panel = page.locator('.landing-form');
    await panel.getByLabel('Headline').fill('<b>Hello</b>');
    await frame.getByRole('heading', { name: '<b>Hello</b>' }).waitFor();
    const drawn = page.waitForEvent('framenavigated', (each) => each.url().includes('accent=%232563eb'));
    await panel.getByLabel('Accent').first().fill('#2563eb');
    await drawn;
    assert.match((await frame.locator('style').textContent()) ?? '', /--accent:#2563eb;/);
    await frame.locator('[data-action="copy"]').waitFor();
    await panel.getByLabel('On an iPhone, the button').selectOption({ label: 'Goes to the store' });
    await frame.locator('.button[data-action="store"]').waitFor();
    assert.equal(await frame.locator('[data-action="copy"]').count(), 0);
    await panel.getByRole('radio', { name: 'Desktop' }).check();
    await frame.locator('.code').waitFor();
    const [fileName, mimeType] = ['icon.png', 'image/png'];
    await panel.getByLabel('Icon').setInputFiles({ name: fileName, mimeType, buffer: Buffer.from('<svg/>') });
    await panel.getByText('Must be a PNG or WebP image.').waitFor();
    await panel.getByLabel('Icon').setInputFiles({ name: fileName, mimeType, buffer: png(64) });
    await frame.locator('img.icon').waitFor();
    await panel.locator('.icon-field img').waitFor();
    await panel.getByRole('button', { name: 'Publish the page' }).click();
    await panel.getByText('Saved.').waitFor();
    const folder = process.env.SCREENSHOTS;
    if (folder) await page.screenshot({ path: `${folder}/dashboard.png`, fullPage: true });
    assert.deepEqual(complaints, []);
    await close();
    const visit = await dashboard.open('draft', 'android');
    await visit.page.getByRole('heading', { name: '<b>Hello</b>' }).waitFor();
    await visit.close();
  });
});
