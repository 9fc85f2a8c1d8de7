import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appendFacts, type Fact, type From } from '../../../support/appendFacts.ts';
import { onEachDatabase } from '../../../support/onEachDatabase.ts';
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
  buyers: Record<'d1' | 'd7' | 'd30', number | null>;
  revenue: Record<'d1' | 'd7' | 'd30', { currency: string; sum: string }[] | null>;
  returned: Record<'d1' | 'd7' | 'd30', number | null> | null;
}

async function ask(shop: Shop, query: string): Promise<Row[]> {
  const response = await shop.callAsOwner(`/api/cohorts?${query}`);
  assert.equal(response.status, 200, await response.clone().text());
  return ((await response.json()) as { rows: Row[] }).rows;
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

onEachDatabase('cohorts', (opened) => {
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
    const [week] = await ask(shop, 'by=week&from=2026-01-05&to=2026-01-11');
    assert.equal(week?.buyers.d7, null);
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
