import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addApp } from '../../src/operations/apps.ts';
import { pixel } from '../support/phones.ts';
import { ADMIN_TOKEN, openDashboard, type OpenDashboard, type Visit } from './openDashboard.ts';

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

describe('an operator with links from elsewhere', () => {
  let dashboard: OpenDashboard;
  let visit: Visit;
  let page: Page;

  const open = (path: string) => page.goto(`${dashboard.url}/dashboard${path}`);
  const upload = (csv: string) =>
    page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });

  before(async () => {
    dashboard = await openDashboard();
    await addApp(dashboard.queries, APP);
  });
  after(() => dashboard.close());
  beforeEach(async () => {
    visit = await dashboard.visit({ as: ADMIN_TOKEN });
    page = visit.page;
  });
  afterEach(async () => {
    await visit.close();
    assert.deepEqual(visit.complaints, []);
  });

  test('sees what is wrong with a file, and imports it once nothing is', async () => {
    await open('/links?app=my-app');
    await page.getByRole('link', { name: 'Import' }).click();
    await upload('code,destination\nold/one,/one\nold/two,nowhere\n');
    await page.getByText('destination must be a web link').waitFor();
    await page.getByText('If any row is refused, nothing is imported.').waitFor();
    assert.ok(await page.getByRole('button', { name: /^Import/ }).isDisabled());

    await upload('code,destination\nold/one,/one\nold/two,/two\n');
    await page.getByRole('button', { name: /^Import/ }).click();
    await page.getByText('Done. 2 new.').waitFor();
    await page.getByRole('link', { name: 'Back to the links' }).click();
    await page.getByRole('link', { name: '/old/two', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'old/two' }).waitFor();
  });

  test('turns path links on, and sees the paths that people open', async () => {
    await open('/links?app=my-app&kind=path');
    await page.getByText('Path links are off').waitFor();
    await page.getByRole('link', { name: 'settings', exact: true }).click();
    await page.getByRole('region', { name: 'The app' }).getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Path links', { exact: true }).selectOption('Every path is a link');
    await page.getByLabel('Paths that are not links').fill('/blog/*');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();

    const headers = { 'user-agent': pixel.browser.userAgent };
    assert.equal((await fetch(`${dashboard.url}/product/42?ref=mail`, { headers })).status, 200);
    assert.equal((await fetch(`${dashboard.url}/blog/1`, { headers })).status, 404);
    await open('/links?app=my-app&kind=path');
    await page.getByRole('rowheader', { name: '/product/42' }).waitFor();
    await page.getByText('Opens are counted for paths of one segment only.').waitFor();
    assert.equal(await page.getByText('/blog/1').count(), 0);
  });
});
