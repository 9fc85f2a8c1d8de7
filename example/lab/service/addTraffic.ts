import { countEverything } from '../../../service/__tests__/support/countEverything.ts';
import type { Queries } from '../../../service/src/storage/base/Database.ts';
import {
  clicksTable,
  eventsTable,
  installsTable,
  matchAttemptsTable,
  opensTable,
} from '../../../service/src/storage/schema/tables.ts';
import { NO_CAMPAIGN, pickCampaign, type Campaign } from '../../../service/src/values/campaign.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ROWS_AT_ONCE = 500;

const MODELS: readonly [device: 'iphone' | 'android', model: string | null, version: string][] = [
  ['iphone', null, '26.1'],
  ['iphone', null, '18.7'],
  ['android', 'Pixel 9', '16'],
  ['android', 'SM-S936B', '16'],
  ['android', null, '15'],
];

/** Browsers by device, and countries; the more often one stands here, the more visitors have it. */
const BROWSERS = {
  iphone: ['Safari', 'Safari', 'Safari', 'Instagram', 'Instagram', 'Chrome'],
  android: ['Chrome', 'Chrome', 'Chrome', 'Instagram', 'Samsung Internet', 'Facebook'],
} as const;
const COUNTRIES = ['DE', 'DE', 'DE', 'AT', 'AT', 'CH', 'FR', 'GB', 'IN'] as const;

/** How many go to the store and don't install. */
const TAPS_WITHOUT_INSTALL = 0.35;

/** How busy each hour of a day is: few are awake at four, most shop in the evening. */
const HOURS = [4, 2, 1, 1, 1, 2, 4, 6, 7, 7, 7, 8, 9, 8, 7, 7, 8, 9, 11, 13, 14, 13, 10, 7] as const;
const BUSIEST = Math.max(...HOURS);

/** How many come back so many days after they installed. */
const RETURNS: readonly [day: number, share: number][] = [
  [1, 0.24],
  [3, 0.15],
  [7, 0.13],
  [18, 0.08],
  [30, 0.07],
];

/** The same numbers in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function insertAll<Row>(rows: readonly Row[], insert: (part: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) await insert(rows.slice(start, start + ROWS_AT_ONCE));
}

interface Person {
  install: string;
  platform: 'ios' | 'android';
  /** Of the link that led here; null for none. */
  code: string | null;
}

export interface Traffic {
  appId: string;
  /** How much of the traffic each link gets, as parts of their sum. */
  links: readonly ({ code: string; share: number } & Partial<Campaign>)[];
  days: number;
  /** Nothing happens after this. */
  now: number;
}

/**
 * Makes up what happened in a shop: clicks, installs, opens and purchases, more of them on weekends and lately. The
 * same traffic comes out every time. No row has a network, so matching learns nothing from it.
 */
export async function addTraffic(queries: Queries, { appId, links, days, now }: Traffic): Promise<void> {
  const random = createRandom(5);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  // Another sequence, so that what happens doesn't depend on what is known about whom it happens to.
  const guess = createRandom(11);
  const guessOne = <Value>(values: readonly Value[]): Value => values[Math.floor(guess() * values.length)] as Value;
  const campaignOf = new Map(links.map((link) => [link.code, pickCampaign({ ...NO_CAMPAIGN, ...link })]));
  const codes = links.flatMap(({ code, share }) => Array.from({ length: share }, () => code));
  const clicks: (typeof clicksTable.$inferInsert)[] = [];
  const installs: (typeof installsTable.$inferInsert)[] = [];
  const attempts: (typeof matchAttemptsTable.$inferInsert)[] = [];
  const opens: (typeof opensTable.$inferInsert)[] = [];
  const events: (typeof eventsTable.$inferInsert)[] = [];

  const log = ({ install, platform, code }: Person, name: string, at: Date, amount: string | null = null) =>
    events.push({
      appId,
      id: `event-${events.length}`,
      position: events.length,
      installId: install,
      platform,
      name,
      loggedAt: at,
      receivedAt: at,
      occurredAt: at,
      code,
      amount,
      currency: amount === null ? null : random() < 0.8 ? 'EUR' : 'CHF',
    });

  const shop = (person: Person, at: number) => {
    const later = (minutes: number) => new Date(Math.min(now - 1_000, at + minutes * 60_000));
    if (random() < 0.3) log(person, 'sign_up', later(1));
    const views = Math.floor(random() * 4);
    for (let view = 0; view < views; view += 1) log(person, 'view_item', later(2 + view));
    if (views === 0 || random() > 0.45) return;
    log(person, 'add_to_cart', later(8));
    if (random() > 0.6) return;
    log(person, 'begin_checkout', later(10));
    if (random() > 0.7) return;
    log(person, 'purchase', later(12), (19.9 + Math.floor(random() * 12) * 10).toFixed(2));
    if (random() < 0.05) log(person, 'refund', later(600), '-29.90');
  };

  /** A moment of the day that begins then. */
  const timeAfter = (start: number) => {
    let at = start;
    do at = start + random() * DAY_MS;
    while (random() * BUSIEST > (HOURS[new Date(at).getUTCHours()] ?? 0));
    return at;
  };

  for (let day = days - 1; day >= 0; day -= 1) {
    const weekday = new Date(now - day * DAY_MS).getUTCDay();
    const rush = (weekday === 0 || weekday === 6 ? 1.5 : 1) * (0.5 + (days - day) / days) * (day === 9 ? 2.1 : 1);
    const count = Math.round((28 + random() * 14) * rush);
    for (let click = 0; click < count; click += 1) {
      const at = timeAfter(now - (day + 1) * DAY_MS);
      const code = pick(codes);
      const id = `${appId}-${clicks.length}`;
      const [device, model, systemVersion] = pick(MODELS);
      const isInstalled = random() < 0.34 && at < now - 400_000;
      const by = device === 'android' ? 'clickId' : random() < 0.6 ? 'clipboard' : 'fingerprint';
      const delayMs = 20_000 + random() * 340_000;
      const matchedAt = new Date(at + delayMs);
      clicks.push({
        id,
        appId,
        code,
        device,
        model,
        systemVersion,
        ...campaignOf.get(code),
        browser: guessOne(BROWSERS[device]),
        country: guessOne(COUNTRIES),
        createdAt: new Date(at),
        ...(guess() < TAPS_WITHOUT_INSTALL || isInstalled
          ? { storeTappedAt: new Date(Math.min(at + 9_000, now)) }
          : {}),
        ...(isInstalled ? { claimedAt: matchedAt, claimedBy: by } : {}),
      });
      if (!isInstalled) continue;
      const install = `m8x2k1-${installs.length.toString(16).padStart(4, '0')}`;
      const platform = device === 'android' ? 'android' : 'ios';
      const confidence = 0.9 + random() * 0.099;
      installs.push({
        appId,
        id: install,
        code,
        ...campaignOf.get(code),
        clickId: id,
        matchedBy: by,
        confidence: by === 'fingerprint' ? confidence : 1,
        matchedAt,
        since: new Date(at),
      });
      attempts.push({
        appId,
        attemptedAt: matchedAt,
        installId: install,
        platform,
        outcome: 'matched',
        matchedBy: by,
        confidence: by === 'fingerprint' ? confidence : null,
        delayMs,
      });
      const person: Person = { install, platform, code };
      shop(person, matchedAt.getTime());
      for (const [later, share] of RETURNS) {
        const again = timeAfter(Math.floor(matchedAt.getTime() / DAY_MS + later) * DAY_MS);
        if (again < now && random() < share) {
          log(person, 'view_item', new Date(again));
          shop(person, again);
        }
      }
      if (random() < 0.1 && at < now - 2 * DAY_MS) {
        const opened = pick(codes);
        const openedAt = new Date(at + DAY_MS);
        opens.push({ appId, installId: install, openedAt, code: opened, ...campaignOf.get(opened) });
      }
    }
    const others = Math.round(count * 0.2);
    for (let other = 0; other < others; other += 1) {
      const at = timeAfter(now - (day + 1) * DAY_MS);
      const kind = random();
      const install = `q4w9z0-${attempts.length.toString(16).padStart(4, '0')}`;
      const platform = random() < 0.5 ? 'ios' : 'android';
      attempts.push({
        appId,
        attemptedAt: new Date(at),
        installId: install,
        platform,
        outcome: kind < 0.84 ? 'no_match' : kind < 0.92 ? 'ambiguous_match' : 'low_confidence',
        confidence: kind < 0.84 ? null : 0.4 + random() * 0.4,
      });
      shop({ install, platform, code: null }, at);
    }
  }
  attempts.sort((one, other) => one.attemptedAt.getTime() - other.attemptedAt.getTime());

  await insertAll(clicks, (part) => queries.insert(clicksTable).values(part));
  await insertAll(installs, (part) => queries.insert(installsTable).values(part));
  await insertAll(attempts, (part) => queries.insert(matchAttemptsTable).values(part));
  await insertAll(opens, (part) => queries.insert(opensTable).values(part));
  await insertAll(events, (part) => queries.insert(eventsTable).values(part));
  await countEverything(queries, appId);
}
