import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { foldDeltas } from '../../src/storage/counts/foldDeltas.ts';
import { liveMonths, ZONE } from '../support/liveMonths.ts';
import { openShop, type Shop } from '../support/openShop.ts';
import { openDashboard, type OpenDashboard, type Visit } from './openDashboard.ts';

const MAX_CLICKS = 4;

/** Moments in the app's time zone, so that its last week, month or quarter are those of the questions. */
const IN_NOVEMBER = Date.parse('2026-11-18T12:00:00+05:30');
const IN_DECEMBER = Date.parse('2026-12-15T12:00:00+05:30');
const IN_JANUARY = Date.parse('2027-01-31T12:00:00+05:30');

const QUARTER = 'from=2026-10-01&to=2026-12-31';
const NOVEMBER = 'from=2026-11-01&to=2026-11-30';

interface Sum {
  currency: string | null;
  sum: string;
}

interface Figures {
  visitors: number;
  storeTaps: number;
  installs: number;
  bought: number;
  withoutLink: number;
  unsure: number;
  buyers: number;
  revenue: Sum[];
}

type Row = Figures & Record<string, unknown> & { link: { code: string; name: string | null } | null; day: string };

interface Answer {
  total: Figures;
  rows: Row[];
  previous: { total: Figures; rows: Row[] };
}

interface ByDay<Value> {
  d1: Value;
  d7: Value;
  d30: Value;
}

interface Cohorts {
  rows: {
    week?: string;
    campaign?: string | null;
    installs: number;
    oldEnough: ByDay<number>;
    buyers: ByDay<number | null>;
    revenue: ByDay<Sum[] | null>;
    returned: ByDay<number | null>;
  }[];
}

const COHORT_DAYS = ['d1', 'd7', 'd30'] as const;

const count = (number: number) => new Intl.NumberFormat('en-GB').format(number);

const money = ({ currency, sum }: Sum) =>
  new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: currency ?? 'XXX',
    maximumFractionDigits: 6,
  }).format(Number(sum));

const euroOf = (sums: readonly Sum[]) => sums.find(({ currency }) => currency === 'EUR')?.sum ?? '0';

const inEuro = (sums: readonly Sum[]) => money({ currency: 'EUR', sum: euroOf(sums) });

const shares = new Intl.NumberFormat('en-GB', { style: 'percent', maximumSignificantDigits: 2 });

/** As a table shows it: the main currency, which is the euro, first. */
const allMoney = (sums: readonly Sum[]) =>
  sums.length === 0
    ? ['–']
    : [...sums].sort((one, other) => (one.currency === 'EUR' ? -1 : other.currency === 'EUR' ? 1 : 0)).map(money);

describe('a product manager', () => {
  let dashboard: OpenDashboard;
  let shop: Shop;
  let visit: Visit;
  let page: Page;
  let clicks = 0;

  before(async () => {
    dashboard = await openDashboard();
    const countries = { header: 'x-country', ofAddress: null };
    const options = { countries, trustedProxies: { kind: 'hops', count: 1 } } as const;
    shop = await openShop(dashboard.database, options, { timeZone: ZONE, mainCurrency: 'EUR' });
    await liveMonths(shop, dashboard.queries);
    await foldDeltas(dashboard.queries, shop.app.id);
  });
  after(() => dashboard.close());
  afterEach(async () => {
    await visit.close();
    assert.deepEqual(visit.complaints, []);
    assert.ok(clicks <= MAX_CLICKS, `${clicks} clicks`);
  });

  /** Waits until nothing is on its way, and no number is of another view. */
  const settle = async () => {
    await page.locator('.tile, .data').first().waitFor();
    await page.locator('.loading, [data-old="true"], [aria-busy="true"]').first().waitFor({ state: 'detached' });
  };

  async function open(now: number) {
    dashboard.clock.now = now;
    visit = await dashboard.visit({ as: shop.app.secretKey, viewport: { width: 1440, height: 1000 } });
    page = visit.page;
    clicks = 0;
    await page.goto(`${dashboard.url}/dashboard/`);
    await settle();
  }

  /** Clicks, and waits for what it shows: the page with this title, if it leads to another one. */
  async function click(target: Locator, title?: string) {
    clicks += 1;
    await target.click();
    if (title !== undefined) await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await settle();
  }

  async function ask<Body>(path: string): Promise<Body> {
    const headers = { authorization: `Bearer ${shop.app.secretKey}`, 'x-app-id': shop.app.id };
    const answer = await fetch(`${dashboard.url}${path}`, { headers });
    assert.equal(answer.status, 200, path);
    return (await answer.json()) as Body;
  }

  const days = (name: string) => page.getByRole('button', { name, exact: true });
  const otherDays = () => page.locator('.menu > summary');
  const choice = (name: string) => page.locator('.segmented label').filter({ hasText: new RegExp(`^${name}$`) });
  const tile = (name: string) => page.locator('.tile').filter({ has: page.getByText(name, { exact: true }) });
  const row = (name: string) =>
    page.locator('.breakdown tbody tr').filter({ has: page.getByText(name, { exact: true }) });
  const nameOf = (of: Locator) => of.getByRole('rowheader').getByRole('button');
  const cell = (of: Locator, measure: string) => of.locator(`[data-measure="${measure}"]`);
  const numberIn = (of: Locator, measure: string) => cell(of, measure).locator('.breakdown-number').innerText();
  /** All sums of a place: the one that is shown, and those in its list; a dash stands for none. */
  const sumsIn = async (of: Locator) => {
    const parts = '.money > span:first-child, .money-list > span';
    const texts = await of.locator(parts).allTextContents();
    return texts.length === 0 ? ['–'] : texts;
  };
  const moneyIn = (of: Locator) => sumsIn(cell(of, 'revenue'));
  /** What it was before, which is read out; null if there was nothing to compare with. */
  const beforeIn = async (of: Locator) => {
    const [text] = await of.locator('.change .visually-hidden').allTextContents();
    return /before: (.*)\)$/.exec(text ?? '')?.[1] ?? null;
  };

  test('1. sees what a campaign brought last week, and the week before', async () => {
    await open(IN_NOVEMBER);
    await click(nameOf(row('xmas26')));
    await click(otherDays());
    await click(days('Last week'));
    const { total, previous } = await ask<Answer>(
      '/api/statistics?campaign=xmas26&from=2026-11-09&to=2026-11-15&compare=previous'
    );
    const texts = (figures: Figures) => [
      ...[figures.visitors, figures.installs, figures.buyers].map(count),
      inEuro(figures.revenue),
    ];
    const names = ['Visitors', 'Installs', 'Buyers', 'Revenue'];
    const shown = await Promise.all(names.map((name) => tile(name).locator('.tile-value').innerText()));
    assert.deepEqual(shown, texts(total));
    assert.deepEqual(await Promise.all(names.map((name) => beforeIn(tile(name)))), texts(previous.total));
    for (const figures of [total, previous.total]) {
      assert.notDeepEqual(texts(figures), ['0', '0', '0', '€0.00']);
    }
  });

  test('2. sees which influencer brought the most buyers, and how much revenue each did', async () => {
    await open(IN_NOVEMBER);
    await click(nameOf(row('xmas26')));
    await click(choice('Link'));
    await click(choice('Brought by'));
    await click(tile('Buyers').getByRole('button', { name: /^Buyers/ }));
    const { rows } = await ask<Answer>(
      '/api/statistics?by=link&campaign=xmas26&attribution=brought&order=buyers&from=2026-10-20&to=2026-11-18'
    );
    assert.ok(rows.length > 5, `${rows.length} influencers`);
    const shown = page.locator('.breakdown').first().locator('tbody tr');
    assert.equal(await shown.count(), rows.length);
    for (const [place, { link, buyers, revenue }] of rows.entries()) {
      const each = shown.nth(place);
      assert.equal(await each.locator('th').innerText(), link?.name);
      assert.equal(await numberIn(each, 'buyers'), count(buyers));
      assert.deepEqual(await moneyIn(each), allMoney(revenue));
    }
  });

  const openCohorts = async () => {
    await click(page.getByRole('navigation').getByRole('link', { name: 'Cohorts' }), 'Cohorts');
  };

  /** The cells of a cohort by the headings of their columns, as they are read. */
  async function cohort(name: string): Promise<Record<string, string>> {
    const table = page.getByRole('table', { name: /after installing/ });
    const headings = await table.getByRole('columnheader').allTextContents();
    const found = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
    const cells = await found.locator('.cell').allInnerTexts();
    assert.equal(cells.length, headings.length, name);
    const texts = cells.map((text) => text.replaceAll('\u00a0', ' ').replace(/\s+in total$/, ''));
    return Object.fromEntries(texts.map((text, place) => [headings[place] ?? '', text]));
  }

  /** What the same cells have to say. */
  function cohortTexts({ installs, oldEnough, buyers, revenue, returned }: Cohorts['rows'][number]) {
    const withBase = (day: (typeof COHORT_DAYS)[number], each: string, all: string, word: string) => {
      const old = oldEnough[day];
      const base = `${all} ${word} ${count(old)}`;
      return old < 10 ? base : `${each}\n${old === installs ? all : base}`;
    };
    const part = (day: (typeof COHORT_DAYS)[number], number: number | null) =>
      number === null ? '–' : withBase(day, shares.format(number / oldEnough[day]), count(number), 'of');
    const each = (day: (typeof COHORT_DAYS)[number]) => {
      const sums = revenue[day];
      if (sums === null) return '–';
      const all = sums.length === 0 ? [{ currency: 'EUR', sum: '0' }] : sums;
      const ones = all.map(({ currency, sum }) => ({ currency, sum: (Number(sum) / oldEnough[day]).toFixed(2) }));
      return withBase(day, allMoney(ones)[0] ?? '', allMoney(all)[0] ?? '', 'from');
    };
    return Object.fromEntries([
      ['Installs', count(installs)],
      ...COHORT_DAYS.flatMap((day) => {
        const name = `day ${day.slice(1)}`;
        return [
          [`Bought by ${name}`, part(day, buyers[day])],
          [`Revenue by ${name}`, each(day)],
          [`Returned on ${name}`, part(day, returned[day])],
        ];
      }),
    ]) as Record<string, string>;
  }

  test('3. sees how many whom a newsletter brought bought within a week, and for how much', async () => {
    await open(IN_DECEMBER);
    await openCohorts();
    await click(choice('Campaigns'));
    await click(otherDays());
    await click(days('Last month'));
    const { rows } = await ask<Cohorts>(`/api/cohorts?by=campaign&${NOVEMBER}`);
    const own = rows.find(({ campaign }) => campaign === 'newsletter-3-nov');
    const shown = await cohort('newsletter-3-nov');
    assert.match(shown['Bought by day 7'] ?? '', new RegExp(`(^|\\n)${count(own?.buyers.d7 ?? 0)}( of|$)`));
    const revenue = shown['Revenue by day 7'] ?? '';
    assert.equal(
      revenue
        .split('\n')
        .at(-1)
        ?.replace(/ from .*/, ''),
      inEuro(own?.revenue.d7 ?? [])
    );
    assert.notEqual(own?.buyers.d7, 0);
  });

  test('4. sees which share of installs became buyers, by browser', async () => {
    await open(IN_JANUARY);
    await click(choice('Brought by'));
    await click(choice('Browser'));
    await click(otherDays());
    await click(days('Last quarter'));
    const { rows } = await ask<Answer>(`/api/statistics?by=browser&attribution=brought&${QUARTER}`);
    for (const browser of ['Instagram', 'Safari']) {
      const wanted = rows.find((each) => each.browser === browser);
      assert.ok(wanted && wanted.buyers > 0, browser);
      assert.equal(await numberIn(row(browser), 'installs'), count(wanted.installs));
      assert.equal(await numberIn(row(browser), 'buyers'), count(wanted.buyers));
      const share = await cell(row(browser), 'installs').locator('.breakdown-share').innerText();
      assert.equal(share, `${count(wanted.bought)} of them bought (${shares.format(wanted.bought / wanted.installs)})`);
    }
  });

  test('5. sees where iPhones and where Androids are lost', async () => {
    await open(IN_DECEMBER);
    await click(otherDays());
    await click(days('Last month'));
    for (const [platform, name] of [
      ['ios', 'iPhone and iPad'],
      ['android', 'Android'],
    ] as const) {
      await click(nameOf(row(name)));
      const { total } = await ask<Answer>(`/api/statistics?platform=${platform}&${NOVEMBER}`);
      const stages = [total.visitors, total.storeTaps, total.installs, total.bought];
      assert.deepEqual(await page.locator('.funnel-count').allInnerTexts(), stages.map(count));
      assert.notEqual(total.storeTaps, 0);
      const names = await page.locator('.funnel-name').allInnerTexts();
      const said = await page.getByText(/^The largest loss/).innerText();
      const [, loss, from = '', to = ''] = /: (\S+) of every 100 between “(.*)” and “(.*)”\.$/.exec(said) ?? [];
      const [many = 0, few = 0] = [from, to].map((name) => stages[names.indexOf(name)]);
      assert.equal(`${loss}%`, shares.format(1 - few / many), said);
      const share = await page.locator('.funnel-share').last().innerText();
      assert.equal(share, `${shares.format(total.bought / total.installs)} of these installs`);
      for (const [place, number] of stages.slice(1).entries()) {
        const all = stages[place] ?? 0;
        // Most of them installed without a tap that was seen: those were lost nowhere.
        if (stages.slice(place + 1).every((later) => later <= number)) assert.ok(few / many <= number / all, said);
      }
    }
  });

  test('6. sees which countries brought installs this month, and how that changed', async () => {
    await open(IN_NOVEMBER);
    await click(tile('Installs').getByRole('button', { name: /^Installs/ }));
    await click(choice('Country'));
    await click(otherDays());
    await click(days('This month'));
    const { rows, previous } = await ask<Answer>(
      '/api/statistics?by=country&order=installs&compare=previous&from=2026-11-01&to=2026-11-18'
    );
    const names = new Intl.DisplayNames('en-GB', { type: 'region' });
    assert.ok(rows.length > 2, `${rows.length} countries`);
    for (const { country, installs } of rows.filter((each) => each.country !== null)) {
      const shown = row(names.of(String(country)) ?? '');
      assert.equal(await numberIn(shown, 'installs'), count(installs));
      const before = previous.rows.find((each) => each.country === country)?.installs ?? 0;
      const text = await beforeIn(cell(shown, 'installs'));
      assert.equal(text ?? '0', count(before), String(country));
    }
  });

  test('7. sees how many came back, by campaign', async () => {
    await open(IN_DECEMBER);
    await openCohorts();
    await click(choice('Campaigns'));
    await click(otherDays());
    await page.getByLabel('From', { exact: true }).fill('2026-10-01');
    await page.getByLabel('To', { exact: true }).fill('2026-10-07');
    await page.keyboard.press('Enter');
    await page.waitForURL(/to=2026-10-07/);
    await settle();
    const { rows } = await ask<Cohorts>('/api/cohorts?by=campaign&from=2026-10-01&to=2026-10-07');
    assert.notEqual(rows.length, 0);
    for (const row of rows) {
      const name = row.campaign ?? 'No campaign';
      assert.deepEqual(await cohort(name), { Campaign: name, ...cohortTexts(row) });
    }
  });

  test('8. sees revenue by day of the last quarter, in days of Kolkata', async () => {
    await open(IN_JANUARY);
    await click(tile('Revenue').getByRole('button', { name: /^Revenue/ }));
    await click(otherDays());
    await click(days('Last quarter'));
    await click(page.getByText('All days as a table'));
    await page.getByText(`Days in ${ZONE}.`).waitFor();
    const { rows } = await ask<Answer>(`/api/statistics?by=day&${QUARTER}`);
    await page.getByRole('table', { name: /by day/ }).waitFor();
    const cells = await page
      .getByRole('table', { name: /by day/ })
      .locator('tbody td:last-child .cell')
      .all();
    assert.deepEqual(
      await Promise.all(cells.map(sumsIn)),
      rows.toReversed().map(({ revenue }) => allMoney(revenue))
    );
    assert.equal(cells.length, 92);
  });

  test('9. sees whose sale it is under “last link”, and under “brought by”', async () => {
    await open(IN_JANUARY);
    await click(choice('Link'));
    await click(otherDays());
    await click(days('Last quarter'));
    const revenues = () => Promise.all(['letter', 'poster'].map((code) => moneyIn(row(code))));
    const last = await revenues();
    await click(choice('Brought by'));
    const brought = await revenues();
    for (const [attribution, shown] of Object.entries({ last, brought })) {
      const { rows } = await ask<Answer>(`/api/statistics?by=link&attribution=${attribution}&${QUARTER}`);
      const sums = ['letter', 'poster'].map((code) => rows.find(({ link }) => link?.code === code)?.revenue ?? []);
      assert.deepEqual(shown, sums.map(allMoney), attribution);
    }
    assert.notDeepEqual(last, brought);
  });

  test('10. sees how many followed no link, and for how many nothing was sure enough', async () => {
    await open(IN_JANUARY);
    await click(otherDays());
    await click(days('Last quarter'));
    const { total } = await ask<Answer>(`/api/statistics?${QUARTER}`);
    const note = await tile('Installs').locator('.tile-note').innerText();
    assert.equal(note, `and ${count(total.withoutLink)} without a link, ${count(total.unsure)} without a sure match`);
    assert.deepEqual([total.withoutLink, total.unsure], [10, 4]);
  });

  test('sees every number of the cohorts, by week, of those that are old enough, and a dash for none', async () => {
    await open(IN_NOVEMBER);
    await openCohorts();
    await click(choice('90 days'));
    const { rows } = await ask<Cohorts>('/api/cohorts?by=week&from=2026-08-21&to=2026-11-18');
    const weeks = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
    for (const row of rows) {
      const { week = '' } = row;
      const name = weeks.format(Date.parse(week));
      // The period begins on a Friday and ends on a Wednesday.
      const part = week === '2026-08-17' ? '\nfrom 21 Aug' : week === '2026-11-16' ? '\nuntil 18 Nov' : '';
      assert.deepEqual(await cohort(name), { 'Week from': `${name}${part}`, ...cohortTexts(row) });
    }
    assert.ok(rows.length > 3 && rows.some(({ buyers }) => buyers.d30 === null), `${rows.length} weeks`);
  });
});
