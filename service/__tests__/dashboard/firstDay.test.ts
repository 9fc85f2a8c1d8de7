import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { iphone, pixel } from '../support/phones.ts';
import { ADMIN_TOKEN, NOW, openDashboard, signIn, type OpenDashboard, type Visit } from './openDashboard.ts';

/** A CommonJS package whose types name a default export that Node doesn't see. */
const jsQR = createRequire(import.meta.url)('jsqr') as (
  data: Uint8ClampedArray,
  width: number,
  height: number
) => { data: string } | null;

const INSTALL = 'phone-of-the-first-day';

/** What a scanner reads of an element. */
async function scan(page: Page, selector: string): Promise<string | undefined> {
  const { data, width, height } = PNG.sync.read(await page.locator(selector).screenshot());
  return jsQR(new Uint8ClampedArray(data), width, height)?.data;
}

/** The figure below a name, in tiles and in the funnel. */
function tile(page: Page, name: string) {
  return page.locator('.tile', { has: page.getByText(name, { exact: true }) }).locator('.tile-value');
}

function stage(page: Page, name: string) {
  return page.locator('.funnel li', { has: page.getByText(name, { exact: true }) });
}

async function waitForText(locator: ReturnType<Page['locator']>, text: string): Promise<void> {
  await locator.filter({ hasText: text }).first().waitFor();
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

describe('the operator’s first day', () => {
  let dashboard: OpenDashboard;
  let visit: Visit;
  let page: Page;
  const keys = { publishable: '', secret: '' };
  let shortUrl = '';

  before(async () => {
    dashboard = await openDashboard();
    visit = await dashboard.visit();
    page = visit.page;
  });
  after(async () => {
    await visit.close();
    await dashboard.close();
  });

  const callAsApp = (path: string, body: unknown, install: string) =>
    fetch(`${dashboard.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${keys.publishable}`,
        'x-app-id': 'my-app',
        'x-install-id': install,
      },
      body: JSON.stringify(body),
    });

  test('a wrong key is refused in words, and the admin token signs in', async () => {
    await page.goto(`${dashboard.url}/dashboard/`);
    await page.waitForURL('**/dashboard/sign-in?next=%2F');
    await signIn(page, 'sk_mistyped');
    await waitForText(page.locator('.field-problem'), 'neither the admin token nor a valid secret key');
    await signIn(page, 'pk_of_the_app');
    await waitForText(page.locator('.field-problem'), 'A publishable key (pk_…) is for the app.');
    await signIn(page, ADMIN_TOKEN);
    await page.getByRole('heading', { level: 1, name: 'Add your app' }).waitFor();
  });

  test('what is wrong with an app is said at its field', async () => {
    await page.getByLabel('Id', { exact: true }).fill('My App');
    await page.getByLabel('Name').fill('My App');
    await page.getByText(/^More: stores/).click();
    await page.getByLabel('iOS app id').fill('com.example.app');
    await page.getByRole('button', { name: 'Add the app' }).click();
    await waitForText(page.locator('.field', { hasText: 'iOS app id' }), 'Must be the team id');
    await waitForText(page.locator('.field', { hasText: 'uses it as config.appID' }), 'begin with a letter');
    assert.equal(await page.getByLabel('iOS app id').getAttribute('aria-invalid'), 'true');
    const borderOf = (id: string) => page.evaluate(`getComputedStyle(document.getElementById('${id}')).borderColor`);
    const wrong = (await page.getByLabel('iOS app id').getAttribute('id')) ?? '';
    const right = (await page.getByLabel('Name').getAttribute('id')) ?? '';
    assert.notEqual(await borderOf(wrong), await borderOf(right));
  });

  test('an app is added, and its keys are shown with what to paste', async () => {
    await page.getByLabel('Id', { exact: true }).fill('my-app');
    await page.getByLabel('iOS app id').fill('');
    await page.getByLabel('Android package').fill('com.example.app');
    await page.getByLabel('Scheme').fill('myapp');
    await page.getByRole('button', { name: 'Add the app' }).click();
    await page.getByRole('heading', { level: 1, name: 'My App was added' }).waitFor();
    const [publishable = '', secret = ''] = await page.locator('.secret-value code').allTextContents();
    Object.assign(keys, { publishable, secret });
    assert.match(publishable, /^pk_/);
    assert.match(secret, /^sk_/);
    const snippets = (await page.locator('.snippet pre').allTextContents()).join('\n');
    assert.ok(snippets.includes(`API_KEY: '${publishable}'`), 'the publishable key is filled in');
    assert.ok(snippets.includes(`baseUrl: '${dashboard.url}'`));
    assert.ok(snippets.includes('<data android:scheme="myapp" />'));
    assert.ok(!snippets.includes(secret), 'the secret key is nothing to paste into an app');
  });

  test('a link is made, and data that is no JSON is refused at its field', async () => {
    await page.getByRole('link', { name: 'create the first link' }).click();
    await page.getByLabel('Destination').fill('/product/42');
    await page.getByLabel('Title').fill('Autumn sale <b>now</b>');
    await page.getByLabel('Code').fill('autumn');
    await page.getByText(/^More: name/).click();
    await page.getByLabel('Data').fill('{ invitedBy: Ada }');
    await page.getByRole('button', { name: 'Create the link' }).click();
    await waitForText(page.locator('.field-problem'), 'not a JSON object');
    await page.getByLabel('Data').fill('{ "invitedBy": "Ada" }');
    await page.getByRole('button', { name: 'Create the link' }).click();
    // Titles are text, whatever stands in them.
    await page.getByRole('heading', { level: 1, name: 'Autumn sale <b>now</b>' }).waitFor();
    await waitForText(page.locator('.facts pre'), '"invitedBy": "Ada"');
    shortUrl = (await page.locator('.fact-copy code').textContent()) ?? '';
    assert.equal(shortUrl, `${dashboard.url}/autumn`);
  });

  test('its QR code is the short link; the dialog takes the focus and gives it back', async () => {
    const button = page.getByRole('button', { name: 'QR code' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    assert.equal(await scan(page, 'dialog .qr'), shortUrl);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download SVG' }).click();
    assert.equal((await download).suggestedFilename(), 'autumn.svg');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await page.evaluate('document.activeElement?.textContent'), 'QR code');
  });

  test('a phone clicks, installs and buys', async () => {
    const phone = await dashboard.browser.newContext({ userAgent: pixel.browser.userAgent, isMobile: true });
    const landing = await phone.newPage();
    await landing.goto(shortUrl);
    const store = (await landing.locator('a[href*="referrer"]').first().getAttribute('href')) ?? '';
    const clickId = new URLSearchParams(new URL(store).searchParams.get('referrer') ?? '').get('clickId');
    await phone.close();
    assert.ok(clickId, 'the store is told which click it was');
    const tap = await fetch(`${dashboard.url}/api/clicks/${clickId}/store-tap?app=my-app`, { method: 'POST' });
    assert.equal(tap.status, 204);

    const match = await callAsApp('/api/link/match-link', { clickId }, INSTALL);
    assert.equal(match.status, 200);
    const now = new Date(NOW).toISOString();
    const events = [
      { id: 'e1', name: 'view_item', timestamp: now },
      { id: 'e2', name: 'add_to_cart', timestamp: now },
      { id: 'e3', name: 'purchase', timestamp: now, data: { total: 59.9, currency: 'EUR' } },
    ];
    const body = { installId: INSTALL, platform: 'android', sentAt: now, events };
    const logged = await callAsApp('/api/link/events', body, INSTALL);
    assert.deepEqual(await logged.json(), { accepted: 3, repeated: 0, dropped: 0, rejected: 0 });
  });

  test('the overview shows which link sold what', async () => {
    await goTo(page, 'Overview');
    await waitForText(tile(page, 'Visitors'), '1');
    await waitForText(tile(page, 'Installs'), '1');
    await waitForText(tile(page, 'Revenue'), '€59.90');
    await waitForText(stage(page, 'Installed'), '1');
    await page.getByRole('radio', { name: 'Link', exact: true }).check();
    const row = page.getByRole('row', { name: /Autumn sale/ });
    await waitForText(row, '€59.90');
  });

  test('the link’s page shows the click, by what an install claimed it, and the revenue', async () => {
    await goTo(page, 'Links');
    await page.getByRole('link', { name: /Autumn sale/ }).click();
    await waitForText(tile(page, 'Revenue'), '€59.90');
    const click = page.getByRole('table', { name: 'Clicks on this link' }).getByRole('row').nth(1);
    await waitForText(click, 'Android');
    await waitForText(click, 'by install referrer');
    const headings = await page
      .getByRole('table', { name: 'Clicks on this link' })
      .getByRole('columnheader')
      .allInnerTexts();
    const cell = (name: string) => click.locator(`:nth-child(${headings.indexOf(name) + 1}) > .cell`);
    assert.equal(await cell('Browser').innerText(), 'Chrome');
    assert.match(await cell('Tapped the store').innerText(), /^after /);
  });

  test('matching shows the match, and an install without a click as soon as it asks', async () => {
    await goTo(page, 'Settings');
    await goTo(page, 'Health');
    const attempts = page.getByRole('table', { name: /Match attempts/ });
    await waitForText(attempts.getByRole('row').nth(1), INSTALL);
    await waitForText(attempts.getByRole('row').nth(1), '/autumn');
    const none = await callAsApp('/api/link/match-link', iphone.fingerprint, 'phone-without-a-click');
    assert.equal(none.status, 404);
    await waitForText(attempts.getByRole('row', { name: /phone-without-a-click/ }), 'No click found');
    await page.getByLabel('Outcome').selectOption('matched');
    await attempts.getByText('phone-without-a-click').waitFor({ state: 'detached' });
    await waitForText(attempts, INSTALL);
  });

  test('a link is found, edited, disabled and enabled', async () => {
    await goTo(page, 'Links');
    await page.getByRole('link', { name: 'Edit autumn' }).click();
    await page.getByLabel('Title').fill('Winter sale');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Winter sale' }).waitFor();
    const changes = page.getByRole('region', { name: 'Changes' }).getByRole('rowheader');
    const before = await changes.count();
    await page.getByRole('button', { name: 'Disable' }).click();
    await waitForText(page.locator('.facts'), 'Disabled');
    // The list of changes has this one without a reload.
    await changes.nth(before).waitFor();
    await page.getByRole('button', { name: 'Enable' }).click();
    await waitForText(page.locator('.facts'), 'Live');
  });

  test('a link is deleted only after a second word', async () => {
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the link' }).click();
    await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor();
    await page.getByText('No links yet').waitFor();
  });

  test('a deletion is undone from its message, and the link tells who did what', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Winter sale' }).click();
    await page.getByRole('heading', { level: 1, name: 'Winter sale' }).waitFor();
    await waitForText(page.locator('.facts'), 'Live');
    const changes = page.getByRole('table', { name: 'Changes to this link' });
    await changes.getByText('Deleted').waitFor();
    await changes.getByText('Winter sale').first().waitFor();
    assert.ok((await changes.getByText('Admin token').count()) >= 3);
    const address = page.url();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the link' }).click();
    await page.getByText('No links yet').waitFor();
    // It can still be brought back from its own page.
    await page.goto(address);
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    await goTo(page, 'Links');
    await page.getByText('No links yet').waitFor();
  });

  test('settings of the app are changed, with what is wrong at its field', async () => {
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Link hosts').fill('https://go.example.com/');
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForText(page.locator('.field-problem'), 'must be a host');
    await page.getByLabel('Link hosts').fill('go.example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForText(page.locator('.facts'), 'go.example.com');
    await waitForText(page.locator('.snippets'), 'applinks:go.example.com');
    await waitForText(page.locator('.snippets'), `API_KEY: '${keys.publishable}'`);
  });

  test('an owner sees one app, changes nothing of it, and is signed out when the key is revoked', async () => {
    await goTo(page, 'Keys');
    await page.getByRole('button', { name: 'Add a secret key' }).click();
    const secret = (await page.locator('.secret-value code').textContent()) ?? '';
    const owner = await dashboard.visit();
    await owner.page.goto(`${dashboard.url}/dashboard/settings`);
    await signIn(owner.page, secret);
    await waitForText(owner.page.locator('.facts'), 'go.example.com');
    assert.equal(await owner.page.getByRole('button', { name: /Edit|Revoke|Add/ }).count(), 0);

    const row = page.locator('.key-row', { hasText: secret.slice(-4) });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
    await waitForText(row, 'Revoked');

    await owner.page.getByRole('navigation').getByRole('link', { name: 'Health' }).click();
    await owner.page.waitForURL('**/dashboard/sign-in?next=%2Fsettings%2Fhealth');
    await signIn(owner.page, keys.secret);
    await owner.page.getByRole('heading', { level: 1, name: 'Health' }).waitFor();
    assert.deepEqual(owner.complaints, []);
    await owner.close();
  });

  test('with a second app the admin chooses, and the address keeps the choice', async () => {
    await goTo(page, 'Settings');
    await page.getByRole('link', { name: 'Add an app' }).click();
    await page.getByLabel('Id', { exact: true }).fill('other-app');
    await page.getByLabel('Name').fill('Other App');
    await page.getByRole('button', { name: 'Add the app' }).click();
    await page.getByRole('heading', { level: 1, name: 'Other App was added' }).waitFor();
    await page.goto(`${dashboard.url}/dashboard/`);
    await page.getByRole('heading', { level: 1, name: 'Choose an app' }).waitFor();
    await page.getByRole('link', { name: /My App/ }).click();
    await waitForText(tile(page, 'Revenue'), '€59.90');
    assert.equal(new URL(page.url()).searchParams.get('app'), 'my-app');
    await page.getByLabel('App', { exact: true }).selectOption('other-app');
    await page.getByText('Nothing happened yet').waitFor();
    await page.reload();
    await page.getByText('Nothing happened yet').waitFor();
  });

  test('a new app has three steps in place of choices, until its days are left', async () => {
    assert.deepEqual(await page.locator('.empty li').allInnerTexts(), [
      'Create a link',
      'Paste the snippet into the app',
      'Open the link on a phone and check what arrives',
    ]);
    assert.equal(await page.getByRole('region', { name: 'What is shown' }).count(), 0);
    await page.goto(`${dashboard.url}/dashboard/?app=other-app&sales=links`);
    await page.getByText('Nothing happened in this period').waitFor();
    await page.goto(`${dashboard.url}/dashboard/?app=other-app&days=last-month`);
    await page.getByText('Nothing happened in this period').waitFor();
    await page.getByRole('radio', { name: '30 days' }).click();
    await page.getByRole('link', { name: 'Create a link' }).click();
    await page.getByRole('heading', { level: 1, name: 'New link' }).waitFor();
  });

  test('whoever signs out sees nothing any more', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.goto(`${dashboard.url}/dashboard/links?app=my-app`);
    await page.waitForURL(/\/dashboard\/sign-in\?next=%2Flinks%3Fapp%3Dmy-app$/);
    await signIn(page, ADMIN_TOKEN);
    await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('app'), 'my-app');
  });

  test('the console has nothing to complain of', () => {
    assert.deepEqual(visit.complaints, []);
  });
});
