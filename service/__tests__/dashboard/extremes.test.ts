import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addApp } from '../../src/operations/apps.ts';
import { foldRollups } from '../../src/operations/foldRollups.ts';
import {
  clicksTable,
  eventsTable,
  installsTable,
  linksTable,
  matchAttemptsTable,
} from '../../src/storage/schema/tables.ts';
import { ADMIN_TOKEN, NOW, openDashboard, type OpenDashboard, type Visit } from './openDashboard.ts';

/** Everything as long as the service takes it, and without a place to break it. */
const LONG_APP = {
  id: 'a'.repeat(64),
  name: 'W'.repeat(100),
  linkHosts: [`${'h'.repeat(60)}.${'h'.repeat(60)}.${'h'.repeat(60)}.example.com`],
  iosAppId: `TEAMID1234.${'i'.repeat(155)}`,
  appStoreId: '1'.repeat(20),
  androidPackage: `com.${'p'.repeat(150)}`,
  androidSha256: [Array.from({ length: 32 }, () => 'AB').join(':')],
  scheme: 's'.repeat(63),
  createdAt: new Date(0),
};

const CODE = 'C'.repeat(64);

/** Turns the direction of what follows it, up to the end of its box. */
const RIGHT_TO_LEFT = '\u202e';

const PATHS = [
  '/',
  '/links',
  `/links?search=${'s'.repeat(200)}`,
  '/settings/health',
  '/cohorts?rows=campaign',
  '/?where=link',
  `/people?kind=install&id=${'I'.repeat(128)}`,
  `/links/${CODE}`,
  `/links/${CODE}/edit`,
  '/settings',
  '/new-link',
];

describe('with values as long as they may be', () => {
  let dashboard: OpenDashboard;
  before(async () => {
    dashboard = await openDashboard();
    const { queries } = dashboard;
    await addApp(queries, LONG_APP, { publishable: 'pk_long', secret: 'sk_long' });
    await addApp(queries, { ...LONG_APP, id: 'second', linkHosts: [] }, { publishable: 'pk_2', secret: 'sk_2' });
    await queries.insert(linksTable).values({
      code: CODE,
      appId: LONG_APP.id,
      destination: `https://shop.example/${'d'.repeat(2_000)}`,
      title: `${RIGHT_TO_LEFT}<b>${'T'.repeat(130)}`,
      description: 'D'.repeat(300),
      data: JSON.stringify({ ['k'.repeat(500)]: 'v'.repeat(5_000) }),
      iosFallback: `https://shop.example/${'f'.repeat(2_000)}`,
      createdAt: new Date(NOW - 60_000),
    });
    await queries.insert(clicksTable).values({
      id: 'click',
      appId: LONG_APP.id,
      code: CODE,
      device: 'android',
      model: 'M'.repeat(200),
      systemVersion: '9'.repeat(50),
      createdAt: new Date(NOW - 50_000),
      claimedAt: new Date(NOW - 40_000),
      claimedBy: 'fingerprint',
    });
    await queries.insert(installsTable).values({
      appId: LONG_APP.id,
      id: 'I'.repeat(128),
      code: CODE,
      clickId: 'click',
      matchedBy: 'fingerprint',
      confidence: 0.95,
      matchedAt: new Date(NOW - 40_000),
      since: new Date(NOW - 50_000),
    });
    await queries.insert(matchAttemptsTable).values({
      appId: LONG_APP.id,
      attemptedAt: new Date(NOW - 40_000),
      installId: 'I'.repeat(128),
      platform: 'ios',
      outcome: 'matched',
      matchedBy: 'fingerprint',
      confidence: 0.95,
      delayMs: 10_000,
    });
    const at = new Date(NOW - 30_000);
    const event = {
      appId: LONG_APP.id,
      installId: 'I'.repeat(128),
      platform: 'ios',
      loggedAt: at,
      receivedAt: at,
      occurredAt: at,
      code: CODE,
    };
    await queries.insert(eventsTable).values([
      ...['EUR', 'JPY', 'XXX', 'ZZZ', 'BTC', null].map((currency, n) => ({
        ...event,
        id: `p${n}`,
        position: n,
        name: 'purchase',
        amount: '999999999999999.999999',
        currency,
      })),
      { ...event, id: 'r', position: 6, name: 'refund', amount: '-999999999999999.999999', currency: 'CHF' },
    ]);
    await foldRollups(queries, NOW);
  });
  after(() => dashboard.close());

  for (const [width, locale] of [
    [390, 'de-DE'],
    [768, 'ar-EG'],
    [1440, 'en-IN'],
  ] as const) {
    test(`no page scrolls sideways at ${width} px (${locale})`, async () => {
      const visit: Visit = await dashboard.visit({ viewport: { width, height: 844 }, locale, as: ADMIN_TOKEN });
      const { page } = visit;
      const wrong: string[] = [];
      for (const path of PATHS) {
        await page.goto(`${dashboard.url}/dashboard${path}${path.includes('?') ? '&' : '?'}app=${LONG_APP.id}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.locator('.loading').first().waitFor({ state: 'detached' });
        await page.evaluate('document.querySelectorAll("details").forEach((each) => { each.open = true; })');
        const pageWidth = await page.evaluate('document.documentElement.scrollWidth');
        if (pageWidth !== width) wrong.push(path);
      }
      assert.deepEqual(wrong, []);
      assert.deepEqual(visit.complaints, []);
      await visit.close();
    });
  }
});
