import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '../../src/values/durations.ts';
import { webhookOptions } from '../support/receiveWebhooks.ts';
import { fillShop, SHOP } from './fillShop.ts';
import { ADMIN_TOKEN, openDashboard } from './openDashboard.ts';

/** For README and docs, made if DASHBOARD_PICTURES is set: of now, as Health compares the clocks. */
const PICTURES = [
  { name: 'overview', path: '/', width: 1280, height: 1040, scheme: 'light' },
  { name: 'links', path: '/links?sort=revenue', width: 1280, height: 700, scheme: 'light' },
  { name: 'link', path: '/links/mara', width: 1280, height: 860, scheme: 'dark' },
  { name: 'cohorts', path: '/cohorts?days=90', width: 1280, height: 860, scheme: 'light' },
  { name: 'people', path: '/people?kind=install&id=m8x2k1-0040', width: 1280, height: 760, scheme: 'light' },
  { name: 'landing-page', path: '/landing-page', width: 1280, height: 860, scheme: 'light' },
  { name: 'settings', path: '/settings', width: 1280, height: 860, scheme: 'light' },
  { name: 'health', path: '/settings/health', width: 1280, height: 860, scheme: 'dark' },
  { name: 'keys', path: '/settings/keys', width: 1280, height: 560, scheme: 'light' },
  { name: 'webhooks', path: '/settings/webhooks', width: 1280, height: 860, scheme: 'light' },
  { name: 'shares', path: '/settings/shares', width: 1280, height: 380, scheme: 'dark' },
  { name: 'changes', path: '/settings/changes', width: 1280, height: 420, scheme: 'light' },
  { name: 'phone', path: '/', width: 390, height: 844, scheme: 'light' },
] as const;

const DOCS = new URL('../../../docs/', import.meta.url);

const UNTIL = new Date(Date.now() + 90 * DAY_MS).toISOString();

/** What a company sets up, for the pictures of its settings. */
const SET_UP = [
  ['/api/links', { code: 'spring', destination: '/promo/SPRING', title: 'Spring is here', campaign: 'spring' }],
  ['/api/webhooks', { url: 'https://example.com/webhooks', events: ['install.matched', 'event.recorded'] }],
  ['/api/shares', { label: 'Agency', filter: { campaign: ['autumn'] }, expiresAt: UNTIL }],
] as const;

test('the docs have every picture, and no other', async () => {
  const text = await readFile(new URL('dashboard.md', DOCS), 'utf8');
  const shown = [...text.matchAll(/images\/dashboard-([a-z-]+)\.png/g)].map(([, name]) => name);
  assert.deepEqual(shown.sort(), PICTURES.map(({ name }) => name).sort());
});

if (process.env.DASHBOARD_PICTURES) {
  test('pictures for the docs', async () => {
    const dashboard = await openDashboard({ ...webhookOptions(), clock: () => Date.now() });
    await fillShop(dashboard.queries, Date.now());
    const headers = { authorization: `Bearer ${SHOP.secret}`, 'x-app-id': SHOP.id, 'content-type': 'application/json' };
    for (const [path, body] of SET_UP) {
      const answer = await fetch(`${dashboard.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      assert.equal(answer.status, 201, path);
    }
    for (const { name, path, width, height, scheme } of PICTURES) {
      const viewport = { width, height };
      dashboard.clock.now = Date.now();
      const { page, close } = await dashboard.visit({ viewport, colorScheme: scheme, as: ADMIN_TOKEN });
      await page.goto(`${dashboard.url}/dashboard${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      await page.screenshot({ path: fileURLToPath(new URL(`images/dashboard-${name}.png`, DOCS)) });
      await close();
    }
    await dashboard.close();
  });
}
