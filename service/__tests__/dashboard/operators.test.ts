import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { eq, isNotNull } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { addApp } from '../../src/operations/apps.ts';
import { createLink } from '../../src/operations/createLink.ts';
import { appsTable, linksTable, sessionsTable } from '../../src/storage/schema/tables.ts';
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

/** In Vienna it is 2:30 twice in that night; this is the second time, and not at a full minute. */
const EXPIRES_AT = '2037-10-25T01:30:42.000Z';

describe('an operator', () => {
  let dashboard: OpenDashboard;
  let visit: Visit;
  let page: Page;

  const open = (path: string) => page.goto(`${dashboard.url}/dashboard${path}`);
  const focused = () =>
    page.evaluate('document.activeElement?.id || document.activeElement?.getAttribute("aria-label")');

  before(async () => {
    dashboard = await openDashboard();
    await addApp(dashboard.queries, APP, { publishable: 'pk_operators', secret: 'sk_operators' });
    await addApp(
      dashboard.queries,
      { ...APP, id: 'other', name: 'Other App', linkHosts: [] },
      { publishable: 'pk_others', secret: 'sk_others' }
    );
    await createLink(dashboard.queries, APP, {
      code: 'summer',
      destination: '/sale',
      title: 'Summer',
      expiresAt: new Date(EXPIRES_AT),
      createdAt: new Date(NOW),
    });
  });
  after(() => dashboard.close());
  beforeEach(async () => {
    visit = await dashboard.visit({ as: ADMIN_TOKEN });
    page = visit.page;
  });
  afterEach(() => visit.close());

  test('who edits a title leaves the rest of the link as it is, also what changed meanwhile', async () => {
    await open('/links/summer/edit?app=my-app');
    await page.getByLabel('Title').fill('Late summer');
    await dashboard.queries.update(linksTable).set({ destination: '/outlet' }).where(eq(linksTable.code, 'summer'));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Late summer' }).waitFor();
    const [link] = await dashboard.queries.select().from(linksTable).where(eq(linksTable.code, 'summer'));
    assert.deepEqual(
      { title: link?.title, destination: link?.destination, expiresAt: link?.expiresAt?.toISOString() },
      { title: 'Late summer', destination: '/outlet', expiresAt: EXPIRES_AT }
    );
  });

  test('who deletes what one user shared leaves what others shared', async () => {
    for (const [code, createdBy] of [
      ['spam-1', 'spammer'],
      ['spam-2', 'spammer'],
      ['honest', 'ana'],
    ] as const) {
      await createLink(dashboard.queries, APP, { code, createdBy, destination: '/sale', createdAt: new Date(NOW) });
    }
    await open('/links?app=my-app&kind=shared');
    await page.getByRole('button', { name: 'Delete user’s links… (spam-1)' }).click();
    await page.getByRole('dialog', { name: 'Delete everything this user shared?' }).waitFor();
    await page.getByRole('button', { name: 'Delete the links' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const left = await dashboard.queries.select().from(linksTable).where(isNotNull(linksTable.createdBy));
    assert.deepEqual(
      left.map(({ code }) => code),
      ['honest']
    );
  });

  test('who edits the name of an app leaves a host that somebody else has added', async () => {
    const linkHosts = ['go.example.com', 'new.example.com'];
    await open('/settings?app=my-app');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name').fill('My own App');
    await dashboard.queries.update(appsTable).set({ linkHosts }).where(eq(appsTable.id, APP.id));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const [app] = await dashboard.queries.select().from(appsTable).where(eq(appsTable.id, APP.id));
    assert.deepEqual({ name: app?.name, linkHosts: app?.linkHosts }, { name: 'My own App', linkHosts });
  });

  test('who says what revenue counts is shown which amount is wrong', async () => {
    await open('/settings?app=my-app');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Who reports revenue').selectOption('Your server');
    const amounts = page.getByLabel('Largest amounts');
    for (const [wrong, problem] of [
      ['EUR=5,000', 'Must be a number.'],
      ['Euro=5000', 'Must be a currency of three capital letters.'],
      ['EUR', 'Must be a number.'],
      ['EUR=-1', 'Must not be negative.'],
    ] as const) {
      await amounts.fill(wrong);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(problem).waitFor();
      assert.equal(await amounts.getAttribute('aria-invalid'), 'true');
    }
    await amounts.fill('eur = 5000\n\nUSD=99.5\n');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByText('EUR=5000, USD=99.5').waitFor();
    const [app] = await dashboard.queries.select().from(appsTable).where(eq(appsTable.id, APP.id));
    assert.deepEqual([app?.revenueFrom, app?.maxAmounts], ['server', { EUR: 5000, USD: 99.5 }]);
  });

  for (const timezone of ['Etc/Unknown', '+05:30']) {
    test(`whose browser calls its time zone ${timezone} sees the numbers`, async () => {
      await page.addInitScript(`{
        const { resolvedOptions } = Intl.DateTimeFormat.prototype;
        Intl.DateTimeFormat.prototype.resolvedOptions = function () {
          return { ...resolvedOptions.call(this), timeZone: '${timezone}' };
        };
      }`);
      await open('/?app=my-app');
      await page.getByText('Nothing happened in this period').waitFor();
      await open('/settings/health?app=my-app');
      await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor();
    });
  }

  test('who signs in as somebody else in another tab is somebody else in the first one, too', async () => {
    await open('/links?app=my-app');
    await page.getByText('go.example.com/summer').waitFor();
    const tab = await page.context().newPage();
    await tab.goto(`${dashboard.url}/dashboard/`);
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await signIn(tab, 'sk_others');
    await tab.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Cohorts' }).click();
    await page.getByText('Nobody installed in these days').waitFor();
    assert.equal(await page.locator('.app-name').textContent(), 'Other App');
  });

  test('who signs out in one tab is signed out in all of them, without touching them', async () => {
    await open('/links?app=my-app');
    await page.getByText('go.example.com/summer').waitFor();
    const tab = await page.context().newPage();
    await tab.goto(`${dashboard.url}/dashboard/?app=my-app`);
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await signIn(tab, ADMIN_TOKEN);
    await page.getByText('go.example.com/summer').waitFor();
  });

  test('who writes a title from right to left sees it end on the left', async () => {
    const title = 'تخفيضات الخريف!';
    await createLink(dashboard.queries, APP, { code: 'arabic', destination: '/sale', title, createdAt: new Date() });
    const endsOnTheLeft = `(() => {
      const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
      while (texts.nextNode()?.textContent !== '${title}');
      const placeOf = (at) => {
        const range = document.createRange();
        range.setStart(texts.currentNode, at);
        range.setEnd(texts.currentNode, at + 1);
        return range.getBoundingClientRect().left;
      };
      return placeOf(${title.length - 1}) < placeOf(0);
    })()`;
    for (const path of ['/links', '/links/arabic']) {
      await open(`${path}?app=my-app`);
      await page.getByText(title).waitFor();
      assert.equal(await page.evaluate(endsOnTheLeft), true, path);
    }
  });

  for (const { form, path, label, button, prepare } of [
    { form: 'New link', path: '/new-link?app=my-app', label: 'Destination', button: 'Create the link' },
    {
      form: 'Add an app',
      path: '/apps/new',
      label: 'Name',
      button: 'Add the app',
      prepare: () => page.getByLabel('Id').first().fill('half-an-app'),
    },
    {
      form: 'Settings',
      path: '/settings?app=my-app',
      label: 'Android package',
      button: 'Save',
      prepare: () => page.getByRole('button', { name: 'Edit' }).click(),
    },
  ]) {
    test(`whose session ends before a form is sent finds it as it was (${form})`, async () => {
      await open(path);
      await prepare?.();
      await page.getByLabel(label).fill('half of it');
      await dashboard.queries.delete(sessionsTable);
      await page.getByRole('button', { name: button }).click();
      await signIn(page, ADMIN_TOKEN);
      await page.getByRole('heading', { level: 1, name: form }).waitFor();
      assert.equal(await page.getByLabel(label).inputValue(), 'half of it');
    });
  }

  test('who leaves a form while signed in has given it up', async () => {
    await open('/new-link?app=my-app');
    await page.getByLabel('Destination').fill('half of it');
    await dashboard.queries.delete(sessionsTable);
    await page.getByRole('button', { name: 'Create the link' }).click();
    await signIn(page, ADMIN_TOKEN);
    await page.getByLabel('Destination').waitFor();
    assert.equal(await page.getByLabel('Destination').inputValue(), 'half of it');
    await page.getByRole('navigation').getByRole('link', { name: 'Links' }).click();
    await page.getByRole('link', { name: 'New link' }).click();
    await page.getByLabel('Destination').waitFor();
    assert.equal(await page.getByLabel('Destination').inputValue(), '');
  });

  test('with a keyboard stays in the search after searching', async () => {
    const label = 'Search links by code, name, title, campaign or destination';
    await open('/links?app=my-app');
    await page.getByLabel(label).fill('nothing');
    await page.keyboard.press('Enter');
    await page.getByText('No links found').waitFor();
    assert.equal(await focused(), label);
    await page.getByRole('button', { name: 'All links' }).click();
    await page.getByText('go.example.com/summer').waitFor();
    assert.equal(await page.getByLabel(label).inputValue(), '');
    await page.getByLabel(label).fill('nothing');
    await page.keyboard.press('Enter');
    await page.getByText('No links found').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Links' }).click();
    await page.getByText('go.example.com/summer').waitFor();
    assert.equal(await page.getByLabel(label).inputValue(), '');
  });

  test('with a keyboard stays in the list of attempts after looking for an install', async () => {
    await open('/settings/health?app=my-app');
    await page.getByLabel('Install id').fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByText('or another install').waitFor();
    assert.equal(await focused(), 'Install id');
  });

  test('is led to the keys of a new app, and told that they are there', async () => {
    await open('/apps/new');
    await page.getByLabel('Id').first().fill('third');
    await page.getByLabel('Name').fill('Third App');
    await page.getByRole('button', { name: 'Add the app' }).click();
    await page.getByRole('heading', { level: 1, name: 'Third App was added' }).waitFor();
    assert.equal(await focused(), 'page-title');
  });

  test('who signs in is led to the heading of the page', async () => {
    const other = await dashboard.visit();
    await other.page.goto(`${dashboard.url}/dashboard/links?app=my-app`);
    await signIn(other.page, ADMIN_TOKEN);
    await other.page.getByText('go.example.com/summer').waitFor();
    assert.equal(await other.page.evaluate('document.activeElement?.id'), 'page-title');
    await other.close();
  });

  test('on a phone sees why more links did not come', async () => {
    for (let number = 0; number < 105; number += 1) {
      await createLink(dashboard.queries, APP, {
        code: `l${number}`,
        destination: '/sale',
        createdAt: new Date(number),
      });
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await open('/links?app=my-app');
    const more = page.getByRole('button', { name: 'Show more' });
    await more.waitFor();
    await page.route('**/api/links?**cursor**', (route) => route.fulfill({ status: 400, body: 'no' }));
    await more.click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    assert.ok(((await alert.boundingBox())?.y ?? -1) >= 0, 'it is above what is on the screen');
    await page.unroute('**/api/links?**cursor**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('go.example.com/l0', { exact: true }).waitFor();
  });

  for (const next of [
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    '~//evil.test',
    'javascript:alert(1)',
    '/%5cevil.test',
  ]) {
    test(`who signs in by an address with next=${next} stays here`, async () => {
      const other = await dashboard.visit();
      await other.page.goto(`${dashboard.url}/dashboard/sign-in?next=${encodeURIComponent(next)}`);
      await signIn(other.page, ADMIN_TOKEN);
      await other.page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Sign in' }).waitFor();
      assert.ok(other.page.url().startsWith(`${dashboard.url}/dashboard/`));
      assert.deepEqual(other.complaints, []);
      await other.close();
    });
  }

  for (const path of ['/links/%E0%A4%A', '/links/%00', '/links/%2e%2e%2fapi', '//', '/links/a%2Fb', '/%']) {
    test(`who comes by the broken address ${path} sees a page`, async () => {
      await open(`${path}?app=my-app`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.deepEqual(visit.complaints, []);
    });
  }
});
