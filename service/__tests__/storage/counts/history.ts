import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changeApp } from '../../../src/operations/apps.ts';
import type { Database, Queries } from '../../../src/storage/base/Database.ts';
import { COHORT_DAYS } from '../../../src/storage/counts/figures.ts';
import { foldDeltas } from '../../../src/storage/counts/foldDeltas.ts';
import { noteStoreTap } from '../../../src/storage/facts/clicks.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/values/durations.ts';
import { IN_APP_AGENTS } from '../../support/inAppAgents.ts';
import { openShop, type Shop } from '../../support/openShop.ts';
import { iphone, pixel, type Phone } from '../../support/phones.ts';
import { nobody, type People, type Values } from './naiveCount.ts';

export const START = Date.parse('2026-01-10T12:00:00Z');
const INSTAGRAM = IN_APP_AGENTS.Instagram?.ios ?? '';
const PC =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
export const PHONES: readonly { phone: Phone; who: Values }[] = [
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
export const EVENTS_OF_HISTORIES = ['purchase', 'refund', 'login', 'other'] as const;
const name = fc.constantFrom('purchase', 'refund', 'login', 'level_reached', 'level_lost');
const money = fc.record({
  total: fc.integer({ min: -500, max: 500 }),
  currency: fc.constantFrom('EUR', 'USD', undefined),
});

const person = fc.constantFrom(...PHONES);

export const step = fc.oneof(
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
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** So few that short histories are folded in several pieces, too. */
const PIECE = 8;

export interface Past {
  clicks: string[];
  people: People;
  /** The latest time of all; the clock of these tests goes back and forth. */
  latest: number;
  /** When each device last did something: its match doesn't come before that, so there the clock doesn't go back. */
  done: Map<string, number>;
}

export const newPast = (): Past => ({ clicks: [], people: new Map(), latest: START, done: new Map() });

const EURO = { total: 1, currency: 'EUR' } as const;

/**
 * Begins with an event of somebody who is installed afterwards, by a clock that was set back: that is no return. Then
 * comes what random steps seldom meet, so each figure is in some history.
 */
export function exampleOf(person: (typeof PHONES)[number]): Step[] {
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

export async function takeStep(each: Step, shop: Shop, queries: Queries, past: Past): Promise<void> {
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
      await takeStep({ ...each, kind: 'click' }, shop, queries, past);
      if (each.isTapped) await takeStep({ kind: 'tap', click: clicks.length - 1 }, shop, queries, past);
      await takeStep(
        { ...each, kind: 'match', click: clicks.length - 1, at: each.at + each.later },
        shop,
        queries,
        past
      );
      if (each.buysAfter !== null) {
        const purchase = { ...each, kind: 'log', name: 'purchase', at: each.at + each.buysAfter, late: 0 } as const;
        await takeStep(purchase, shop, queries, past);
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
export async function openWithThird(database: Database, change: Parameters<typeof openShop>[2] = {}): Promise<Shop> {
  const shop = await openShop(database, { countries: COUNTRY_SOURCES }, change);
  await shop.callAsOwner('/api/links', {
    body: { code: `third-${shop.app.id}`, destination: '/x?utm_campaign=z&utm_source=mail' },
  });
  return shop;
}
