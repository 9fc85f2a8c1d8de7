import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addApp } from '../../src/operations/apps.ts';
import { pixel } from '../support/phones.ts';
import { findViolations } from './findViolations.ts';
import { openDashboard, type OpenDashboard, type Visit } from './openDashboard.ts';

const APP = { id: 'my-app', name: 'My App', linkHosts: [], androidSha256: [], createdAt: new Date(0) };
const KEYS = { publishable: 'pk_sharing', secret: 'sk_sharing' };

describe('a team with many links', () => {
  let dashboard: OpenDashboard;
  let visit: Visit;
  let page: Page;

  const open = (path: string) => page.goto(`${dashboard.url}/dashboard${path}`);
  const rows = () => page.getByRole('table', { name: /^Links/ }).locator('tbody tr');

  before(async () => {
    dashboard = await openDashboard();
    await addApp(dashboard.queries, APP, KEYS);
  });
  after(() => dashboard.close());
  beforeEach(async () => {
    visit = await dashboard.visit({ as: KEYS.secret, viewport: { width: 1440, height: 900 } });
    page = visit.page;
  });
  afterEach(async () => {
    await visit.close();
    assert.deepEqual(visit.complaints, []);
  });

  test('creates a link for each name', async () => {
    await open('/links');
    await page.getByRole('link', { name: 'Create many' }).click();
    assert.equal(await page.locator('.pages [aria-current]').innerText(), 'Links');
    await page.getByLabel('Names').fill('Ana López\nBen\n\nBen\nCleo');
    await page.getByLabel('Destination').fill('/sale?ref={name}');
    await page.getByLabel('Campaign').fill('xmas26');
    await page.getByRole('button', { name: 'Create 3 links' }).click();
    await page.getByText('3 links are ready.').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'QR codes of all' }).click();
    const zip = await readFile(await (await download).path(), 'latin1');
    for (const code of ['ana-lopez', 'ben', 'cleo']) assert.ok(zip.includes(`${code}.svg`), code);
  });

  test('tags some, deletes them after a second word, and brings them back', async () => {
    await open('/links?campaign=xmas26');
    await page.getByRole('checkbox', { name: 'Select Ben' }).check();
    await page.getByRole('checkbox', { name: 'Select Cleo' }).check();
    await page.getByText('2 links selected').waitFor();
    await page.getByRole('button', { name: 'Tag…' }).click();
    await page.getByLabel('Tags').fill('paid, winter');
    await page.getByRole('button', { name: 'Add the tags' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await open('/links?tag=winter');
    await rows().nth(1).waitFor();
    assert.equal(await rows().count(), 2);
    await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete 2 links' }).click();
    await page.getByText('No links found').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await rows().nth(1).waitFor();
  });

  test('lets some expire, and no others', async () => {
    await open('/links?campaign=xmas26');
    await page.getByRole('checkbox', { name: 'Select Ben' }).check();
    await page.getByRole('checkbox', { name: 'Select Cleo' }).check();
    await page.getByRole('button', { name: 'Expire…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Let 2 links expire' });
    await dialog.getByLabel('Expires').fill('2026-03-18T10:59');
    assert.deepEqual(await findViolations(page), []);
    await dialog.getByRole('button', { name: 'Set the time' }).click();
    await dialog.waitFor({ state: 'detached' });
    for (const name of ['Ben', 'Cleo']) await rows().filter({ hasText: name }).getByText('Expired').waitFor();
    assert.equal(await page.getByText('Expired').count(), 2);
    await page.getByText('2 links selected').waitFor({ state: 'detached' });
    assert.equal((await fetch(`${dashboard.url}/ben`)).status, 410);

    await page.getByRole('checkbox', { name: 'Select Ben' }).check();
    await page.getByRole('checkbox', { name: 'Select Cleo' }).check();
    await page.getByRole('button', { name: 'Expire…' }).click();
    await dialog.getByLabel('Expires').fill('2026-12-31T23:59');
    await page.keyboard.press('Enter');
    await page.getByText('Expired').first().waitFor({ state: 'detached' });
  });

  test('undoes a change of a link', async () => {
    await open('/links/ben/edit');
    await page.getByLabel('Title').fill('Half price');
    await page.getByRole('figure', { name: 'Social card' }).getByText('Half price').waitFor();
    const preview = page.frameLocator('iframe[title="Preview of the landing page"]');
    await preview.getByRole('heading', { name: 'Half price' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Half price').first().waitFor();
    await open('/settings/changes');
    const change = page.getByRole('row', { name: /nothing → Half price/ });
    await change.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('row', { name: /Half price → nothing/ }).waitFor();
  });

  test('shares a campaign with somebody who has no key, and ends it', async () => {
    const headers = { 'user-agent': pixel.browser.userAgent };
    assert.equal((await fetch(`${dashboard.url}/ben`, { headers })).status, 200);
    await open('/settings/shares');
    await page.getByLabel('For').fill('Agency');
    await page.getByLabel('Names of the campaigns').fill('xmas26');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const address = await page.locator('.secret-value code').innerText();
    const guest = await dashboard.visit({ viewport: { width: 390, height: 900 } });
    await guest.page.goto(address);
    await guest.page.getByRole('heading', { level: 1, name: 'xmas26' }).waitFor();
    const visitors = guest.page.locator('.tile', { hasText: 'Visitors' }).locator('.tile-value');
    await visitors.filter({ hasText: /^1$/ }).waitFor();
    await guest.page.locator('.breakdown').getByText('Ben').waitFor();
    assert.deepEqual(await findViolations(guest.page), []);
    assert.equal(await guest.page.evaluate('document.documentElement.scrollWidth'), 390);
    assert.deepEqual(guest.complaints, []);

    await page.getByRole('button', { name: /^End…/ }).click();
    await page.getByRole('button', { name: 'End it' }).click();
    await page.getByText('Nothing is shared').waitFor();
    await guest.page.reload();
    await guest.page.getByText('This view has ended, or never existed.').first().waitFor();
    await guest.close();
  });

  test('is told why no webhook can be added where secrets can’t be kept', async () => {
    await open('/settings/webhooks');
    await page.getByLabel('Address').fill('https://example.com/webhooks');
    await page.getByRole('button', { name: 'Add the endpoint' }).click();
    await page.getByRole('alert').filter({ hasText: 'SECRETS_KEY' }).waitFor();
  });
});
