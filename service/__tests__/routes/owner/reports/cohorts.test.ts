import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appendFacts, type Fact, type From } from '../../../support/appendFacts.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';

const letter: From = { link: 'letter', campaign: 'mail', source: 'crm', medium: null };
const poster: From = { link: 'poster', campaign: null, source: null, medium: 'print' };

const NOBODY = { platform: null, system: null, browser: null, country: null };

const install = (at: string, brought: From): Fact => ({
  ...NOBODY,
  figure: 'installs',
  at,
  installedAt: at,
  last: brought,
  brought,
});

const deed = (figure: string, at: string, installedAt: string, brought: From, rest: Partial<Fact> = {}): Fact => ({
  ...NOBODY,
  figure,
  at,
  installedAt,
  last: poster,
  brought,
  ...rest,
});

interface Row {
  day?: string;
  week?: string;
  campaign?: string | null;
  installs: number;
  oldEnough: Record<'d1' | 'd7' | 'd30', number>;
  buyers: Record<'d1' | 'd7' | 'd30', number | null>;
  revenue: Record<'d1' | 'd7' | 'd30', { currency: string; sum: string }[] | null>;
  returned: Record<'d1' | 'd7' | 'd30', number | null> | null;
}

async function ask(shop: Shop, query: string): Promise<Row[]> {
  const response = await shop.callAsOwner(`/api/cohorts?${query}`);
  assert.equal(response.status, 200, await response.clone().text());
  return ((await response.json()) as { rows: Row[] }).rows;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A generator of whole numbers below a bound; the same for the same seed. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const FIRST = '2026-01-05T10:00:00Z';
const SECOND = '2026-01-13T10:00:00Z';

const FACTS: Fact[] = [
  install(FIRST, letter),
  install(FIRST, poster),
  install(SECOND, letter),
  // Within a day, within a week, and too late for both.
  deed('buyers', '2026-01-06T09:59:59Z', FIRST, letter),
  deed('purchase', '2026-01-06T09:59:59Z', FIRST, letter, { amount: '10', currency: 'EUR' }),
  deed('refund', '2026-01-12T09:59:59Z', FIRST, letter, { amount: '-4', currency: 'EUR' }),
  deed('purchase', '2026-01-12T10:00:00Z', FIRST, letter, { amount: '7', currency: 'EUR' }),
  deed('buyers', '2026-01-20T10:00:00Z', SECOND, letter),
  deed('returned_1', '2026-01-06T12:00:00Z', FIRST, letter),
  deed('returned_7', '2026-01-12T12:00:00Z', FIRST, poster),
];

onOneDatabase('cohorts', (opened) => {
  async function openWith(facts: readonly Fact[], now = '2026-06-01T00:00:00Z') {
    const shop = await openShop(opened.database);
    await appendFacts(opened.database.queries, shop.app.id, facts);
    shop.clock.now = Date.parse(now);
    return shop;
  }

  test('say of the installs of a day who bought and came back, by the link that brought them', async () => {
    const shop = await openWith(FACTS);
    const [first, second, ...more] = await ask(shop, 'by=day&from=2026-01-01&to=2026-01-31');
    const euros = (sum: string) => [{ currency: 'EUR', sum }];
    assert.deepEqual(first, {
      day: '2026-01-05',
      installs: 2,
      oldEnough: { d1: 2, d7: 2, d30: 2 },
      buyers: { d1: 1, d7: 1, d30: 1 },
      revenue: { d1: euros('10'), d7: euros('6'), d30: euros('13') },
      returned: { d1: 1, d7: 1, d30: 0 },
    });
    assert.deepEqual([second?.day, second?.installs, second?.buyers], ['2026-01-13', 1, { d1: 0, d7: 0, d30: 1 }]);
    assert.deepEqual(more, []);
    const byCampaign = await ask(shop, 'by=campaign&from=2026-01-01&to=2026-01-31');
    assert.deepEqual(
      Object.fromEntries(
        byCampaign.map(({ campaign, installs, buyers }) => [String(campaign), [installs, buyers.d30]])
      ),
      { mail: [2, 2], null: [1, 0] }
    );
    const byWeek = await ask(shop, 'by=week&from=2026-01-01&to=2026-01-31');
    assert.deepEqual(
      byWeek.map(({ week, installs }) => [week, installs]),
      [
        ['2026-01-05', 2],
        ['2026-01-12', 1],
      ]
    );
    for (const [filter, installs] of [
      ['link=letter', 2],
      ['campaign=', 1],
      ['source=crm&campaign=mail', 2],
      ['medium=print', 1],
    ] as const) {
      const rows = await ask(shop, `from=2026-01-01&to=2026-01-31&${filter}`);
      assert.equal(
        rows.reduce((sum, row) => sum + row.installs, 0),
        installs,
        filter
      );
    }
  });

  test('leave out what isn’t over yet', async () => {
    const shop = await openWith(FACTS, '2026-01-12T23:59:59Z');
    const read = async () => (await ask(shop, 'by=day&from=2026-01-05&to=2026-01-05'))[0];
    // The last install of the day may be of its last second.
    assert.deepEqual((await read())?.buyers, { d1: 1, d7: null, d30: null });
    assert.deepEqual((await read())?.returned, { d1: 1, d7: null, d30: null });
    shop.clock.now += 1_000;
    assert.deepEqual((await read())?.buyers, { d1: 1, d7: 1, d30: null });
    assert.deepEqual((await read())?.returned, { d1: 1, d7: 1, d30: null });
    const [week] = await ask(shop, 'by=week&from=2026-01-06&to=2026-01-11');
    assert.equal(week, undefined);
  });

  test('wait for the end of a day that has 25 hours', async () => {
    const shop = await openShop(opened.database, {}, { timeZone: 'Europe/Vienna' });
    await appendFacts(opened.database.queries, shop.app.id, [install('2026-10-24T10:00:00Z', letter)]);
    const read = async (now: string) => {
      shop.clock.now = Date.parse(now);
      return (await ask(shop, 'by=day&from=2026-10-24&to=2026-10-24'))[0]?.oldEnough;
    };
    assert.deepEqual(await read('2026-10-25T22:59:59Z'), { d1: 0, d7: 0, d30: 0 });
    assert.deepEqual(await read('2026-10-25T23:00:00Z'), { d1: 1, d7: 0, d30: 0 });
  });

  test('count of a week and of a campaign the installs that are old enough, as a count over people does', async () => {
    const random = createRandom(58);
    const people = Array.from({ length: 300 }, () => {
      const at = Date.parse('2026-01-05T00:00:00Z') + random(42 * DAY_MS);
      const boughtAt = random(3) > 0 ? null : at + random(40 * DAY_MS);
      return { at, boughtAt, returned: [1, 7, 30].filter(() => random(2) === 0), brought: random(2) ? letter : poster };
    });
    const facts = people.flatMap(({ at, boughtAt, returned, brought }) => {
      const installedAt = new Date(at).toISOString();
      const bought = boughtAt === null ? null : new Date(boughtAt).toISOString();
      return [
        install(installedAt, brought),
        ...(bought === null
          ? []
          : [
              deed('buyers', bought, installedAt, brought),
              deed('purchase', bought, installedAt, brought, { amount: '3', currency: 'EUR' }),
            ]),
        ...returned.map((day) => deed(`returned_${day}`, installedAt, installedAt, brought)),
      ];
    });
    const shop = await openWith(facts);
    const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
    for (const now of [
      '2026-01-20T13:00:00Z',
      '2026-02-07T00:00:00Z',
      '2026-02-16T23:59:59Z',
      '2026-06-01T00:00:00Z',
    ]) {
      shop.clock.now = Date.parse(now);
      for (const by of ['week', 'campaign'] as const) {
        const rows = await ask(shop, `by=${by}&from=2026-01-07&to=2026-02-12`);
        const asked = people.filter(({ at }) => dayOf(at) >= '2026-01-07' && dayOf(at) <= '2026-02-12');
        const nameOf = ({ at, brought }: (typeof people)[number]) =>
          by === 'campaign' ? brought.campaign : dayOf(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS);
        assert.equal(rows.length, new Set(asked.map(nameOf)).size);
        for (const row of rows) {
          const own = asked.filter((person) => nameOf(person) === (by === 'campaign' ? row.campaign : row.week));
          assert.equal(row.installs, own.length);
          for (const number of [1, 7, 30] as const) {
            const old = own.filter(({ at }) => Date.parse(dayOf(at)) + (number + 1) * DAY_MS <= shop.clock.now);
            const bought = old.filter(({ at, boughtAt }) => boughtAt !== null && boughtAt < at + number * DAY_MS);
            const name = `d${number}` as const;
            assert.equal(row.oldEnough[name], old.length, `${by} ${now} ${name}`);
            assert.equal(row.buyers[name], old.length === 0 ? null : bought.length);
            const euros = bought.length === 0 ? [] : [{ currency: 'EUR', sum: String(3 * bought.length) }];
            assert.deepEqual(row.revenue[name], old.length === 0 ? null : euros);
            const came = old.filter(({ returned }) => returned.includes(number)).length;
            assert.equal(row.returned?.[name], old.length === 0 ? null : came);
          }
        }
      }
    }
  });

  test('say nothing of who came back to an app that logs nothing', async () => {
    const shop = await openWith([install(FIRST, letter)]);
    const [row] = await ask(shop, 'from=2026-01-01&to=2026-01-31');
    assert.deepEqual([row?.installs, row?.returned], [1, null]);
  });

  test('take no other breakdown, filter or time zone', async () => {
    const shop = await openShop(opened.database);
    for (const query of [
      'by=link',
      'by=month',
      'platform=ios',
      'timezone=UTC',
      'from=2026-02-01&to=2026-01-01',
      'from=2024-01-01&to=2026-01-01',
    ]) {
      assert.equal((await shop.callAsOwner(`/api/cohorts?${query}`)).status, 400, query);
    }
  });
});
