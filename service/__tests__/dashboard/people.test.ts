import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { addApp } from '../../src/operations/apps.ts';
import { MAX_INSTALL_ID_LENGTH } from '../../src/routes/wire/installId.ts';
import { eventsTable } from '../../src/storage/schema/tables.ts';
import { iphone } from '../support/phones.ts';
import { findViolations } from './findViolations.ts';
import { NOW, openDashboard, type OpenDashboard, type Visit } from './openDashboard.ts';

const APP = {
  id: 'my-app',
  name: 'My App',
  linkHosts: [],
  iosAppId: null,
  appStoreId: null,
  androidPackage: null,
  androidSha256: [],
  scheme: null,
  createdAt: new Date(0),
};
const KEYS = { publishable: 'pk_people', secret: 'sk_people' };
const WIDTHS = [390, 768, 1440];
const HEIGHT = 900;

describe('somebody who looks for a person', () => {
  let dashboard: OpenDashboard;
  let visit: Visit;
  let page: Page;
  let code: string;

  async function call(path: string, body: unknown, { key = KEYS.publishable, install = '' } = {}) {
    const response = await fetch(`${dashboard.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'x-app-id': APP.id,
        'content-type': 'application/json',
        ...(install === '' ? {} : { 'x-install-id': install }),
      },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200);
    return (await response.json()) as Record<string, unknown>;
  }

  const log = (installId: string, userId: string) => {
    const now = new Date(NOW).toISOString();
    const events = [{ id: `${installId} ${userId}`, name: 'sign_up', timestamp: now, userId }];
    return call('/api/link/events', { installId, sentAt: now, events });
  };

  /** Ada shares a link, and Ben installs the app by it. */
  async function invite(installId: string, userId: string) {
    const { url } = await call('/api/link/create', { route: '/invite', data: { by: 'Ada' } }, { install: 'ada-phone' });
    code = new URL(String(url)).pathname.slice(1);
    const landing = await fetch(`${dashboard.url}/${code}`, { headers: { 'user-agent': iphone.browser.userAgent } });
    const clickId = /data-report-url="\/api\/clicks\/([^/"]+)/.exec(await landing.text())?.[1];
    await call('/api/link/match-link', { clickId }, { install: installId });
    await log(installId, userId);
  }

  const open = (path: string) => page.goto(`${dashboard.url}/dashboard${path}`);
  const panel = () => page.getByRole('region', { name: /^(User|Install) / });
  const dialog = () => page.getByRole('dialog');

  async function enter(width: number, key: string) {
    visit = await dashboard.visit({ viewport: { width, height: HEIGHT }, as: key });
    page = visit.page;
  }

  before(async () => {
    dashboard = await openDashboard();
    await addApp(dashboard.queries, APP, KEYS);
  });
  after(() => dashboard.close());
  beforeEach(() => enter(1440, KEYS.secret));
  afterEach(async () => {
    await visit.close();
    assert.deepEqual(visit.complaints, []);
  });

  test('finds by user id which friend’s link brought them, and goes on to the friend', async () => {
    await invite('ben-phone', 'ben@example.com');
    await log('ben-tablet', 'ben@example.com');
    await open('/');
    await page.getByRole('navigation').getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    await page.getByRole('searchbox', { name: 'User id' }).fill(' ben@example.com ');
    await page.keyboard.press('Enter');
    await panel().getByText('2 installs, most recently seen first').waitFor();
    const phone = panel().getByRole('listitem').filter({ hasText: 'ben-phone' });
    await phone.getByText(`/${code}`).first().waitFor();
    await phone.getByText('/invite').waitFor();
    await phone.getByText('"by": "Ada"').waitFor();
    await phone.getByText('by install referrer (certain)').waitFor();
    await phone.getByRole('row', { name: /Sign-up/ }).waitFor();
    const tablet = panel().getByRole('listitem').filter({ hasText: 'ben-tablet' });
    await tablet.getByText('no link was found for this install').waitFor();

    await page.reload();
    await phone.waitFor();
    await phone.getByRole('link', { name: 'ada-phone' }).click();
    await page.getByText('No install has this id').waitFor();
    await page.getByRole('link', { name: 'Look for a user with this id' }).click();
    await page.getByText('No user has this id').waitFor();
    assert.equal(await page.getByRole('searchbox', { name: 'User id' }).inputValue(), 'ada-phone');
  });

  for (const [index, id] of ['50%', '100%25', 'a/b', '?x=1&y#z', 'дa 💚', '%2e%2e'].entries()) {
    test(`finds and deletes who is called ${id}`, async () => {
      const phone = `their-phone-${index}`;
      await log(phone, id);
      await open('/people');
      await page.getByRole('searchbox').fill(id);
      await page.keyboard.press('Enter');
      await panel().getByText(phone, { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Delete this user' }).click();
      await dialog().getByRole('button', { name: 'Delete the user' }).click();
      await page.getByText('Deleted: 1 install, 1 event, 0 opens, 0 clicks, 0 shared links.').waitFor();
      const left = await dashboard.queries.select().from(eventsTable).where(eq(eventsTable.userId, id));
      assert.deepEqual(left, []);
    });
  }

  test('deletes an install, and it is gone after a reload', async () => {
    await invite('zoe-phone', 'zoe');
    await open('/people?kind=install&id=zoe-phone');
    await panel().getByText('by install referrer (certain)').waitFor();
    await page.getByRole('button', { name: 'Delete this install' }).click();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await panel().getByText('by install referrer (certain)').waitFor();
    await page.getByRole('button', { name: 'Delete this install' }).click();
    await dialog().getByRole('button', { name: 'Delete the install' }).click();
    await page.getByText('Deleted: 1 event, 0 opens, 1 click, 0 shared links.').waitFor();
    await page.reload();
    await page.getByText('No install has this id').waitFor();
  });

  test('names the number of installs before everybody’s id is deleted, also if it changes meanwhile', async () => {
    for (let guest = 1; guest <= 21; guest += 1) await log(`guest-${guest}`, 'guest');
    await open('/people?id=guest');
    await panel().getByText('21 installs, most recently seen first').waitFor();
    await page.getByRole('button', { name: 'Delete this user' }).click();
    await dialog().getByRole('button', { name: 'Delete the user' }).click();
    await page.getByRole('dialog', { name: 'Delete 21 installs?' }).waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete this user' }).click();
    await page.getByRole('dialog', { name: 'Delete this user?' }).waitFor();
    await dialog().getByRole('button', { name: 'Delete the user' }).click();
    await page.getByRole('dialog', { name: 'Delete 21 installs?' }).waitFor();
    await log('guest-22', 'guest');
    await dialog().getByRole('button', { name: 'Delete all 21 installs' }).click();
    await dialog().getByRole('button', { name: 'Delete all 22 installs' }).click();
    await page.getByText('Deleted: 22 installs, 22 events, 0 opens, 0 clicks, 0 shared links.').waitFor();
  });

  test('hears that a user whom only the server knows has no install', async () => {
    const timestamp = new Date(NOW).toISOString();
    await call('/api/events', { events: [{ id: 'x', userId: 'web', name: 'login', timestamp }] }, { key: KEYS.secret });
    await open('/people?id=web');
    await panel().getByText('No install has this user id.').waitFor();
  });

  test('comes from an attempt to match to its install', async () => {
    await invite('eve-phone', 'eve');
    await open('/settings/health');
    await page.getByRole('link', { name: 'eve-phone' }).click();
    await page.getByRole('region', { name: 'Install eve-phone' }).getByText('by install referrer (certain)').waitFor();
  });

  test('sees what was found and both dialogs at any width, with nothing for axe to find', async () => {
    await invite('wide-phone', 'wide');
    await log('x'.repeat(MAX_INSTALL_ID_LENGTH), 'wide');
    for (let guest = 1; guest <= 21; guest += 1) await log(`crowd-${guest}`, 'crowd');
    const check = async (name: string) => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        const where = `${name} at ${width} px`;
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `${where} scrolls sideways`);
        assert.deepEqual(await findViolations(page), [], where);
      }
    };
    await open('/people?id=wide');
    await panel().getByText('by install referrer (certain)').waitFor();
    await check('user');
    await page.getByRole('button', { name: 'Delete this user' }).click();
    await dialog().waitFor();
    await check('delete');
    await open('/people?id=crowd');
    await page.getByRole('button', { name: 'Delete this user' }).click();
    await dialog().getByRole('button', { name: 'Delete the user' }).click();
    await page.getByRole('dialog', { name: 'Delete 21 installs?' }).waitFor();
    await check('delete-many');
  });
});
