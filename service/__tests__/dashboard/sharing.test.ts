import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { addApp } from '../../src/operations/apps.ts';
import { linksTable } from '../../src/storage/tables.ts';
import { pixel } from '../support/phones.ts';
import { findViolations } from './findViolations.ts';
import { NOW, openDashboard, type OpenDashboard, type Visit } from './openDashboard.ts';

const jsQR = createRequire(import.meta.url)('jsqr') as (
  pixels: Uint8ClampedArray,
  width: number,
  height: number
) => { data: string } | null;

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
    await page.getByRole('button', { name: 'QR codes of all' }).click();
    const zip = await readFile(await (await download).path(), 'latin1');
    for (const code of ['ana-lopez', 'ben', 'cleo']) assert.ok(zip.includes(`(${code}).svg`), code);
  });

  test('sees what the links will be, and what is wrong with which', async () => {
    await open('/new-links');
    await page.getByLabel('Names').fill('Ben\nДима');
    await page.getByLabel('Destination').fill('/sale?ref={name}');
    await page.getByText('/(random)').waitFor();
    await page.getByRole('button', { name: 'Create 2 links' }).click();
    await page.getByText('“Ben”: The code is taken.').waitFor();
  });

  test('saves the code of a link as PNG and SVG, in the colour of the app, and scanners read it', async () => {
    await open('/links?campaign=xmas26');
    await page.getByRole('button', { name: 'QR code of ben' }).click();
    for (const isBranded of [false, true]) {
      await page.getByRole('checkbox', { name: 'In the app’s colour' }).setChecked(isBranded);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download PNG' }).click();
      const file = await download;
      assert.equal(file.suggestedFilename(), 'Ben (ben).png');
      const png = PNG.sync.read(await readFile(await file.path()));
      assert.match(jsQR(new Uint8ClampedArray(png.data), png.width, png.height)?.data ?? '', /\/ben$/);
    }
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download SVG' }).click();
    assert.match(await readFile(await (await download).path(), 'utf8'), /^<svg /);
  });

  test('selects all of a long list, changes their campaign at once, and changes it back at once', async () => {
    const many = Array.from({ length: 120 }, (_, place) => ({
      code: `long-${place}`,
      appId: APP.id,
      destination: '/long',
      campaign: 'long',
      createdAt: new Date(NOW - place),
    }));
    await dashboard.queries.insert(linksTable).values(many);
    await open('/links?campaign=long');
    await page.getByText('120 links', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
    await page.getByText('100 links selected').waitFor();
    await page.getByRole('button', { name: 'Select all 120' }).click();
    await page.getByText('120 links selected').waitFor();
    await page.getByRole('button', { name: 'Campaign…' }).click();
    await page.getByLabel('Campaign', { exact: true }).last().fill('short');
    const changes: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && changes.push(request.url()));
    await page.getByRole('button', { name: 'Set the campaign' }).click();
    await page.getByText('Changed 120 links.').waitFor();
    await page.getByText('No links found').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('120 links', { exact: true }).waitFor();
    assert.equal(changes.length, 2);
  });

  test('finds links by what they are, and sorts them by name', async () => {
    await open('/links');
    await page.locator('summary', { hasText: 'Filter' }).click();
    await page.getByLabel('Campaign', { exact: true }).fill('xmas26');
    await page.getByLabel('State').selectOption('false');
    await page.getByRole('button', { name: 'Show these links' }).click();
    await page.getByText('3 links', { exact: true }).waitFor();
    await page.getByRole('columnheader', { name: 'Link' }).getByRole('button').click();
    await page.waitForURL(/sort=name/);
    await page.locator('.loaded[data-old="false"]').first().waitFor({ state: 'attached' });
    const names = await rows().locator('.link-name a').allInnerTexts();
    assert.deepEqual(names, ['Ana López', 'Ben', 'Cleo']);
    assert.deepEqual(await findViolations(page), []);
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

  test('shares a view from where it is seen, for days that go on, and is told what can’t be shared', async () => {
    await open('/?days=7');
    await page.getByRole('button', { name: 'Share…' }).click();
    await page.getByRole('alert').filter({ hasText: 'Choose one of them first' }).waitFor();
    await open('/?source=instagram');
    await page.getByRole('button', { name: 'Share…' }).click();
    await page.getByRole('alert').filter({ hasText: 'Remove the filter by source first.' }).waitFor();
    await open('/?campaign=xmas26&days=7');
    await page.getByRole('button', { name: 'Share…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this view' });
    await dialog.getByLabel('For').fill('Influencer');
    await dialog.getByLabel('Until').fill('2026-04-30');
    await dialog.getByText('Always 7 days').waitFor();
    assert.deepEqual(await findViolations(page), []);
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    const address = await dialog.locator('.secret-value code').innerText();
    const guest = await dashboard.visit({ viewport: { width: 1440, height: 900 } });
    await guest.page.goto(address);
    await guest.page.getByText('Shared until 30 Apr 2026').waitFor();
    await guest.page.getByText(APP.name, { exact: true }).waitFor();
    assert.ok(await guest.page.getByRole('radio', { name: '7 days' }).isChecked());
    assert.deepEqual(await findViolations(guest.page), []);
    assert.deepEqual(guest.complaints, []);
    await guest.close();
  });

  test('is told why no webhook can be added where secrets can’t be kept', async () => {
    await open('/settings/webhooks');
    await page.getByLabel('Address').fill('https://example.com/webhooks');
    await page.getByRole('button', { name: 'Add the endpoint' }).click();
    await page.getByRole('alert').filter({ hasText: 'SECRETS_KEY' }).waitFor();
  });
});
