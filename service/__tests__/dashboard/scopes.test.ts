import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addApp, addKey } from '../../src/operations/apps.ts';
import { createLink } from '../../src/operations/createLink.ts';
import type { Scope } from '../../src/values/scopes.ts';
import { storeClick } from '../support/storeClick.ts';
import { NOW, openDashboard, signIn, type OpenDashboard } from './openDashboard.ts';

const APP = { id: 'my-app', name: 'My App', linkHosts: ['go.example.com'], androidSha256: [], createdAt: new Date(0) };

interface Case {
  scope: Scope;
  pages: string[];
  /** Buttons and links on the page of a link. */
  actions: string[];
}

const CASES: readonly Case[] = [
  { scope: 'read', pages: ['Overview', 'Links', 'Cohorts'], actions: ['QR code'] },
  { scope: 'links', pages: ['Overview', 'Links', 'Cohorts'], actions: ['QR code', 'Edit', 'Disable'] },
  {
    scope: 'all',
    pages: ['Overview', 'Links', 'Cohorts', 'People', 'Landing page', 'Settings'],
    actions: ['QR code', 'Edit', 'Disable', 'Delete…'],
  },
];

describe('a key with a scope', () => {
  let dashboard: OpenDashboard;
  before(async () => {
    dashboard = await openDashboard();
    await addApp(dashboard.queries, APP);
    await createLink(dashboard.queries, APP, { code: 'summer', destination: '/sale', createdAt: new Date(NOW) });
    // A report shows its parts once something has happened.
    await storeClick(dashboard, { app: APP }, 'summer', NOW);
  });
  after(() => dashboard.close());

  const keyFor = async (scope: Scope) =>
    (await addKey(dashboard.queries, APP.id, { kind: 'secret', scope }, { keyId: null, at: new Date(NOW) })).secret;

  for (const { scope, pages, actions } of CASES) {
    test(`${scope} shows what it may do, and asks for nothing else`, async () => {
      const { page, complaints, close } = await dashboard.visit({ as: await keyFor(scope) });
      const open = (path: string) => page.goto(`${dashboard.url}/dashboard${path}`);
      await open('/');
      await page.getByText('From view to purchase').waitFor();
      assert.deepEqual(await page.getByRole('navigation').getByRole('link').allTextContents(), pages);
      await open('/links');
      await page.getByText('go.example.com/summer').waitFor();
      assert.equal(await page.getByRole('link', { name: 'New link' }).count(), scope === 'read' ? 0 : 1);
      await open('/links/summer');
      await page.getByText('From view to purchase').waitFor();
      assert.deepEqual(await page.locator('.details > .actions > *').allTextContents(), actions);
      for (const path of ['/people', '/settings/health', '/settings', '/links/summer/edit', '/new-link']) {
        await open(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
      }
      assert.deepEqual(complaints, []);
      await close();
    });
  }

  test('events is told that it has nothing to see', async () => {
    const { page, complaints, close } = await dashboard.visit();
    await page.goto(`${dashboard.url}/dashboard/`);
    await signIn(page, await keyFor('events'));
    await page.getByRole('heading', { level: 1, name: 'Nothing to see with this key' }).waitFor();
    assert.deepEqual(complaints, []);
    await close();
  });
});
