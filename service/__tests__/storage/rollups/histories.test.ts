import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { forgetOldRows } from '../../../src/operations/retention.ts';
import { changeApp } from '../../../src/operations/apps.ts';
import { openDatabase } from '../../../src/server/openDatabase.ts';
import { noteStoreTap } from '../../../src/storage/clicks.ts';
import type { Queries } from '../../../src/storage/Database.ts';
import { COHORT_DAYS, COUNT, DIMENSIONS, type Dimension } from '../../../src/storage/rollups/figures.ts';
import { foldDeltas, followTimeZone } from '../../../src/storage/rollups/foldDeltas.ts';
import { readCohorts } from '../../../src/storage/rollups/readCohorts.ts';
import {
  readQuarters,
  readRollups,
  type Attribution,
  type RollupRow,
} from '../../../src/storage/rollups/readRollups.ts';
import { rowsOf } from '../../../src/storage/rowsOf.ts';
import { createCalendar } from '../../../src/values/days.ts';
import { EVENT_NAMES } from '../../../src/values/eventNames.ts';
import { readMicros } from '../../../src/values/micros.ts';
import { onEachDatabase, onPostgres } from '../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../support/openShop.ts';
import { iphone, pixel } from '../../support/phones.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const START = Date.parse('2026-01-10T12:00:00Z');
const RANGE = { from: '2025-09-01', to: '2026-09-01' };
/** Few days of a month, and nearly all of one. */
const PARTS_OF_MONTHS = [
  { from: '2025-12-20', to: '2026-01-10' },
  { from: '2026-01-03', to: '2026-01-30' },
];

type Row = Record<string, string | null>;

interface Raw {
  clicks: Row[];
  installs: Row[];
  opens: Row[];
  events: Row[];
  attempts: Row[];
}

const TABLES = { clicks: 'clicks', installs: 'installs', opens: 'opens', events: 'events', attempts: 'match_attempts' };

async function readRaw(queries: Queries, appId: string): Promise<Raw> {
  const raw = {} as Raw;
  for (const [name, table] of Object.entries(TABLES)) {
    const rows = await queries.execute(
      sql`SELECT row_to_json(t) AS row FROM ${sql.identifier(table)} AS t WHERE app_id = ${appId}`
    );
    raw[name as keyof Raw] = rowsOf<{ row: Row }>(rows).map(({ row }) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value === null ? null : String(value)]))
    );
  }
  return raw;
}

/** One thing that counts: when, under which values, and how much of what. */
interface Fact {
  at: number;
  day: string;
  origin: Partial<Record<Dimension, string | null>>;
  brought: Partial<Record<Dimension, string | null>>;
  figure: string;
  unit: string;
  value: bigint;
  install?: { id: string; at: number; day: string };
}

const time = (text: string | null | undefined) => Date.parse(text ?? '');
const originOf = (row: Row | undefined) => ({
  link: row?.code ?? null,
  campaign: row?.campaign ?? null,
  source: row?.source ?? null,
  medium: row?.medium ?? null,
});
const NO_ORIGIN = originOf(undefined);

/** Every fact of the stored rows, looked at one by one. */
function factsOf(raw: Raw, zone: string, attributionDays: number): Fact[] {
  const dayOf = createCalendar(zone);
  assert.ok(dayOf);
  const facts: Fact[] = [];
  const installs = new Map(raw.installs.map((row) => [row.id, row]));
  const add = (at: number, figure: string, fact: Partial<Fact> = {}) => {
    const whole = {
      at,
      day: dayOf(at),
      origin: NO_ORIGIN,
      brought: NO_ORIGIN,
      unit: COUNT,
      value: 1n,
      ...fact,
      figure,
    };
    facts.push({ ...whole, brought: fact.brought ?? whole.origin });
  };
  for (const row of raw.clicks) {
    const fact = { origin: originOf(row) };
    add(time(row.created_at), 'clicks', fact);
    if (Number(row.visitor) & 1) add(time(row.created_at), 'visitors', fact);
    if (row.store_tapped_at != null) add(time(row.created_at), 'store_taps', fact);
  }
  for (const row of raw.opens) add(time(row.opened_at), 'opens', { origin: originOf(row) });
  const days = (one: string, other: string) => (Date.parse(other) - Date.parse(one)) / DAY_MS;
  for (const row of raw.installs) {
    const at = time(row.matched_at);
    const install = { id: row.id ?? '', at, day: dayOf(at) };
    add(at, 'installs', { origin: originOf(row), install });
    const seen = [
      ...raw.events
        .filter(({ install_id: id, platform }) => id === row.id && platform !== 'server')
        .map((event) => time(event.occurred_at)),
      ...raw.opens.filter(({ install_id: id }) => id === row.id).map((open) => time(open.opened_at)),
    ];
    for (const after of COHORT_DAYS) {
      if (seen.some((each) => days(install.day, dayOf(each)) === after)) {
        add(at, `returned_${after}`, { origin: originOf(row), install });
      }
    }
  }
  const failed = new Map<string, Row[]>();
  for (const row of raw.attempts.filter(({ outcome }) => outcome !== 'matched')) {
    failed.set(row.install_id ?? '', [...(failed.get(row.install_id ?? '') ?? []), row]);
  }
  for (const [id, rows] of failed) {
    if (installs.has(id)) continue;
    // The first that was stored; the clock of these tests goes back and forth.
    const [first, ...others] = rows.filter((row) => row.counted_as !== null);
    assert.ok(first && others.length === 0);
    add(time(first.attempted_at), first.outcome === 'no_match' ? 'without_link' : 'unsure');
  }
  const purchases = new Map<string, Fact & { id: string }>();
  const lastLink = (event: Row): Row | undefined => {
    const at = time(event.occurred_at);
    const install = installs.get(event.install_id ?? '');
    const touches = [
      ...raw.opens
        .filter(({ install_id: id }) => id === event.install_id)
        .map((row) => ({ row, at: time(row.opened_at), until: time(row.opened_at) })),
      ...(install ? [{ row: install, at: time(install.since), until: time(install.matched_at) }] : []),
    ].filter((touch) => touch.at <= at && touch.until > at - attributionDays * DAY_MS);
    return touches.sort(
      (one, other) => other.at - one.at || ((one.row.code ?? '') < (other.row.code ?? '') ? 1 : -1)
    )[0]?.row;
  };
  for (const event of raw.events) {
    const at = time(event.occurred_at);
    const install = installs.get(event.install_id ?? '');
    const isOwn = install && at >= time(install.since);
    const fact = {
      origin: originOf(lastLink(event)),
      brought: isOwn ? originOf(install) : NO_ORIGIN,
      ...(isOwn
        ? { install: { id: install.id ?? '', at: time(install.matched_at), day: dayOf(time(install.matched_at)) } }
        : {}),
    };
    const name = (EVENT_NAMES as readonly (string | null)[]).includes(event.name ?? null)
      ? (event.name ?? '')
      : 'other';
    const isConfirmed = event.platform === 'server' && (name === 'purchase' || name === 'refund');
    add(at, name, fact);
    if (isConfirmed && name === 'purchase') add(at, 'confirmed', fact);
    if (event.amount != null) {
      const micros = readMicros(event.amount);
      const size = micros < 0n ? -micros : micros;
      const money = { ...fact, unit: event.currency ?? '', value: name === 'refund' ? -size : micros };
      add(at, name, money);
      if (isConfirmed) add(at, 'confirmed', money);
    }
    if (name === 'purchase' && event.install_id !== null) {
      const first = purchases.get(event.install_id ?? '');
      const isFirst = !first || at < first.at || (at === first.at && (event.id ?? '') < first.id);
      const whole = { at, day: dayOf(at), figure: 'buyers', unit: COUNT, value: 1n, ...fact, id: event.id ?? '' };
      if (isFirst) purchases.set(event.install_id ?? '', whole);
    }
  }
  facts.push(...purchases.values());
  for (const { install, brought } of purchases.values()) if (install) add(install.at, 'bought', { origin: brought });
  return facts;
}

type Sums = Map<string, bigint>;

function sum(entries: readonly (readonly [string, bigint])[]): [string, bigint][] {
  const sums: Sums = new Map();
  for (const [key, value] of entries) sums.set(key, (sums.get(key) ?? 0n) + value);
  return [...sums].filter(([, value]) => value !== 0n).sort(([one], [other]) => (one < other ? -1 : 1));
}

const scaled = (unit: string, text: string) => (unit === COUNT ? BigInt(text) : readMicros(text));

/** Every report, as a naive count and as roll-ups have it. */
async function compare(queries: Queries, appId: string, facts: readonly Fact[], zone: string): Promise<void> {
  const plain = facts.filter(({ figure }) => !figure.startsWith('returned'));
  for (const attribution of ['last', 'brought'] as const satisfies readonly Attribution[]) {
    const side = attribution === 'last' ? 'origin' : 'brought';
    for (const by of [null, 'link', 'campaign', 'source'] as const) {
      for (const isByDay of [true, false]) {
        const rows = await readRollups(queries, { appId, ...RANGE, attribution, isByDay, by, filters: {} });
        const actual = rows.flatMap(({ day, value, unit, figures }) =>
          Object.entries(figures)
            .filter(([figure]) => figure !== 'visitors' || by === null)
            .map(([figure, text]) => [`${day} ${value} ${figure} ${unit}`, scaled(unit, text)] as const)
        );
        const expected = plain
          .filter(({ figure }) => figure !== 'visitors' || by === null)
          .map((fact) => {
            const key = `${isByDay ? fact.day : null} ${by ? fact[side][by] : null} ${fact.figure} ${fact.unit}`;
            return [key, fact.value] as const;
          });
        assert.deepEqual(
          sum(actual),
          sum(expected),
          `${attribution} by ${by} and ${isByDay ? 'day' : 'range'} in ${zone}`
        );
      }
    }
    // Every breakdown adds up to the total.
    const totalOf = async (by: Dimension | null) => {
      const rows = await readRollups(queries, { appId, ...RANGE, attribution, isByDay: false, by, filters: {} });
      return sum(
        rows.flatMap(({ unit, figures }) =>
          Object.entries(figures)
            .filter(([figure]) => figure !== 'visitors')
            .map(([figure, text]) => [`${figure} ${unit}`, scaled(unit, text)] as const)
        )
      );
    };
    const total = await totalOf(null);
    for (const by of DIMENSIONS) assert.deepEqual(await totalOf(by), total, `${attribution} by ${by}`);
    const spans = await readQuarters(queries, {
      appId,
      starts: [new Date(`${RANGE.from}T00:00:00Z`)],
      end: new Date(`${RANGE.to}T00:00:00Z`),
      attribution,
    });
    const actual = spans.flatMap(({ isLinked, unit, figures }) =>
      Object.entries(figures).map(([figure, text]) => [`${isLinked} ${figure} ${unit}`, scaled(unit, text)] as const)
    );
    const expected = plain.map(
      (fact) => [`${fact[side].link !== null} ${fact.figure} ${fact.unit}`, fact.value] as const
    );
    assert.deepEqual(sum(actual), sum(expected), `quarters, ${attribution}`);
  }
  const cohorts = await readCohorts(queries, { appId, ...RANGE, by: 'day', filters: {} });
  const actual = cohorts.flatMap(({ day, unit, figures }) =>
    Object.entries(figures).map(([figure, text]) => [`${day} ${figure} ${unit}`, scaled(unit, text)] as const)
  );
  const expected = facts.flatMap(({ figure, unit, value, at, install }): [string, bigint][] => {
    if (!install) return [];
    if (figure === 'installs' || figure.startsWith('returned')) return [[`${install.day} ${figure} ${unit}`, value]];
    const isRevenue = (figure === 'purchase' || figure === 'refund') && unit !== COUNT;
    if (figure !== 'buyers' && !isRevenue) return [];
    return COHORT_DAYS.filter((days) => at < install.at + days * DAY_MS).map((days) => [
      `${install.day} ${isRevenue ? 'revenue' : 'buyers'}_${days} ${unit}`,
      value,
    ]);
  });
  assert.deepEqual(sum(actual), sum(expected), `cohorts in ${zone}`);
  // Without days, most of a range is read by months.
  for (const range of [RANGE, ...PARTS_OF_MONTHS]) {
    const byValue = (rows: readonly Pick<RollupRow, 'value' | 'unit' | 'figures'>[]) =>
      sum(
        rows.flatMap(({ value, unit, figures }) =>
          Object.entries(figures).map(([figure, text]) => [`${value} ${figure} ${unit}`, scaled(unit, text)] as const)
        )
      );
    const question = { appId, ...range, attribution: 'last', by: 'link', filters: {} } as const;
    assert.deepEqual(
      byValue(await readRollups(queries, { ...question, isByDay: false })),
      byValue(await readRollups(queries, { ...question, isByDay: true })),
      `links from ${range.from}`
    );
    const cohortsBy = async (by: 'day' | 'campaign') =>
      byValue(
        (await readCohorts(queries, { appId, ...range, by, filters: {} })).map((row) => ({ ...row, value: null }))
      );
    assert.deepEqual(await cohortsBy('campaign'), await cohortsBy('day'), `cohorts from ${range.from}`);
  }
}

const DEVICES = 3;
const device = fc.nat(DEVICES - 1).map((number) => `device-${number}`);
const link = fc.constantFrom('sneaker', 'summer', 'third');
/** Often right at the edge of a day of some zone, or of days after an install. */
const at = fc
  .tuple(
    fc.constantFrom(0, 1, 2, 7, 8, 30, 31),
    fc.constantFrom(0, 1, -1, 6 * HOUR_MS + 15 * MINUTE_MS, 6.5 * HOUR_MS, 12 * HOUR_MS - 1)
  )
  .map(([days, offset]) => START + days * DAY_MS + offset);
const name = fc.constantFrom('purchase', 'refund', 'login', 'made_up');
const money = fc.record({
  total: fc.integer({ min: -500, max: 500 }),
  currency: fc.constantFrom('EUR', 'USD', undefined),
});

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('click' as const), link, at, isPixel: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('tap' as const), click: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('match' as const), device, click: fc.nat(5), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('miss' as const), device, at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('open' as const), device, link, at }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('log' as const),
      device,
      at,
      name,
      money,
      late: fc.constantFrom(0, DAY_MS, 40 * DAY_MS),
      id: fc.nat(6),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      device,
      at,
      name,
      money,
      id: fc.nat(6),
      renews: fc.option(fc.nat(6)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), device }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('campaign' as const), link, campaign: fc.constantFrom('x', 'y') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('zone' as const),
      zone: fc.constantFrom('UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns', 'Europe/Vienna'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fold' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('killed fold' as const) }) }
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** So few that short histories are folded in several pieces, too. */
const PIECE = 8;
const PIECES = { first: PIECE, most: 2 * PIECE };

async function take(each: Step, shop: Shop, queries: Queries, clicks: string[]): Promise<void> {
  const { id: appId } = shop.app;
  const codeOf = (wanted: string) => (wanted === 'third' ? `third-${appId}` : shop.codes[wanted as 'summer']);
  if ('at' in each) shop.clock.now = each.at;
  switch (each.kind) {
    case 'click':
      clicks.push(await shop.click(codeOf(each.link), each.isPixel ? pixel : iphone));
      return;
    case 'tap':
      await noteStoreTap(queries, appId, clicks[each.click] ?? '', new Date(shop.clock.now));
      return;
    case 'match':
      await shop.match({ clickId: clicks[each.click] ?? 'nobody’s' }, undefined, each.device);
      return;
    case 'miss':
      await shop.match({ clickId: 'nobody’s' }, undefined, each.device);
      return;
    case 'open':
      await shop.callAsApp('/api/link/resolve-short', {
        body: { url: `${shop.origin}/${codeOf(each.link)}` },
        headers: { 'x-install-id': each.device },
      });
      return;
    case 'log': {
      shop.clock.now = each.at + each.late;
      const event = {
        id: `id-${each.id}`,
        name: each.name,
        timestamp: new Date(each.at).toISOString(),
        data: each.money,
      };
      const body = { installId: each.device, sentAt: new Date(each.at + each.late).toISOString(), events: [event] };
      assert.equal((await shop.callAsApp('/api/link/events', { body })).status, 200);
      return;
    }
    case 'send': {
      const event = {
        id: `id-${each.id}`,
        installId: each.device,
        name: each.name,
        timestamp: new Date(each.at).toISOString(),
        data: each.money,
      };
      assert.equal((await shop.callAsOwner('/api/events', { body: { events: [event] } })).status, 200);
      return;
    }
    case 'forget':
      await shop.callAsOwner(`/api/installs/${each.device}`, { method: 'DELETE' });
      return;
    case 'campaign':
      await shop.callAsOwner(`/api/links/${codeOf(each.link)}`, { method: 'PATCH', body: { campaign: each.campaign } });
      return;
    case 'zone':
      await changeApp(queries, appId, { timeZone: each.zone });
      await followTimeZone(queries, appId, PIECE);
      return;
    case 'fold':
      return foldDeltas(queries, appId, undefined, PIECES);
    case 'killed fold':
      await queries
        .transaction(async (transaction) => {
          await foldDeltas(transaction, appId, undefined, PIECES);
          throw new Error('killed');
        })
        .catch((error: unknown) => assert.equal((error as Error).message, 'killed'));
  }
}

async function zoneOf(queries: Queries, appId: string): Promise<string> {
  const rows = await queries.execute(sql`SELECT coalesce(
    (SELECT time_zone FROM rollup_zones WHERE app_id = ${appId}), time_zone) AS zone FROM apps WHERE id = ${appId}`);
  return rowsOf<{ zone: string }>(rows)[0]?.zone ?? '';
}

async function openWithThird(...given: Parameters<typeof openShop>): Promise<Shop> {
  const shop = await openShop(...given);
  await shop.callAsOwner('/api/links', {
    body: { code: `third-${shop.app.id}`, destination: '/x?utm_campaign=z&utm_source=mail' },
  });
  return shop;
}

onEachDatabase('roll-ups of any history', (opened) => {
  test('equal a naive count over what is stored, before and after folding', async () => {
    const { queries, kind } = opened.database;
    // With both databases, the faster one has the longer search.
    const numRuns = kind === 'pglite' && process.env.DATABASE_URL ? 4 : 12;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
        const shop = await openWithThird(opened.database, {}, { attributionDays: 10 });
        const clicks: string[] = [];
        for (const each of steps) await take(each, shop, queries, clicks);
        const { id } = shop.app;
        for (const isFolded of [false, true]) {
          if (isFolded) await foldDeltas(queries, id);
          const zone = await zoneOf(queries, id);
          await compare(queries, id, factsOf(await readRaw(queries, id), zone, 10), zone);
        }
      }),
      { numRuns: Number(process.env.ROLLUP_RUNS ?? numRuns), seed: 42, endOnFailure: true }
    );
  });

  test('stay when retention deletes what they counted', async () => {
    const { queries } = opened.database;
    const shop = await openWithThird(opened.database);
    const { id } = shop.app;
    const clicks: string[] = [];
    const log = {
      kind: 'log',
      device: 'device-0',
      name: 'purchase',
      money: { total: 5, currency: 'EUR' },
      late: 0,
    } as const;
    const steps: Step[] = [
      { kind: 'click', link: 'summer', at: START, isPixel: false },
      { kind: 'match', device: 'device-0', click: 0, at: START + 1 },
      { ...log, at: START + DAY_MS, id: 1 },
      { kind: 'open', device: 'device-0', link: 'third', at: START + 2 * DAY_MS },
    ];
    for (const each of steps) await take(each, shop, queries, clicks);
    const facts = factsOf(await readRaw(queries, id), 'UTC', 30);
    await compare(queries, id, facts, 'UTC');
    await forgetOldRows(queries, START + 500 * DAY_MS, 400);
    assert.deepEqual(Object.values(await readRaw(queries, id)).flat(), []);
    await compare(queries, id, facts, 'UTC');
    // And so they do if the person is deleted, of whom nothing is left.
    await take({ kind: 'forget', device: 'device-0' }, shop, queries, clicks);
    await compare(queries, id, facts, 'UTC');
  });
});

onPostgres('roll-ups of several instances', (url) => {
  test('count everything once, though all of them store and fold at the same time', async () => {
    const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ url: url() })));
    const [first] = databases;
    assert.ok(first);
    try {
      const shop = await openWithThird(first);
      const { id } = shop.app;
      const { summer } = shop.codes;
      const folds = databases.map(async ({ queries }) => {
        for (let time = 0; time < 5; time += 1) await foldDeltas(queries, id);
      });
      await Promise.all(
        Array.from({ length: 60 }, async (_, number) => {
          const installId = `install-${number % 7}`;
          const clickId = await shop.click(summer, number % 2 ? pixel : iphone);
          if (number % 5 === 0) await shop.match({ clickId }, undefined, installId);
          const timestamp = new Date(shop.clock.now - number * HOUR_MS).toISOString();
          const events = [{ id: randomUUID(), name: 'purchase', timestamp, data: { total: number, currency: 'EUR' } }];
          await shop.callAsApp('/api/link/events', {
            body: { installId, sentAt: new Date(shop.clock.now).toISOString(), events },
          });
          if (number === 30) await shop.callAsOwner('/api/installs/install-3', { method: 'DELETE' });
        })
      );
      await Promise.all(folds);
      for (let round = 0; round < 2; round += 1) {
        await compare(first.queries, id, factsOf(await readRaw(first.queries, id), 'UTC', 30), 'UTC');
        await Promise.all(databases.map(({ queries }) => foldDeltas(queries, id)));
      }
    } finally {
      await Promise.all(databases.map((database) => database.close()));
    }
  });
});
