import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { sql } from 'drizzle-orm';
import type { Queries } from '../../../../src/storage/base/Database.ts';
import { rowsOf } from '../../../../src/storage/base/query.ts';
import { DAY_MS } from '../../../../src/values/durations.ts';
import { liveMonths, ZONE } from '../../../support/liveMonths.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop } from '../../../support/openShop.ts';

interface RawClick {
  id: string;
  code: string;
  campaign: string | null;
  device: string;
  browser: string | null;
  country: string | null;
  is_tapped: boolean;
  at: number;
}

interface RawInstall {
  id: string;
  code: string;
  campaign: string | null;
  source: string | null;
  medium: string | null;
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
    clicks: await read<RawClick>(
      'id, code, campaign, device, browser, country, store_tapped_at IS NOT NULL AS is_tapped',
      'clicks',
      'created_at'
    ),
    installs: await read<RawInstall>('id, code, campaign, source, medium, click_id', 'installs', 'matched_at'),
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

onOneDatabase('the ten questions of a product manager', (opened) => {
  test('are answered by one or two requests each, as a count over the stored rows answers them', async (context) => {
    const countries = { header: 'x-country', ofAddress: null };
    const shop = await openShop(
      opened.database,
      { countries, trustedProxies: { kind: 'hops', count: 1 } },
      { timeZone: ZONE }
    );
    const visits = await liveMonths(shop, opened.database.queries);
    const raw = await readRaw(opened.database.queries, shop.app.id);
    const campaignOf = new Map(raw.clicks.map(({ code, campaign }) => [code, campaign]));
    const installOf = new Map(raw.installs.map((install) => [install.id, install]));
    const clickOf = new Map(raw.clicks.map((click) => [click.id, click]));
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
      bought: number;
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
        const bought = installs.filter((each) => firsts.some(({ install_id }) => install_id === each.id));
        assert.deepEqual([row?.installs, row?.bought], [installs.length, bought.length]);
        assert.ok(installs.length > 0);
        return [browser, bought.length / installs.length];
      });
      return answers;
    });

    // Every share of installs divides people by the people they come from, in the total and in every row.
    const platforms: Record<string, string> = { iphone: 'ios', android: 'android' };
    // The version goes from the click's row once it is claimed, so it comes from the agent that was sent.
    const agents = new Map(visits.map(({ person, agent }) => [`install-${person}`, agent]));
    const systemOf = (agent: string) => {
      const [, ios] = /iPhone OS (\d+)_/.exec(agent) ?? [];
      const [, android] = /Android (?!10; K\))(\d+)/.exec(agent) ?? [];
      return ios === undefined ? android && `Android ${android}` : `iOS ${ios}`;
    };
    const valueOf: Record<string, (install: RawInstall) => string | null | undefined> = {
      link: ({ code }) => code,
      campaign: ({ campaign }) => campaign,
      source: ({ source }) => source,
      medium: ({ medium }) => medium,
      platform: ({ click_id }) => platforms[clickOf.get(click_id)?.device ?? ''],
      browser: ({ click_id }) => clickOf.get(click_id)?.browser,
      country: ({ click_id }) => clickOf.get(click_id)?.country,
      system: ({ id }) => systemOf(agents.get(id) ?? ''),
    };
    for (const [from, to] of [
      ['2026-10-01', '2026-10-07'],
      ['2026-11-03', '2026-11-03'],
      ['2026-11-01', '2026-11-30'],
      ['2026-10-01', '2026-12-31'],
    ] as const) {
      const own = raw.installs.filter(isIn(from, to));
      const hasBought = ({ id }: RawInstall) => firsts.some(({ install_id }) => install_id === id);
      for (const [by, value] of Object.entries(valueOf)) {
        for (const attribution of ['last', 'brought']) {
          const { total, rows } = await ask<Answer>(
            `/api/statistics?by=${by}&attribution=${attribution}&from=${from}&to=${to}&limit=1000`
          );
          assert.deepEqual([total.installs, total.bought], [own.length, own.filter(hasBought).length], `${from} ${to}`);
          for (const row of rows) {
            const name = by === 'link' ? (row.link?.code ?? null) : (row[by] as string | null);
            const people = own.filter((install) => (value(install) ?? null) === name);
            assert.deepEqual(
              [row.installs, row.bought],
              [people.length, people.filter(hasBought).length],
              `${by} ${name} ${from} ${to}`
            );
          }
        }
      }
    }

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
        const taps = raw.clicks.filter((click) => isOne(click) && click.is_tapped && isDay(click));
        assert.ok(taps.length > 0);
        assert.equal(row?.storeTaps, taps.length);
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
