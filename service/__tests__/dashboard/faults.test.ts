import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { addApp } from '../../src/operations/apps.ts';
import { createLink } from '../../src/operations/createLink.ts';
import { NO_FIGURES } from '../../dashboard/src/report/figures.ts';
import type { FiguresWire } from '../../src/routes/owner/reports/figures.ts';
import { ADMIN_TOKEN, NOW, openDashboard, signIn, type OpenDashboard, type Visit } from './openDashboard.ts';

const APP = {
  id: 'my-app',
  name: 'My App',
  linkHosts: ['go.example.com'],
  iosAppId: null,
  appStoreId: null,
  androidPackage: null,
  androidSha256: [],
  scheme: null,
  createdAt: new Date(0),
};

/** An answer with this revenue; what belongs to no link is nothing. */
function answerWith(route: Route, sums: { currency: string; sum: string }[]) {
  const isWithoutLink = new URL(route.request().url()).searchParams.get('link') === '';
  const revenue = isWithoutLink ? [] : sums;
  const counts = { ...NO_FIGURES, clicks: 1, visitors: 1, installs: 1, buyers: 1, purchases: 1 };
  const events = revenue.length === 0 ? [] : [{ name: 'purchase', count: 1, sums: revenue }];
  const total: FiguresWire = { ...counts, conversion: 1, events, revenue };
  const rows = [{ day: '2026-01-01', link: null, campaign: null, platform: null, ...total }];
  return { from: '2026-01-01', to: '2026-01-01', timezone: 'UTC', mainCurrency: 'EUR', total, rows };
}

/** Everything that may stand between this page and its service. */
const FAULTS: Record<string, { answer: (route: Route) => Promise<void>; says: string }> = {
  'an error page of a proxy': {
    answer: (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    says: 'answered with status 502',
  },
  'a page of somebody else': {
    answer: (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Log in to the Wi-Fi</h1>' }),
    says: 'didn’t come from the service',
  },
  'an answer that is cut off': {
    answer: (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{"links":[{"code":"sum' }),
    says: 'cut off',
  },
  'JSON that means nothing here': {
    answer: (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{"links":[null]}' }),
    says: 'doesn’t understand the answer',
  },
  'no network': { answer: (route) => route.abort(), says: 'can’t be reached' },
  'an error of the service': {
    answer: (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'Something went wrong here.' } } }),
    says: 'Something went wrong here.',
  },
};

describe('when something goes wrong', () => {
  let dashboard: OpenDashboard;
  let visit: Visit;
  let page: Page;
  before(async () => {
    dashboard = await openDashboard();
    const keys = { publishable: 'pk_faults', secret: 'sk_faults' };
    await addApp(dashboard.queries, APP, keys);
    const title = '<img src=x onerror="document.title=1">';
    await createLink(dashboard.queries, APP, { code: 'summer', destination: '/sale', title, createdAt: new Date(NOW) });
  });
  after(() => dashboard.close());
  beforeEach(async () => {
    visit = await dashboard.visit({ as: ADMIN_TOKEN });
    page = visit.page;
    await page.goto(`${dashboard.url}/dashboard/`);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });
  afterEach(() => visit.close());

  for (const [name, { answer, says }] of Object.entries(FAULTS)) {
    test(`${name} is said in words, and a second try shows the list`, async () => {
      await page.route('**/api/links?**', answer);
      await page.getByRole('navigation').getByRole('link', { name: 'Links' }).click();
      await page.getByRole('alert').filter({ hasText: says }).waitFor();
      await page.unroute('**/api/links?**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('go.example.com/summer').waitFor();
      assert.equal(await page.getByRole('alert').count(), 0);
    });
  }

  test('that nothing can be reached is said once, for all that a page asks for', async () => {
    const isOfPage = ({ pathname }: URL) => /^\/api\/(?!session$|apps$)/.test(pathname);
    await page.goto(`${dashboard.url}/dashboard/settings/health`);
    await page.getByText('No attempts in this period').waitFor();
    await page.route(isOfPage, (route) => route.abort());
    await page.reload();
    await page.getByText('Not loaded.').nth(1).waitFor();
    await page.getByRole('alert').filter({ hasText: 'can’t be reached' }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 1);
    await page.unroute(isOfPage);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByText('Not loaded.').first().waitFor({ state: 'detached' });
  });

  test('what is on the screen stays there when a later request fails', async () => {
    await page.goto(`${dashboard.url}/dashboard/settings/health`);
    await page.getByText('No attempts in this period').waitFor();
    await page.route('**/api/match-attempts?**', (route) => route.fulfill({ status: 503, body: '' }));
    await page.getByRole('alert').filter({ hasText: 'You’re looking at older data.' }).waitFor();
    assert.ok(await page.getByText('No attempts in this period').isVisible());
    await page.unroute('**/api/match-attempts?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  test('a form that could not be sent keeps what was typed', async () => {
    await page.goto(`${dashboard.url}/dashboard/new-link`);
    await page.getByLabel('Destination').fill('/product/42');
    await page.route('**/api/links', (route) => route.abort());
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.getByRole('alert').filter({ hasText: 'can’t be reached' }).waitFor();
    assert.equal(await page.getByLabel('Destination').inputValue(), '/product/42');
  });

  test('a destination that is no link, and a code that is taken, are said at their fields', async () => {
    await page.goto(`${dashboard.url}/dashboard/new-link`);
    await page.getByLabel('Destination').fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.locator('.field', { hasText: 'Destination' }).getByText('Must be a web link').waitFor();
    await page.getByLabel('Destination').fill('/sale');
    await page.getByLabel('Code').fill('summer');
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.locator('.field', { hasText: 'Code' }).getByText('This code is taken').waitFor();
  });

  test('a sum of more digits than a number has is shown to the cent', async () => {
    const revenue = [{ currency: 'EUR', sum: '12345678901234567.89' }];
    await page.route('**/api/statistics?**', (route) => route.fulfill({ json: answerWith(route, revenue) }));
    await page.reload();
    await page.locator('.tile-value').getByText('€12,345,678,901,234,567.89').waitFor();
  });

  test('thousands of currencies that a stranger has made up don’t hide the real ones, nor fill the page', async () => {
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    const madeUp = letters.flatMap((one) => letters.map((other) => ({ currency: `Q${one}${other}`, sum: '1' })));
    const revenue = [{ currency: 'EUR', sum: '59.9' }, ...madeUp.filter(({ currency }) => currency !== 'QAR')];
    await page.route('**/api/statistics?**', (route) => route.fulfill({ json: answerWith(route, revenue) }));
    await page.reload();
    await page.locator('.tile-value').getByText('€59.90').waitFor();
    await page.locator('.tile-note').getByText('675 unknown currencies').waitFor();
    assert.equal(await page.getByText('QAA').count(), 0);
  });

  test('markup in a title is text', async () => {
    await page.goto(`${dashboard.url}/dashboard/links`);
    await page.getByRole('link', { name: '<img src=x onerror=' }).waitFor();
    assert.equal(await page.locator('main img').count(), 0);
    assert.deepEqual(visit.complaints, []);
  });

  test('a service that does not answer at the start is no white page', async () => {
    await page.route('**/api/session', (route) => route.abort());
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'can’t be reached' }).waitFor();
    await page.unroute('**/api/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  test('too many attempts to sign in are told when to come back', async () => {
    const other = await dashboard.visit();
    await other.page.route('**/api/session', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 429,
            headers: { 'retry-after': '10' },
            json: { error: { code: 'too_many', message: 'Too many.' } },
          })
        : route.continue()
    );
    await other.page.goto(`${dashboard.url}/dashboard/`);
    await signIn(other.page, 'sk_guess');
    await other.page.getByText('Too many attempts from your network. Try again in 10 s.').waitFor();
    await other.close();
  });

  test('an app that is not there is said, with those that are', async () => {
    await addApp(dashboard.queries, { ...APP, id: 'second', name: 'Second' }, { publishable: 'pk_2', secret: 'sk_2' });
    await page.goto(`${dashboard.url}/dashboard/?app=gone`);
    await page.getByRole('alert').filter({ hasText: 'doesn’t exist, or isn’t yours' }).waitFor();
    await page.getByRole('link', { name: /Second/ }).click();
    await page.getByText('Nothing happened in this period').waitFor();
    // A page full of zeros would say the same less clearly.
    assert.equal(await page.locator('.tile, .breakdown, .funnel').count(), 0);
  });
});
