import assert from 'node:assert/strict';
import { sql } from 'drizzle-orm';
import type { Queries } from '../../../src/storage/base/Database.ts';
import { rowsOf } from '../../../src/storage/base/query.ts';
import { AUDIENCES, COHORT_DAYS, COUNT, ORIGINS, type Dimension } from '../../../src/storage/counts/figures.ts';
import { readCohorts } from '../../../src/storage/counts/readCohorts.ts';
import {
  readQuarters,
  readRollups,
  type Attribution,
  type RollupRow,
} from '../../../src/storage/counts/readRollups.ts';
import { readZones } from '../../../src/storage/counts/zones.ts';
import { joinCalendars } from '../../../src/values/days.ts';
import { DAY_MS } from '../../../src/values/durations.ts';
import { EVENT_NAMES } from '../../../src/values/eventNames.ts';
import { readMicros } from '../../../src/values/micros.ts';

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

export async function readRaw(queries: Queries, appId: string): Promise<Raw> {
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

export type Values = Partial<Record<Dimension, string | null>>;

/** One thing that counts: when, under which values, and how much of what. */
export interface Fact {
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
export type People = Map<string, Values>;

export const nobody = (platform: string | null = null) => ({ platform, system: null, browser: null, country: null });

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
export async function compare(queries: Queries, appId: string, facts: readonly Fact[]): Promise<void> {
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
/** What is stored of the app, counted naively by the days of its zones. */
export async function count(queries: Queries, appId: string, attributionDays: number, people: People): Promise<Fact[]> {
  return factsOf(
    await readRaw(queries, appId),
    joinCalendars(await readZones(queries, appId)),
    attributionDays,
    people
  );
}
