import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { addApp } from '../../src/operations/apps.ts';
import { linksTable } from '../../src/storage/schema/tables.ts';
import { dataUrl, png } from '../support/icons.ts';
import { pixel } from '../support/phones.ts';
import { findViolations } from './findViolations.ts';
import { ADMIN_TOKEN, NOW, openDashboard, type OpenDashboard, type Visit } from './openDashboard.ts';

const jsQR = createRequire(import.meta.url)('jsqr') as (
  pixels: Uint8ClampedArray,
  width: number,
  height: number
) => { data: string } | null;

const APP = { id: 'my-app', name: 'My App', linkHosts: [], androidSha256: [], createdAt: new Date(0) };
const KEYS = { publishable: 'pk_sharing', secret: 'sk_sharing' };

/** 240 pictures take a while on a busy machine. */
const DRAWN_WITHIN_MS = 120_000;

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
    await page.getByRole('button', { name: 'Copy the short link ana-lopez' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'QR codes of all' }).click();
    const zip = await readFile(await (await download).path(), 'latin1');
    for (const code of ['ana-lopez', 'ben', 'cleo']) assert.ok(zip.includes(`(${code}).svg`), code);
  });

  test('sees what the links will be, and what is wrong with which line', async () => {
    await open('/new-links');
    const names = page.getByLabel('Names');
    const problems = page.getByRole('list', { name: 'Lines that are wrong' }).getByRole('listitem');
    await names.fill('Dora\n\nBen\nДима\nCleo');
    await page.getByLabel('Destination').fill('/sale?ref={name}');
    await page.getByText('/(random)').waitFor();
    await page.getByRole('button', { name: 'Create 4 links' }).click();
    await problems.first().waitFor();
    assert.deepEqual(
      (await problems.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')),
      ['Line 3 Ben: the code is taken.', 'Line 5 Cleo: the code is taken.']
    );
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole('button', { name: 'Line 5' }).click();
    await page.keyboard.type('Emil');
    await problems.nth(1).waitFor({ state: 'detached' });
    assert.equal(await names.inputValue(), 'Dora\n\nBen\nДима\nEmil');

    // What is wrong with all of them is the template's fault.
    await page.getByLabel('Destination').fill('no way');
    await page.getByRole('button', { name: 'Create 4 links' }).click();
    await page.locator('.field', { hasText: 'Destination' }).locator('.field-problem').waitFor();
    assert.equal(await problems.count(), 0);
  });

  test('saves the code of a link as PNG and SVG, in the colour of the app and with its icon, and scanners read it', async () => {
    const answer = await fetch(`${dashboard.url}/api/apps/${APP.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ accent: '#d4145a', icon: dataUrl(png(256)) }),
    });
    assert.equal(answer.status, 200);
    const scan = ({ data, width, height }: PNG) => jsQR(new Uint8ClampedArray(data), width, height)?.data ?? '';
    const hasColour = ({ data }: PNG, [red, green, blue]: readonly number[]) =>
      Array.from({ length: data.length / 4 }, (_, at) => at * 4).some(
        (at) => data[at] === red && data[at + 1] === green && data[at + 2] === blue
      );
    await open('/links?campaign=xmas26');
    await page.getByRole('button', { name: 'QR code of ben' }).click();
    const save = async (format: 'PNG' | 'SVG') => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: `Download ${format}` }).click();
      const file = await download;
      assert.equal(file.suggestedFilename(), `Ben (ben).${format.toLowerCase()}`);
      return readFile(await file.path());
    };
    const viewer = await dashboard.browser.newPage({ viewport: { width: 600, height: 600 } });
    for (const isBranded of [false, true]) {
      await page.getByRole('checkbox', { name: 'In the app’s colour, with its icon' }).setChecked(isBranded);
      const svg = await save('SVG');
      await viewer.setContent(
        `<body style="margin:0"><img width="600" src="data:image/svg+xml;base64,${svg.toString('base64')}">`
      );
      await viewer.waitForFunction('document.images[0].complete');
      for (const picture of [PNG.sync.read(await save('PNG')), PNG.sync.read(await viewer.screenshot())]) {
        assert.match(scan(picture), /\/ben$/);
        assert.equal(hasColour(picture, [0xd4, 0x14, 0x5a]), isBranded);
        assert.equal(hasColour(picture, [0x25, 0x63, 0xeb]), isBranded);
      }
    }
    await viewer.close();
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
    const boxes = page.getByRole('rowgroup').nth(1).getByRole('checkbox');
    await boxes.nth(7).check();
    await boxes.nth(3).click({ modifiers: ['Shift'] });
    await page.getByText('5 links selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
    await page.getByText('100 links selected').waitFor();
    await page.getByRole('button', { name: 'Select all 120' }).click();
    await page.getByText('120 links selected').waitFor();
    const selected = page.getByRole('group', { name: 'Selected links' });
    const save = async (name: string) => {
      const download = page.waitForEvent('download', { timeout: DRAWN_WITHIN_MS });
      await selected.getByRole('button', { name, exact: true }).click();
      const file = await download;
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'latin1') };
    };
    const table = await save('Download');
    assert.match(table.name, /^my-app-selected-links\.csv$/);
    assert.equal(table.text.trim().split('\r\n').length, 1 + 120);
    const codes = await save('QR codes');
    assert.match(codes.name, /^my-app-qr-codes\.zip$/);
    for (const { code } of many)
      for (const type of ['svg', 'png']) assert.ok(codes.text.includes(`${code}.${type}`), code);
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
    const changes: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && changes.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Delete 2 links' }).click();
    await page.getByText('No links found').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await rows().nth(1).waitFor();
    assert.deepEqual(changes, ['/api/links/delete', '/api/links/restore']);
  });

  test('lets some expire, and no others', async () => {
    await open('/links?campaign=xmas26');
    await page.getByRole('checkbox', { name: 'Select Ben' }).check();
    await page.getByRole('checkbox', { name: 'Select Cleo' }).check();
    await page.getByRole('button', { name: 'Expire…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Expiry of 2 links' });
    await dialog.getByLabel('Expires').fill('2026-03-18T10:59');
    assert.deepEqual(await findViolations(page), []);
    await dialog.getByRole('button', { name: 'Set the expiry' }).click();
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
    await page.getByRole('button', { name: 'Share…' }).click();
    await page.getByLabel('Campaign names').fill('xmas26');
    await page.getByLabel('For', { exact: true }).fill('Agency');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const address = await page.locator('.secret-value code').innerText();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy the address for Agency' }).click();
    await page.getByText('Copied').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), address);
    await page.getByRole('button', { name: 'Close' }).click();
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
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByRole('row', { name: /Shared view Agency Deleted/ }).waitFor();
    await guest.page.reload();
    await guest.page.getByRole('heading', { level: 1, name: 'This view has ended' }).waitFor();
    await guest.page.getByText('Ask whoever sent it for a new one.').waitFor();
    assert.equal(await guest.page.getByRole('alert').count(), 0);
    assert.equal(await guest.page.getByRole('button').count(), 0);
    assert.deepEqual(await findViolations(guest.page), []);
    await guest.page.goto(`${dashboard.url}/dashboard/shared`);
    await guest.page.getByRole('heading', { level: 1, name: 'This address is incomplete' }).waitFor();
    await guest.close();
  });

  test('shares a view from where it is seen, for days that go on, and sees before what the guest will see', async () => {
    await open('/?campaign=xmas26&days=7&show=installs&attribution=brought');
    await page.getByRole('button', { name: 'Share…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this view' });
    await dialog.getByLabel('For', { exact: true }).fill('Influencer');
    await dialog.getByLabel('Until').fill('2026-04-30');
    const days = dialog.getByLabel('Opens with');
    assert.deepEqual(await days.locator('option').allInnerTexts(), ['The last 7 days', '12 Mar to 18 Mar 2026']);
    await dialog.getByText('Guests can choose other days.').waitFor();
    const preview = dialog.getByRole('region', { name: 'What they will see' });
    await preview.getByText('Shared until 30 Apr 2026').waitFor();
    await preview.locator('.breakdown').getByText('Ben').waitFor();
    const seen = (place: Locator) => place.locator('.tile-value').allInnerTexts();
    const promised = await seen(preview);
    assert.deepEqual(await findViolations(page), []);
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    const address = await dialog.locator('.secret-value code').innerText();
    const guest = await dashboard.visit({ viewport: { width: 1440, height: 900 } });
    await guest.page.goto(address);
    await guest.page.getByText('Shared until 30 Apr 2026').waitFor();
    await guest.page.getByText(APP.name, { exact: true }).waitFor();
    // It looks like the app: its icon, and the colour that codes got above, as dark as it has to be to be read.
    await guest.page.waitForFunction('document.querySelector(".shared-brand img").naturalWidth > 0');
    const stroke = `getComputedStyle(document.querySelector('.chart-line')).stroke`;
    await guest.page.getByRole('slider').waitFor();
    assert.equal(await guest.page.evaluate(stroke), 'rgb(199, 19, 85)');
    await guest.page.getByText('12 Mar 2026 to 18 Mar 2026').waitFor();
    assert.ok(await guest.page.getByRole('radio', { name: '7 days' }).isChecked());
    assert.ok(await guest.page.getByRole('radio', { name: 'Brought by' }).isChecked());
    await guest.page.getByRole('slider', { name: /^Installs by day/ }).waitFor();
    await guest.page.getByText('Nobody installed in these days').waitFor();
    assert.deepEqual(await seen(guest.page.locator('main')), promised);
    assert.deepEqual(await findViolations(guest.page), []);
    assert.deepEqual(guest.complaints, []);
    await guest.close();
    const headers = { authorization: `Bearer ${KEYS.secret}`, 'x-app-id': APP.id };
    const answer = await fetch(`${dashboard.url}/api/shares`, { headers });
    const { shares } = (await answer.json()) as { shares: { label: string; expiresAt: string }[] };
    // The last day is shared to its end.
    assert.equal(shares.find(({ label }) => label === 'Influencer')?.expiresAt, '2026-04-30T23:59:00.000Z');
  });

  test('shares from every report what it can, and is told what can’t be shared', async () => {
    const share = async (path: string) => {
      await open(path);
      await page.getByRole('button', { name: 'Share…' }).click();
      return page.getByRole('dialog', { name: 'Share this view' });
    };
    for (const path of ['/', '/links', '/cohorts']) {
      await (await share(path)).getByLabel('Campaign names').waitFor();
      await (await share(`${path}?campaign=xmas26`)).getByText('They see the numbers of xmas26').waitFor();
      const refusal = (await share(`${path}?source=instagram`)).getByRole('alert');
      await refusal.filter({ hasText: 'Remove the filter by source first.' }).waitFor();
      assert.equal(await page.getByRole('dialog').getByLabel('For', { exact: true }).count(), 0);
    }
    await (await share('/links/ben')).getByText('They see the numbers of ben').waitFor();
    const wrong = await share('/links?campaign=xmas26&search=ben&disabled=false&createdFrom=2026-01-01');
    await wrong.getByText('Remove the search, the filter by state, and the filter by day first.').waitFor();
    // These don't take a filter by platform, so it isn't in what they show.
    for (const path of ['/links', '/cohorts']) {
      await (await share(`${path}?campaign=xmas26&platform=ios`)).getByText('They see the numbers of xmas26').waitFor();
    }
  });

  test('shares the links that are selected', async () => {
    await open('/links?campaign=xmas26');
    await page.getByRole('checkbox', { name: 'Select Ben' }).check();
    await page.getByRole('checkbox', { name: 'Select Cleo' }).check();
    await page.getByRole('group', { name: 'Selected links' }).getByRole('button', { name: 'Share…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this view' });
    await dialog
      .getByRole('region', { name: 'What they will see' })
      .getByText(/^(ben, cleo|cleo, ben)$/)
      .waitFor();
    await dialog.getByLabel('For', { exact: true }).fill('Both');
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    const address = new URL(await dialog.locator('.secret-value code').innerText());
    assert.deepEqual(new URLSearchParams(address.hash.slice(1)).getAll('link').sort(), ['ben', 'cleo']);
  });

  test('is told why no webhook can be added where secrets can’t be kept', async () => {
    await open('/settings/webhooks');
    await page.getByLabel('Address').fill('https://example.com/webhooks');
    await page.getByRole('button', { name: 'Add the endpoint' }).click();
    await page.getByRole('alert').filter({ hasText: 'SECRETS_KEY' }).waitFor();
  });
});
