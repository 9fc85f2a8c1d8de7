import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { addApp } from '../../../src/operations/apps.ts';
import type { Queries } from '../../../src/storage/base/Database.ts';
import { MAX_AUDIENCES_A_DAY, MAX_EVENT_NAMES_A_DAY } from '../../../src/storage/counts/figures.ts';
import { foldDeltas, listAppsToFold } from '../../../src/storage/counts/foldDeltas.ts';
import { readCohorts } from '../../../src/storage/counts/readCohorts.ts';
import { readQuarters, readRollups, viewOf, type RollupQuestion } from '../../../src/storage/counts/readRollups.ts';
import { onEachDatabase, onOneDatabase } from '../../support/onEachDatabase.ts';

interface Given {
  at: string;
  figure: string;
  n?: number;
  amount?: string;
  currency?: string;
  link?: string;
  campaign?: string;
  brought?: string;
  country?: string;
  installedAt?: string;
  name?: string;
}

const KEYED = {
  origin: 'origin_key(link, campaign, NULL, NULL)',
  brought: 'origin_key(brought, NULL, NULL, NULL)',
  audience: `audience_key('ios', NULL, NULL, country)`,
};

/** What statements that store facts append. */
async function append(queries: Queries, appId: string, given: readonly Given[]): Promise<void> {
  const rows = sql`json_to_recordset(${JSON.stringify(given)}::json) AS given (
    at timestamptz, figure text, n int, amount numeric, currency text, link text, campaign text, brought text,
    country text, "installedAt" timestamptz, name text)`;
  await queries.execute(sql`
    INSERT INTO rollup_keys (app_id, id, link, campaign, platform, country)
    SELECT ${appId}, ${sql.raw(KEYED.origin)}, link, campaign, NULL, NULL FROM ${rows} WHERE link IS NOT NULL
    UNION SELECT ${appId}, ${sql.raw(KEYED.brought)}, brought, NULL, NULL, NULL FROM ${rows} WHERE brought IS NOT NULL
    UNION SELECT ${appId}, ${sql.raw(KEYED.audience)}, NULL, NULL, 'ios', country FROM ${rows}
    ON CONFLICT DO NOTHING`);
  await queries.execute(sql`
    INSERT INTO deltas (app_id, at, installed_at, origin, brought, audience, figure, currency, n, amount, name)
    SELECT ${appId}, at, "installedAt", CASE WHEN link IS NOT NULL THEN ${sql.raw(KEYED.origin)} END,
      CASE WHEN brought IS NOT NULL THEN ${sql.raw(KEYED.brought)} END, ${sql.raw(KEYED.audience)},
      figure, currency, coalesce(n, 1), amount, name
    FROM ${rows}`);
}

async function openApp(queries: Queries, timeZone = 'UTC'): Promise<string> {
  const id = `app-${randomUUID().slice(0, 8)}`;
  await addApp(queries, { id, name: 'App', linkHosts: [], androidSha256: [], createdAt: new Date(0), timeZone });
  return id;
}

const YEAR = { from: '2026-01-01', to: '2026-12-31' };
const PLAIN = { ...YEAR, attribution: 'last', isByDay: false, by: null, filters: {} } as const;

onEachDatabase('roll-ups', (opened) => {
  /** The same before, between and after folding, because reports add what isn't folded yet. */
  async function always(appId: string, given: readonly Given[], check: () => Promise<void>) {
    const { queries } = opened.database;
    const half = Math.ceil(given.length / 2);
    await append(queries, appId, given.slice(0, half));
    await foldDeltas(queries, appId);
    await append(queries, appId, given.slice(half));
    await check();
    await foldDeltas(queries, appId);
    await check();
    await foldDeltas(queries, appId);
    await check();
  }

  const read = (appId: string, question: Partial<RollupQuestion>) =>
    readRollups(opened.database.queries, { appId, ...PLAIN, ...question });

  test('a number is the same before and after it is folded', async () => {
    const app = await openApp(opened.database.queries);
    await always(
      app,
      [
        { at: '2026-01-31T10:00:00Z', figure: 'clicks', link: 'a', campaign: 'x' },
        { at: '2026-02-01T10:00:00Z', figure: 'clicks', link: 'a', campaign: 'x' },
        { at: '2026-02-01T10:00:00Z', figure: 'clicks', link: 'b' },
        {
          at: '2026-02-02T10:00:00Z',
          figure: 'purchase',
          link: 'a',
          campaign: 'x',
          brought: 'b',
          amount: '9.9',
          currency: 'EUR',
        },
        {
          at: '2026-02-02T10:00:00Z',
          figure: 'refund',
          link: 'a',
          campaign: 'x',
          brought: 'b',
          amount: '-0.1',
          currency: 'EUR',
        },
        { at: '2026-02-02T10:00:00Z', figure: 'clicks', n: -1, link: 'b' },
      ],
      async () => {
        assert.deepEqual(await read(app, {}), [
          { day: null, value: null, unit: 'EUR', rank: null, figures: { refund: '-0.1', purchase: '9.9' } },
          { day: null, value: null, unit: 'count', rank: null, figures: { clicks: '2', refund: '1', purchase: '1' } },
        ]);
        const clicks = async (question: Partial<RollupQuestion>) =>
          (await read(app, question))
            .filter(({ unit, figures }) => unit === 'count' && figures.clicks)
            .map(({ day, value, figures }) => [day, value, figures.clicks]);
        assert.deepEqual(await clicks({ by: 'link', from: '2026-01-30' }), [[null, 'a', '2']]);
        assert.deepEqual(await clicks({ by: 'campaign' }), [[null, 'x', '2']]);
        assert.deepEqual(await clicks({ by: 'country', isByDay: true, filters: { campaign: ['x'] } }), [
          ['2026-01-31', null, '1'],
          ['2026-02-01', null, '1'],
        ]);
        const sales = async (attribution: 'brought' | 'last') =>
          (await read(app, { by: 'link', attribution })).filter(({ unit }) => unit === 'EUR').map(({ value }) => value);
        assert.deepEqual([await sales('last'), await sales('brought')], [['a'], ['b']]);
        const ranked = await read(app, {
          by: 'link',
          ranked: { order: { revenueIn: 'EUR' }, limit: 1, after: null },
        });
        assert.deepEqual(
          ranked.map(({ value, unit, rank }) => [value, unit, rank]),
          [
            ['a', 'EUR', '9.8'],
            ['a', 'count', '9.8'],
          ]
        );
      }
    );
  });

  test('days are days of the app’s time zone, and quarters serve every other one', async () => {
    const app = await openApp(opened.database.queries, 'Asia/Kathmandu');
    await always(
      app,
      [
        { at: '2026-03-01T18:14:59.999Z', figure: 'opens', link: 'a' },
        { at: '2026-03-01T18:15:00Z', figure: 'opens', link: 'a' },
        { at: '2026-03-01T18:29:59Z', figure: 'opens', link: 'a' },
        { at: '2026-03-01T18:30:00Z', figure: 'opens', link: 'a' },
      ],
      async () => {
        const days = await read(app, { isByDay: true });
        assert.deepEqual(
          days.map(({ day, figures }) => [day, figures.opens]),
          [
            ['2026-03-01', '1'],
            ['2026-03-02', '3'],
          ]
        );
        const kolkata = await readQuarters(opened.database.queries, {
          appId: app,
          starts: [new Date('2026-02-28T18:30:00Z'), new Date('2026-03-01T18:30:00Z')],
          end: new Date('2026-03-02T18:30:00Z'),
          attribution: 'last',
        });
        assert.deepEqual(
          kolkata.map(({ span, isLinked, figures }) => [span, isLinked, figures.opens]),
          [
            [0, true, '3'],
            [1, true, '1'],
          ]
        );
      }
    );
  });

  test('cohorts count by the day of the install', async () => {
    const { queries } = opened.database;
    const app = await openApp(queries);
    const installed = { installedAt: '2026-06-01T12:00:00Z', brought: 'a', link: 'b' };
    await always(
      app,
      [
        { at: '2026-06-01T12:00:00Z', figure: 'installs', installedAt: installed.installedAt, link: 'a' },
        { at: '2026-06-02T11:59:59Z', figure: 'buyers', ...installed },
        { at: '2026-06-02T11:59:59Z', figure: 'purchase', amount: '5', currency: 'EUR', ...installed },
        { at: '2026-06-08T11:59:59Z', figure: 'purchase', amount: '2', currency: 'EUR', ...installed },
        { at: '2026-06-08T12:00:00Z', figure: 'refund', amount: '-1', currency: 'EUR', ...installed },
        { at: '2026-06-02T11:59:59Z', figure: 'returned_1', ...installed },
      ],
      async () => {
        const expected = [
          { unit: 'EUR', figures: { revenue_1: '5', revenue_7: '7', revenue_30: '6' } },
          { unit: 'count', figures: { installs: '1', buyers_1: '1', buyers_7: '1', buyers_30: '1', returned_1: '1' } },
        ];
        const cohorts = await readCohorts(queries, { appId: app, ...YEAR, by: 'day', filters: {} });
        assert.deepEqual(
          cohorts,
          expected.map((row) => ({ day: '2026-06-01', value: null, ...row }))
        );
        const byLink = await readCohorts(queries, { appId: app, ...YEAR, by: 'link', filters: { link: ['a'] } });
        assert.deepEqual(
          byLink,
          expected.map((row) => ({ day: null, value: 'a', ...row }))
        );
      }
    );
  });

  test('apps that have nothing to fold are left alone', async () => {
    const { queries } = opened.database;
    const app = await openApp(queries);
    assert.ok(!(await listAppsToFold(queries)).includes(app));
    await append(queries, app, [{ at: '2026-05-05T12:00:00Z', figure: 'clicks' }]);
    assert.ok((await listAppsToFold(queries)).includes(app));
    await foldDeltas(queries, app);
    assert.ok(!(await listAppsToFold(queries)).includes(app));
  });

  test('a backlog of several pieces is folded to its end', async () => {
    const { queries } = opened.database;
    const app = await openApp(queries);
    const clicks = [1, 2, 3, 4, 5].map((hour) => ({ at: `2026-05-05T0${hour}:00:00Z`, figure: 'clicks' as const }));
    await append(queries, app, clicks);
    await foldDeltas(queries, app, undefined, 2);
    assert.ok(!(await listAppsToFold(queries)).includes(app));
  });

  test('a figure that only a newer instance knows is left to it', async () => {
    const { queries } = opened.database;
    const app = await openApp(queries);
    const at = '2026-05-05T12:00:00Z';
    await append(queries, app, [
      { at, figure: 'clicks' },
      { at, figure: 'waves' },
    ]);
    await foldDeltas(queries, app);
    assert.ok((await listAppsToFold(queries)).includes(app));
    const [row] = await readRollups(queries, { ...PLAIN, appId: app });
    assert.deepEqual(row?.figures, { clicks: '1' });
  });

  test('who somebody is can be asked with the campaign, and not with the link', () => {
    assert.equal(viewOf([]), 'total');
    assert.equal(viewOf(['link']), 'origin');
    assert.equal(viewOf(['campaign']), 'campaign');
    assert.equal(viewOf(['campaign', 'source', 'link']), 'origin');
    assert.equal(viewOf(['campaign', 'country']), 'audience');
    assert.equal(viewOf(['link', 'country']), null);
    assert.equal(viewOf(['source', 'platform']), null);
  });
});

onOneDatabase('roll-ups of a full day', (opened) => {
  test('names of events share a row, but those of the library, and a minus goes where its plus went', async () => {
    const { queries } = opened.database;
    const app = await openApp(queries);
    const at = '2026-05-05T12:00:00Z';
    const logged = (number: number, n = 1): Given => ({ at, figure: 'other', name: `name_${number}`, n });
    const all = Array.from({ length: MAX_EVENT_NAMES_A_DAY + 30 }, (_, number) => logged(number));
    await append(queries, app, all.slice(0, -15));
    await foldDeltas(queries, app);
    await append(queries, app, [...all.slice(-15), { at, figure: 'login', name: 'login' }]);
    const byName = async () => {
      const rows = await readRollups(queries, { appId: app, ...PLAIN, by: 'event' });
      return new Map(rows.map(({ value, figures }) => [value, Number(figures.other ?? figures.login)]));
    };
    const before = await byName();
    assert.equal(before.get('other events'), 30);
    assert.equal(before.get('login'), 1);
    assert.equal(before.size, MAX_EVENT_NAMES_A_DAY + 2);
    await foldDeltas(queries, app);
    assert.deepEqual(await byName(), before);
    const taken = all.map((_, number) => logged(number, -1));
    await append(queries, app, [...taken, { at, figure: 'login', name: 'login', n: -1 }]);
    for (const isFolded of [false, true]) {
      if (isFolded) await foldDeltas(queries, app);
      assert.deepEqual(await byName(), new Map());
    }
  });

  test('on a full day countries become other, and a minus goes to the row that its plus went to', async () => {
    const { queries } = opened.database;
    const app = await openApp(queries);
    const at = '2026-05-05T12:00:00Z';
    const click = (number: number, n = 1): Given => ({ at, figure: 'clicks', link: 'a', country: `c${number}`, n });
    const all = Array.from({ length: MAX_AUDIENCES_A_DAY + 30 }, (_, number) => click(number));
    await append(queries, app, all.slice(0, -15));
    await foldDeltas(queries, app);
    await append(queries, app, all.slice(-15));
    await foldDeltas(queries, app);
    const byCountry = async () => {
      const rows = await readRollups(queries, { appId: app, ...PLAIN, by: 'country', filters: { platform: ['ios'] } });
      return new Map(rows.map(({ value, figures }) => [value, Number(figures.clicks ?? 0)]));
    };
    const before = await byCountry();
    assert.equal(before.get('other'), 30);
    assert.equal(before.size, MAX_AUDIENCES_A_DAY + 1);
    // Alone, a country always counts.
    assert.equal(
      (await readRollups(queries, { appId: app, ...PLAIN, by: 'country' })).length,
      MAX_AUDIENCES_A_DAY + 30
    );
    await append(
      queries,
      app,
      all.map((_, number) => click(number, -1))
    );
    for (const isFolded of [false, true]) {
      if (isFolded) await foldDeltas(queries, app);
      assert.deepEqual(await byCountry(), new Map());
    }
  });
});
