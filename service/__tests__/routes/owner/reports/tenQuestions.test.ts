import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { sql } from 'drizzle-orm';
import type { Queries } from '../../../../src/storage/Database.ts';
import { foldDeltas } from '../../../../src/storage/rollups/foldDeltas.ts';
import { rowsOf } from '../../../../src/storage/rowsOf.ts';
import { create } from '../../../support/linkRequests.ts';
import { onEachDatabase } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';
import { iphone, pixel } from '../../../support/phones.ts';

const ZONE = 'Asia/Kolkata';
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const PEOPLE = 120;

const inInstagram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F79 Instagram 334.0.4.32.98 (iPhone15,4; iOS 17_5; de_DE; de; scale=3.00; 1179x2556; 606182486)';

const AGENTS = [iphone.browser.userAgent, inInstagram, pixel.browser.userAgent];

/** A generator of numbers from 0 to 1; the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Step {
  at: number;
  run: () => Promise<void>;
}

interface Visit {
  at: number;
  person: number;
  code: string;
}

/** What two months of an app look like: thirty influencers, a newsletter and a poster, told in the order of time. */
async function live(shop: Shop, queries: Queries): Promise<Visit[]> {
  const random = createRandom(1_226);
  const chance = (share: number) => random() < share;
  const visits: Visit[] = [];
  const steps: Step[] = [];
  const start = Date.parse('2026-10-01T00:00:00Z');
  const newsletter = Date.parse('2026-11-03T09:00:00Z');

  const names = Array.from({ length: 30 }, (_, number) => `Influencer ${number + 1}`);
  const template = {
    code: '{name}',
    destination: '/sale',
    campaign: 'xmas26',
    source: 'instagram',
    medium: 'influencer',
  };
  assert.equal((await shop.callAsOwner('/api/links/bulk', { body: { names, template } })).status, 201);
  await create(shop, { code: 'letter', destination: '/news', campaign: 'newsletter-3-nov', source: 'mail' });
  await create(shop, { code: 'poster', destination: '/poster?utm_medium=print' });

  const send = async (installId: string, at: number, name: string, data?: object) => {
    const time = new Date(at).toISOString();
    const events = [{ id: randomUUID(), name, timestamp: time, ...(data ? { data } : {}) }];
    const response = await shop.callAsApp('/api/link/events', { body: { installId, sentAt: time, events } });
    assert.equal(response.status, 200);
  };

  for (let person = 0; person < PEOPLE; person += 1) {
    const agent = AGENTS[Math.floor(random() * 3)] ?? '';
    const address = `2001:db8:${(person + 1).toString(16)}::1`;
    const headers = {
      'user-agent': agent,
      'accept-language': 'de-DE',
      'x-country': ['DE', 'IN', 'AT'][person % 3] ?? '',
    };
    const isByLetter = chance(0.25);
    const spread = person % 3 === 0 ? 6 : 60;
    const first = isByLetter ? newsletter + random() * 6 * HOUR_MS : start + random() * spread * DAY_MS;
    const code = isByLetter ? 'letter' : chance(0.8) ? `influencer-${1 + Math.floor(30 * random() ** 2)}` : 'poster';
    let clickId = '';
    const click = (at: number, on: string) => {
      visits.push({ at, person, code: on });
      steps.push({
        at,
        run: async () => {
          const page = await (await shop.call(`/${on}`, { address, headers })).text();
          clickId = /data-report-url="\/api\/clicks\/([^/]+)\//.exec(page)?.[1] ?? '';
          assert.notEqual(clickId, '');
        },
      });
    };
    if (chance(0.2)) click(first - 2 * HOUR_MS, 'poster');
    if (chance(0.3)) click(first - HOUR_MS, code);
    click(first, code);
    if (!chance(0.6)) continue;
    const installId = `install-${person}`;
    const installed = first + 5 * 60_000;
    steps.push({
      at: installed,
      run: async () => assert.equal((await shop.match({ clickId }, address, installId)).status, 200),
    });
    for (const day of [1, 7, 30]) {
      if (chance(0.4)) {
        const at = installed + day * DAY_MS;
        steps.push({ at, run: () => send(installId, at, 'login') });
      }
    }
    for (let sale = 0; sale < 2; sale += 1) {
      if (!chance(0.45)) continue;
      const at = installed + random() ** 2 * 25 * DAY_MS + HOUR_MS;
      if (chance(0.3)) {
        const body = { url: `${shop.origin}/poster` };
        const opener = { 'x-install-id': installId };
        const open = async () => {
          assert.equal((await shop.callAsApp('/api/link/resolve-short', { body, headers: opener })).status, 200);
        };
        steps.push({ at: at - 10 * 60_000, run: open });
      }
      const total = Math.round(random() * 10_000) / 100;
      const currency = chance(0.7) ? 'EUR' : 'INR';
      steps.push({ at, run: () => send(installId, at, 'purchase', { total, currency }) });
      if (chance(0.15)) {
        steps.push({ at: at + HOUR_MS, run: () => send(installId, at + HOUR_MS, 'refund', { total, currency }) });
      }
    }
  }
  // Ten that followed no link; and four of whom each may be either of two.
  for (let stranger = 0; stranger < 10; stranger += 1) {
    const address = `2001:db8:f000:${stranger}::1`;
    const run = async () => {
      assert.equal((await shop.match({ ...pixel.fingerprint }, address, `stranger-${stranger}`)).status, 404);
    };
    steps.push({ at: start + random() * 60 * DAY_MS, run });
  }
  for (let pair = 0; pair < 4; pair += 1) {
    const phone = { ...iphone, address: `2001:db8:e000:${pair}::1` };
    const inApp = { ...phone, browser: { ...phone.browser, userAgent: `${phone.browser.userAgent} Snapchat/12` } };
    const at = start + random() * 60 * DAY_MS;
    for (const [position, [code, seen]] of (
      [
        ['letter', phone],
        ['poster', inApp],
      ] as const
    ).entries()) {
      visits.push({ at, person: PEOPLE + 2 * pair + position, code });
      steps.push({ at, run: async () => void (await shop.click(code, seen)) });
    }
    const run = async () => assert.equal((await shop.matchPhone(phone, {}, `unsure-${pair}`)).status, 404);
    steps.push({ at: at + 5 * 60_000, run });
  }

  for (const [place, { at, run }] of steps.sort((one, other) => one.at - other.at).entries()) {
    shop.clock.now = at;
    await run();
    // Some of it is folded when the questions are asked, and some isn't.
    if (place === Math.floor(steps.length * 0.8)) await foldDeltas(queries, shop.app.id);
  }
  shop.clock.now = Date.parse('2027-01-31T00:00:00Z');
  return visits;
}

interface RawClick {
  id: string;
  code: string;
  campaign: string | null;
  device: string;
  browser: string | null;
  country: string | null;
  at: number;
}

interface RawInstall {
  id: string;
  code: string;
  campaign: string | null;
  click_id: string;
  at: number;
}

interface RawEvent {
  install_id: string;
  name: string;
  code: string | null;
  amount: number | null;
  currency: string | null;
  at: number;
}

/** Everything that was stored, row by row, for a count that knows nothing of roll-ups. */
async function readRaw(queries: Queries, app: string) {
  const read = async <Row>(columns: string, table: string, time: string) =>
    rowsOf<Row>(
      await queries.execute(
        sql`SELECT ${sql.raw(columns)}, extract(epoch from ${sql.raw(time)})::float8 * 1000 AS at
          FROM ${sql.identifier(table)} WHERE app_id = ${app} ORDER BY ${sql.raw(time)}`
      )
    );
  return {
    clicks: await read<RawClick>('id, code, campaign, device, browser, country', 'clicks', 'created_at'),
    installs: await read<RawInstall>('id, code, campaign, click_id', 'installs', 'matched_at'),
    opens: await read<{ install_id: string; code: string; at: number }>('install_id, code', 'opens', 'opened_at'),
    events: await read<RawEvent>('install_id, name, code, amount::float8 AS amount, currency', 'events', 'occurred_at'),
    attempts: await read<{ outcome: string; at: number }>('outcome', 'match_attempts', 'attempted_at'),
  };
}

const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE });
const dayOf = (at: number) => calendar.format(at);
const isIn = (from: string, to: string) => (row: { at: number }) => dayOf(row.at) >= from && dayOf(row.at) <= to;

interface Sum {
  currency: string | null;
  sum: string;
}

/** As the service writes money: by currency, the unknown one last. */
function writeMoney(events: readonly RawEvent[]): Sum[] {
  const sums = new Map<string, number>();
  for (const { name, amount, currency } of events) {
    if ((name !== 'purchase' && name !== 'refund') || amount === null) continue;
    const cents = Math.round(amount * 100) * (name === 'refund' ? -1 : 1);
    sums.set(currency ?? '', (sums.get(currency ?? '') ?? 0) + cents);
  }
  return [...sums]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, cents]) => ({ currency: currency || null, sum: String(cents / 100) }));
}

function tell(context: TestContext, question: string, answer: string, ms: number): void {
  context.diagnostic(`${question}\n    ${answer}\n    ${ms.toFixed(1)} ms`);
}

onEachDatabase('the ten questions of a product manager', (opened) => {
  test('are answered by one or two requests each, as a count over the stored rows answers them', async (context) => {
    const countries = { header: 'x-country', ofAddress: null };
    const shop = await openShop(
      opened.database,
      { countries, trustedProxies: { kind: 'hops', count: 1 } },
      { timeZone: ZONE }
    );
    const visits = await live(shop, opened.database.queries);
    const raw = await readRaw(opened.database.queries, shop.app.id);
    const campaignOf = new Map(raw.clicks.map(({ code, campaign }) => [code, campaign]));
    const installOf = new Map(raw.installs.map((install) => [install.id, install]));
    const clickOf = new Map(raw.clicks.map((click) => [click.id, click]));
    const clickOfInstall = (id: string) => clickOf.get(installOf.get(id)?.click_id ?? '');
    const purchases = raw.events.filter(({ name }) => name === 'purchase');
    /** The first purchase of each install. */
    const firsts = purchases.filter(
      (event, at) => purchases.findIndex(({ install_id }) => install_id === event.install_id) === at
    );
    const broughtBy = ({ install_id }: RawEvent) => installOf.get(install_id)?.code ?? null;
    const isCampaign = (campaign: string) => (code: string | null) => campaignOf.get(code ?? '') === campaign;
    /** How many people clicked on some links: each once a day and link. */
    const visitorsOf = (isOne: (code: string) => boolean, isDay: (row: { at: number }) => boolean) =>
      new Set(
        visits.filter((visit) => isOne(visit.code) && isDay(visit)).map((v) => `${v.person} ${v.code} ${dayOf(v.at)}`)
      ).size;

    async function ask<Answer>(path: string): Promise<Answer> {
      const response = await shop.callAsOwner(path);
      assert.equal(response.status, 200, await response.clone().text());
      return (await response.json()) as Answer;
    }
    async function question(text: string, answer: () => Promise<unknown>): Promise<void> {
      const began = performance.now();
      const said = JSON.stringify(await answer());
      tell(context, text, said, performance.now() - began);
    }

    interface Figures {
      visitors: number;
      storeTaps: number;
      installs: number;
      withoutLink: number;
      unsure: number;
      buyers: number;
      revenue: Sum[];
    }
    interface Answer {
      total: Figures;
      rows: (Figures & Record<string, unknown> & { link: { code: string; name: string } | null; day: string })[];
      previous: { total: Figures; rows: (Figures & Record<string, unknown>)[] };
    }
    interface Cohort {
      campaign?: string | null;
      installs: number;
      buyers: { d7: number | null };
      revenue: { d7: Sum[] | null };
      returned: { d1: number | null; d7: number | null; d30: number | null } | null;
    }

    await question('1. What did xmas26 bring last week, and the week before?', async () => {
      const count = (from: string, to: string) => {
        const [isOne, isDay] = [isCampaign('xmas26'), isIn(from, to)];
        return {
          visitors: visitorsOf(isOne, isDay),
          installs: raw.installs.filter((row) => isOne(row.code) && isDay(row)).length,
          buyers: firsts.filter((row) => isOne(row.code) && isDay(row)).length,
          revenue: writeMoney(raw.events.filter((row) => isOne(row.code) && isDay(row))),
        };
      };
      const pick = ({ visitors, installs, buyers, revenue }: Figures) => ({ visitors, installs, buyers, revenue });
      const answer = await ask<Answer>(
        '/api/statistics?campaign=xmas26&from=2026-11-16&to=2026-11-22&compare=previous'
      );
      const answers = [pick(answer.total), pick(answer.previous.total)];
      assert.deepEqual(answers, [count('2026-11-16', '2026-11-22'), count('2026-11-09', '2026-11-15')]);
      return answers;
    });

    await question(
      '2. Which of its thirty influencers brought the most buyers, and how much revenue each?',
      async () => {
        const isDay = isIn('2026-10-01', '2026-12-31');
        const { rows } = await ask<Answer>(
          '/api/statistics?by=link&campaign=xmas26&attribution=brought&order=buyers&from=2026-10-01&to=2026-12-31'
        );
        for (const { link, buyers, revenue } of rows) {
          const own = (row: RawEvent) => broughtBy(row) === link?.code && isDay(row);
          assert.equal(buyers, firsts.filter(own).length);
          assert.deepEqual(revenue, writeMoney(raw.events.filter(own)));
        }
        const sold = firsts.filter((row) => isCampaign('xmas26')(broughtBy(row)) && isDay(row)).length;
        assert.equal(
          rows.reduce((sum, { buyers }) => sum + buyers, 0),
          sold
        );
        assert.ok(rows.every(({ buyers }, at) => at === 0 || buyers <= (rows[at - 1]?.buyers ?? 0)));
        return rows.slice(0, 3).map(({ link, buyers, revenue }) => [link?.name, buyers, revenue]);
      }
    );

    await question('3. Of the installs by the newsletter of 3 November, how many bought within 7 days?', async () => {
      const isDay = isIn('2026-11-03', '2026-11-05');
      const own = raw.installs.filter((row) => row.code === 'letter' && isDay(row));
      const within = ({ install_id, at }: RawEvent) => {
        const install = own.find(({ id }) => id === install_id);
        return install !== undefined && at < install.at + 7 * DAY_MS;
      };
      const { rows } = await ask<{ rows: Cohort[] }>(
        '/api/cohorts?by=campaign&link=letter&from=2026-11-03&to=2026-11-05'
      );
      assert.deepEqual(
        rows.map(({ installs, buyers, revenue }) => [installs, buyers.d7, revenue.d7]),
        [[own.length, firsts.filter(within).length, writeMoney(raw.events.filter(within))]]
      );
      return rows[0];
    });

    await question('4. Which share of installs by Instagram’s own browser became buyers, against Safari?', async () => {
      const isDay = isIn('2026-10-01', '2026-12-31');
      const { rows } = await ask<Answer>(
        '/api/statistics?by=browser&attribution=brought&from=2026-10-01&to=2026-12-31'
      );
      const answers = ['Instagram', 'Safari'].map((browser) => {
        const row = rows.find((each) => each.browser === browser);
        const installs = raw.installs.filter((each) => clickOf.get(each.click_id)?.browser === browser && isDay(each));
        const buyers = firsts.filter((each) => clickOfInstall(each.install_id)?.browser === browser && isDay(each));
        assert.deepEqual([row?.installs, row?.buyers], [installs.length, buyers.length]);
        assert.ok(installs.length > 0);
        return [browser, buyers.length / installs.length];
      });
      return answers;
    });

    await question('5. iPhone or Android: visitors, store taps, installs, and the largest loss', async () => {
      const isDay = isIn('2026-11-01', '2026-11-30');
      const { rows } = await ask<Answer>('/api/statistics?by=platform&from=2026-11-01&to=2026-11-30');
      for (const [platform, devices] of [
        ['ios', ['iphone']],
        ['android', ['android']],
      ] as const) {
        const row = rows.find((each) => each.platform === platform);
        const isOne = (click: RawClick | undefined) => (devices as readonly string[]).includes(click?.device ?? '');
        const installs = raw.installs.filter((each) => isOne(clickOf.get(each.click_id)) && isDay(each));
        assert.equal(row?.installs, installs.length);
      }
      // People count once, in the row of their first click of a day.
      const people = new Set(visits.filter(isDay).map(({ person, at }) => `${person} ${dayOf(at)}`));
      assert.equal(
        rows.reduce((sum, { visitors }) => sum + visitors, 0),
        people.size
      );
      return rows.map(({ platform, visitors, storeTaps, installs }) => ({ platform, visitors, storeTaps, installs }));
    });

    await question('6. Which countries brought installs this month, and how did that change?', async () => {
      const answer = await ask<Answer>(
        '/api/statistics?by=country&order=installs&compare=previous&from=2026-10-31&to=2026-11-29'
      );
      const count = (from: string, to: string) => {
        const isDay = isIn(from, to);
        const counts: Record<string, number> = {};
        for (const install of raw.installs.filter(isDay)) {
          const country = String(clickOf.get(install.click_id)?.country);
          counts[country] = (counts[country] ?? 0) + 1;
        }
        return counts;
      };
      const read = (rows: Answer['previous']['rows']) =>
        Object.fromEntries(
          rows.filter(({ installs }) => installs > 0).map(({ country, installs }) => [country, installs])
        );
      assert.deepEqual(read(answer.rows), count('2026-10-31', '2026-11-29'));
      assert.deepEqual(read(answer.previous.rows), count('2026-10-01', '2026-10-30'));
      return [read(answer.rows), read(answer.previous.rows)];
    });

    await question('7. How many who installed in the first week of October came back on day 1, 7 and 30?', async () => {
      const { rows } = await ask<{ rows: Cohort[] }>('/api/cohorts?by=campaign&from=2026-10-01&to=2026-10-07');
      const isDay = isIn('2026-10-01', '2026-10-07');
      const activity = [...raw.events, ...raw.opens];
      const returned = (own: readonly RawInstall[], days: number) =>
        own.filter((install) => {
          const day = dayOf(install.at);
          const wanted = new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
          return activity.some((each) => each.install_id === install.id && dayOf(each.at) === wanted);
        }).length;
      assert.ok(rows.length > 1);
      for (const { campaign = null, installs, returned: came } of rows) {
        const own = raw.installs.filter((install) => install.campaign === campaign && isDay(install));
        assert.equal(installs, own.length);
        assert.deepEqual(
          came,
          { d1: returned(own, 1), d7: returned(own, 7), d30: returned(own, 30) },
          String(campaign)
        );
      }
      return rows.map(({ campaign, installs, returned: came }) => [campaign, installs, came]);
    });

    await question('8. What was revenue by day in the last quarter, for an app that reports in Kolkata?', async () => {
      const { rows, total } = await ask<Answer>('/api/statistics?by=day&from=2026-10-01&to=2026-12-31');
      assert.equal(rows.length, 92);
      for (const { day, revenue } of rows) {
        assert.deepEqual(revenue, writeMoney(raw.events.filter((event) => dayOf(event.at) === day)), day);
      }
      return total.revenue;
    });

    await question('9. Brought by A, bought after opening B: whose sale is it?', async () => {
      const moved = purchases.filter((event) => event.code === 'poster' && broughtBy(event) === 'letter');
      assert.ok(moved.length > 0);
      const range = 'from=2026-10-01&to=2026-12-31&link=letter';
      const answers = [];
      for (const attribution of ['brought', 'last']) {
        const { total } = await ask<Answer>(`/api/statistics?${range}&attribution=${attribution}`);
        const own = (event: RawEvent) => (attribution === 'brought' ? broughtBy(event) : event.code) === 'letter';
        assert.equal(total.buyers, firsts.filter(own).length);
        assert.deepEqual(total.revenue, writeMoney(raw.events.filter(own)));
        answers.push([attribution, total.revenue]);
      }
      assert.notDeepEqual(answers[0]?.[1], answers[1]?.[1]);
      return answers;
    });

    await question('10. How many installs followed no link, and for how many was nothing sure enough?', async () => {
      const { total } = await ask<Answer>('/api/statistics?from=2026-10-01&to=2026-12-31');
      const count = (...outcomes: string[]) => raw.attempts.filter(({ outcome }) => outcomes.includes(outcome)).length;
      const expected = [count('no_match'), count('ambiguous_match', 'low_confidence')];
      assert.deepEqual([total.withoutLink, total.unsure], expected);
      assert.deepEqual(expected, [10, 4]);
      return { withoutLink: total.withoutLink, unsure: total.unsure };
    });
  });
});
