import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { forgetOldRows } from '../../../src/operations/retention.ts';
import { changeApp } from '../../../src/operations/apps.ts';
import { openDatabase } from '../../../src/server/openDatabase.ts';
import { noteStoreTap } from '../../../src/storage/facts/clicks.ts';
import type { Database, Queries } from '../../../src/storage/base/Database.ts';
import {
  AUDIENCES,
  COHORT_DAYS,
  COUNT,
  ORIGINS,
  TOUCHES,
  type Dimension,
} from '../../../src/storage/counts/figures.ts';
import { COUNTS } from '../../../src/values/definitions.ts';
import { proveDay } from '../../../src/operations/proveDays.ts';
import { foldDeltas } from '../../../src/storage/counts/foldDeltas.ts';
import { readCohorts } from '../../../src/storage/counts/readCohorts.ts';
import {
  readQuarters,
  readRollups,
  type Attribution,
  type RollupRow,
} from '../../../src/storage/counts/readRollups.ts';
import { readZones } from '../../../src/storage/counts/zones.ts';
import { rowsOf } from '../../../src/storage/base/query.ts';
import { joinCalendars } from '../../../src/values/days.ts';
import { EVENT_NAMES } from '../../../src/values/eventNames.ts';
import { readMicros } from '../../../src/values/micros.ts';
import { IN_APP_AGENTS } from '../../support/inAppAgents.ts';
import { onEachDatabase, onPostgres } from '../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../support/openShop.ts';
import { iphone, pixel, type Phone } from '../../support/phones.ts';

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

type Values = Partial<Record<Dimension, string | null>>;

/** One thing that counts: when, under which values, and how much of what. */
interface Fact {
  at: number;
  day: string;
  origin: Values;
  brought: Values;
  who: Values;
  /** What the event is called. */
  name?: string;
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

/** Who made each click, by its id. */
type People = Map<string, Values>;

const nobody = (platform: string | null = null) => ({ platform, system: null, browser: null, country: null });

/** Who it is of whom only the app knows something. */
const ofPlatform = (platform: string | null | undefined) =>
  nobody(platform === 'ios' || platform === 'android' ? platform : null);

/** Every fact of the stored rows, looked at one by one. */
function factsOf(raw: Raw, dayOf: (time: number) => string, attributionDays: number, people: People): Fact[] {
  const facts: Fact[] = [];
  const installs = new Map(raw.installs.map((row) => [row.id, row]));
  // The click of somebody who was deleted has another id, and nothing is known of it.
  const whoClicked = (id: string | null | undefined) => people.get(id ?? '') ?? nobody();
  const whoInstalled = (install: Row | undefined) => whoClicked(install?.click_id);
  const add = (at: number, figure: string, fact: Partial<Fact> = {}) => {
    const whole = {
      at,
      day: dayOf(at),
      origin: NO_ORIGIN,
      brought: NO_ORIGIN,
      who: nobody(),
      unit: COUNT,
      value: 1n,
      ...fact,
      figure,
    };
    facts.push({ ...whole, brought: fact.brought ?? whole.origin });
  };
  for (const row of raw.clicks) {
    const fact = { origin: originOf(row), who: whoClicked(row.id) };
    add(time(row.created_at), 'clicks', fact);
    if (Number(row.visitor) & 1) add(time(row.created_at), 'visitors', fact);
    if (Number(row.visitor) & 2) add(time(row.created_at), 'link_visitors', fact);
    if (row.store_tapped_at != null) add(time(row.created_at), 'store_taps', fact);
  }
  for (const row of raw.opens) {
    // Nothing is known of who opened a link before the match, and that stays so.
    const who = row.audience === null ? nobody() : whoInstalled(installs.get(row.install_id));
    add(time(row.opened_at), 'opens', { origin: originOf(row), who });
  }
  const days = (one: string, other: string) => (Date.parse(other) - Date.parse(one)) / DAY_MS;
  for (const row of raw.installs) {
    const at = time(row.matched_at);
    const install = { id: row.id ?? '', at, day: dayOf(at) };
    add(at, 'installs', { origin: originOf(row), who: whoInstalled(row), install });
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
    add(time(first.attempted_at), first.outcome === 'no_match' ? 'without_link' : 'unsure', {
      who: ofPlatform(first.platform),
    });
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
      who: isOwn ? whoInstalled(install) : ofPlatform(event.platform),
      name: event.name ?? '',
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
      const { name: _, ...buyer } = fact;
      const whole = { at, day: dayOf(at), figure: 'buyers', unit: COUNT, value: 1n, ...buyer, id: event.id ?? '' };
      if (isFirst) purchases.set(event.install_id ?? '', whole);
    }
  }
  facts.push(...purchases.values());
  for (const { install, brought, who } of purchases.values()) {
    if (install) add(install.at, 'bought', { origin: brought, who });
  }
  return facts;
}

type Sums = Map<string, bigint>;

function sum(entries: readonly (readonly [string, bigint])[]): [string, bigint][] {
  const sums: Sums = new Map();
  for (const [key, value] of entries) sums.set(key, (sums.get(key) ?? 0n) + value);
  return [...sums].filter(([, value]) => value !== 0n).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Visitors count once a day, and where links are told apart once a day and link. */
function visitorsBy(by: Dimension | null): string {
  return by === null || (AUDIENCES as readonly Dimension[]).includes(by) ? 'visitors' : 'link_visitors';
}

const scaled = (unit: string, text: string) => (unit === COUNT ? BigInt(text) : readMicros(text));

/** Every report, as a naive count and as roll-ups have it. */
async function compare(queries: Queries, appId: string, facts: readonly Fact[]): Promise<void> {
  const plain = facts.filter(({ figure }) => !figure.startsWith('returned'));
  for (const attribution of ['last', 'brought'] as const satisfies readonly Attribution[]) {
    const side = attribution === 'last' ? 'origin' : 'brought';
    for (const by of [null, ...ORIGINS, ...AUDIENCES, 'event'] as const) {
      const countedBy = plain.flatMap((fact) => {
        const { figure, name } = fact;
        if (by === 'event') return name === undefined ? [] : [{ ...fact, value: name, n: fact.value }];
        const isVisitors = figure === 'visitors' || figure === 'link_visitors';
        if (isVisitors && figure !== visitorsBy(by)) return [];
        const value = by === null ? null : { ...fact[side], ...fact.who }[by];
        return [{ ...fact, figure: isVisitors ? 'visitors' : figure, value, n: fact.value }];
      });
      for (const isByDay of [true, false]) {
        const rows = await readRollups(queries, { appId, ...RANGE, attribution, isByDay, by, filters: {} });
        const actual = rows.flatMap(({ day, value, unit, figures }) =>
          Object.entries(figures).map(
            ([figure, text]) => [`${day} ${value} ${figure} ${unit}`, scaled(unit, text)] as const
          )
        );
        const expected = countedBy.map(
          ({ day, value, figure, unit, n }) => [`${isByDay ? day : null} ${value} ${figure} ${unit}`, n] as const
        );
        assert.deepEqual(sum(actual), sum(expected), `${attribution} by ${by} and ${isByDay ? 'day' : 'range'}`);
      }
    }
    const spans = await readQuarters(queries, {
      appId,
      starts: [new Date(`${RANGE.from}T00:00:00Z`)],
      end: new Date(`${RANGE.to}T00:00:00Z`),
      attribution,
    });
    const actual = spans.flatMap(({ isLinked, unit, figures }) =>
      Object.entries(figures).map(([figure, text]) => [`${isLinked} ${figure} ${unit}`, scaled(unit, text)] as const)
    );
    const expected = plain
      .filter(({ figure }) => figure !== 'link_visitors')
      .map((fact) => [`${fact[side].link !== null} ${fact.figure} ${fact.unit}`, fact.value] as const);
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
  assert.deepEqual(sum(actual), sum(expected), 'cohorts');
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

const INSTAGRAM = IN_APP_AGENTS.Instagram?.ios ?? '';
const PC =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
const PHONES: readonly { phone: Phone; who: Values }[] = [
  { phone: iphone, who: { platform: 'ios', system: 'iOS 17', browser: 'Safari', country: 'DE' } },
  { phone: pixel, who: { platform: 'android', system: null, browser: 'Chrome', country: null } },
  {
    phone: { ...iphone, address: '198.51.100.8', browser: { ...iphone.browser, userAgent: INSTAGRAM } },
    who: { platform: 'ios', system: 'iOS 26', browser: 'Instagram', country: 'IN' },
  },
  {
    phone: { ...pixel, address: '198.51.100.9', browser: { ...pixel.browser, userAgent: PC } },
    who: { platform: 'other', system: 'Windows', browser: 'Chrome', country: null },
  },
];
/** The others’ countries are unknown. */
const COUNTRIES: Readonly<Record<string, string>> = { '203.0.113.7': 'DE', '198.51.100.8': 'IN' };
const COUNTRY_SOURCES = { header: null, ofAddress: (address: string) => COUNTRIES[address] ?? null };

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
const platform = fc.constantFrom('ios', 'android', undefined);
const EVENTS_OF_HISTORIES = ['purchase', 'refund', 'login', 'other'] as const;
const name = fc.constantFrom('purchase', 'refund', 'login', 'level_reached', 'level_lost');
const money = fc.record({
  total: fc.integer({ min: -500, max: 500 }),
  currency: fc.constantFrom('EUR', 'USD', undefined),
});

const person = fc.constantFrom(...PHONES);

const step = fc.oneof(
  // Random steps seldom meet: a match needs a click of the hours before it, and a buyer a match.
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('install' as const),
      link,
      at,
      person,
      device,
      isTapped: fc.boolean(),
      later: fc.constantFrom(1, MINUTE_MS, 12 * HOUR_MS),
      buysAfter: fc.option(fc.constantFrom(-DAY_MS, 0, HOUR_MS, 8 * DAY_MS)),
      money,
      platform,
      id: fc.nat(6),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('click' as const), link, at, person }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('tap' as const), click: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('match' as const), device, click: fc.nat(5), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('miss' as const), device, at, platform }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unsure' as const), device, at }) },
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
      platform,
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

interface Past {
  clicks: string[];
  people: People;
  /** The latest time of all; the clock of these tests goes back and forth. */
  latest: number;
  /** When each device last did something: its match doesn't come before that, so there the clock doesn't go back. */
  done: Map<string, number>;
}

const newPast = (): Past => ({ clicks: [], people: new Map(), latest: START, done: new Map() });

const EURO = { total: 1, currency: 'EUR' } as const;

/**
 * Begins with an event of somebody who is installed afterwards, by a clock that was set back: that is no return. Then
 * comes what random steps seldom meet, so each figure is in some history.
 */
function exampleOf(person: (typeof PHONES)[number]): Step[] {
  const log = { kind: 'log', device: 'device-2', name: 'login', money: EURO, late: 0, platform: 'ios' } as const;
  const install = { kind: 'install', device: 'device-2', link: 'summer', at: START, person, money: EURO } as const;
  return [
    { ...log, at: START + 30 * DAY_MS, id: 0 },
    { ...install, isTapped: true, later: 1, buysAfter: null, platform: 'ios', id: 1 },
    ...COHORT_DAYS.map((days, number): Step => ({ ...log, at: START + (30 + days) * DAY_MS, id: 2 + number })),
    { kind: 'send', device: 'device-2', at: START + 31 * DAY_MS, name: 'purchase', money: EURO, id: 5, renews: null },
    { ...log, name: 'refund', at: START + 31 * DAY_MS, id: 6 },
    { kind: 'miss', device: 'device-0', at: START, platform: 'android' },
    { kind: 'unsure', device: 'device-1', at: START },
    { kind: 'open', device: 'device-1', link: 'third', at: START + DAY_MS },
    { ...log, device: 'device-1', name: 'level_reached', at: START + DAY_MS, id: 7 },
  ];
}

async function take(each: Step, shop: Shop, queries: Queries, past: Past): Promise<void> {
  const { clicks } = past;
  const { id: appId } = shop.app;
  const codeOf = (wanted: string) => (wanted === 'third' ? `third-${appId}` : shop.codes[wanted as 'summer']);
  if ('at' in each) shop.clock.now = each.at;
  if (each.kind === 'match' || each.kind === 'unsure')
    shop.clock.now = Math.max(each.at, past.done.get(each.device) ?? each.at);
  past.latest = Math.max(past.latest, shop.clock.now + ('late' in each ? each.late : 0));
  if (each.kind === 'log' || each.kind === 'open')
    past.done.set(each.device, Math.max(each.at, past.done.get(each.device) ?? each.at));
  switch (each.kind) {
    case 'install':
      await take({ ...each, kind: 'click' }, shop, queries, past);
      if (each.isTapped) await take({ kind: 'tap', click: clicks.length - 1 }, shop, queries, past);
      await take({ ...each, kind: 'match', click: clicks.length - 1, at: each.at + each.later }, shop, queries, past);
      if (each.buysAfter !== null) {
        const purchase = { ...each, kind: 'log', name: 'purchase', at: each.at + each.buysAfter, late: 0 } as const;
        await take(purchase, shop, queries, past);
      }
      return;
    case 'click':
      clicks.push(await shop.click(codeOf(each.link), each.person.phone));
      past.people.set(clicks.at(-1) ?? '', each.person.who);
      return;
    case 'tap':
      await noteStoreTap(queries, appId, clicks[each.click] ?? '', new Date(shop.clock.now));
      return;
    case 'match':
      await shop.match({ clickId: clicks[each.click] ?? 'nobody’s' }, undefined, each.device);
      return;
    case 'miss':
      await shop.match({ clickId: 'nobody’s', platform: each.platform }, undefined, each.device);
      return;
    case 'unsure':
      for (const code of [shop.codes.summer, shop.codes.sneaker]) {
        clicks.push(await shop.click(code, iphone));
        past.people.set(clicks.at(-1) ?? '', PHONES[0]?.who ?? nobody());
      }
      await shop.matchPhone(iphone, {}, each.device);
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
      const { platform } = each;
      const body = {
        installId: each.device,
        platform,
        sentAt: new Date(each.at + each.late).toISOString(),
        events: [event],
      };
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
      await changeApp(queries, appId, { timeZone: each.zone }, { keyId: null, at: new Date(past.latest) });
      return;
    case 'fold':
      return foldDeltas(queries, appId, undefined, PIECE);
    case 'killed fold':
      await queries
        .transaction(async (transaction) => {
          await foldDeltas(transaction, appId, undefined, PIECE);
          throw new Error('killed');
        })
        .catch((error: unknown) => assert.equal((error as Error).message, 'killed'));
  }
}

/** What is stored of the app, counted naively by the days of its zones. */
async function count(queries: Queries, appId: string, attributionDays: number, people: People): Promise<Fact[]> {
  return factsOf(
    await readRaw(queries, appId),
    joinCalendars(await readZones(queries, appId)),
    attributionDays,
    people
  );
}

async function openWithThird(database: Database, change: Parameters<typeof openShop>[2] = {}): Promise<Shop> {
  const shop = await openShop(database, { countries: COUNTRY_SOURCES }, change);
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
    const met = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
        const shop = await openWithThird(opened.database, { attributionDays: 10 });
        const past = newPast();
        for (const each of steps) await take(each, shop, queries, past);
        const { id } = shop.app;
        for (const isFolded of [false, true]) {
          if (isFolded) await foldDeltas(queries, id);
          const facts = await count(queries, id, 10, past.people);
          await compare(queries, id, facts);
          for (const { figure } of facts) met.add(figure);
          for (const day of new Set(facts.map((fact) => fact.day)))
            assert.deepEqual(await proveDay(queries, id, day), []);
        }
      }),
      {
        numRuns: Number(process.env.ROLLUP_RUNS ?? numRuns),
        seed: 42,
        endOnFailure: true,
        examples: PHONES.slice(0, 1).map((person) => [exampleOf(person)]),
      }
    );
    const wanted = [
      ...TOUCHES,
      ...Object.values(COUNTS),
      ...EVENTS_OF_HISTORIES,
      ...COHORT_DAYS.map((days) => `returned_${days}`),
    ];
    for (const figure of wanted) assert.ok(met.has(figure), `No history has ${figure}.`);
  });

  test('stay when retention deletes what they counted', async () => {
    const { queries } = opened.database;
    const shop = await openWithThird(opened.database);
    const { id } = shop.app;
    const past = newPast();
    const log = {
      kind: 'log',
      device: 'device-0',
      name: 'purchase',
      money: { total: 5, currency: 'EUR' },
      late: 0,
      platform: 'ios',
    } as const;
    const [person] = PHONES;
    assert.ok(person);
    const steps: Step[] = [
      { kind: 'click', link: 'summer', at: START, person },
      { kind: 'match', device: 'device-0', click: 0, at: START + 1 },
      { ...log, at: START + DAY_MS, id: 1 },
      { kind: 'open', device: 'device-0', link: 'third', at: START + 2 * DAY_MS },
    ];
    for (const each of steps) await take(each, shop, queries, past);
    const facts = await count(queries, id, 30, past.people);
    await compare(queries, id, facts);
    await forgetOldRows(queries, START + 500 * DAY_MS, 400);
    assert.deepEqual(Object.values(await readRaw(queries, id)).flat(), []);
    await compare(queries, id, facts);
    // And so they do if the person is deleted, of whom nothing is left.
    await take({ kind: 'forget', device: 'device-0' }, shop, queries, past);
    await compare(queries, id, facts);
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
      const people: People = new Map();
      const folds = databases.map(async ({ queries }) => {
        for (let time = 0; time < 5; time += 1) await foldDeltas(queries, id);
      });
      await Promise.all(
        Array.from({ length: 60 }, async (_, number) => {
          const installId = `install-${number % 7}`;
          const person = PHONES[number % PHONES.length];
          assert.ok(person);
          const clickId = await shop.click(summer, person.phone);
          people.set(clickId, person.who);
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
        await compare(first.queries, id, await count(first.queries, id, 30, people));
        await Promise.all(databases.map(({ queries }) => foldDeltas(queries, id)));
      }
    } finally {
      await Promise.all(databases.map((database) => database.close()));
    }
  });
});
