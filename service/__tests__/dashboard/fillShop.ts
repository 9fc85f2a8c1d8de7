import { addApp } from '../../src/operations/apps.ts';
import { countClicks } from '../../src/operations/countClicks.ts';
import type { Queries } from '../../src/storage/Database.ts';
import {
  clicksTable,
  eventsTable,
  installsTable,
  linksTable,
  matchAttemptsTable,
  opensTable,
} from '../../src/storage/tables.ts';

export const SHOP = { id: 'small-hours', name: 'Small Hours', secret: 'sk_small_hours', publishable: 'pk_small_hours' };

const HOST = 'go.smallhours.example';
const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 90;
const ROWS_AT_ONCE = 500;

/** Code, title, destination, and how much of the traffic it has. */
const LINKS: readonly [string, string | null, string, number][] = [
  ['autumn', 'Autumn sale', '/promo/AUTUMN10', 30],
  ['halo', 'Halo lamp, the one like a small eclipse', '/product/halo-lamp', 22],
  ['welcome', 'First order: 15 % off', '/promo/WELCOME15', 16],
  ['drift', 'Drift blanket is back', 'https://shop.smallhours.example/product/drift-blanket?ref=mail', 12],
  ['podcast', 'Night radio, episode 41', '/promo/RADIO', 8],
  ['mara', 'Mara’s story', '/product/dusk-candle?ref=mara', 6],
  ['window', 'Shop window, Lindengasse', '/store/lindengasse', 4],
  ['k3Fh8mPq', null, '/invite', 2],
];

const MODELS: readonly [device: 'iphone' | 'android', model: string | null, version: string][] = [
  ['iphone', null, '26.1'],
  ['iphone', null, '18.7'],
  ['android', 'Pixel 9', '16'],
  ['android', 'SM-S936B', '16'],
  ['android', null, '15'],
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

/** A shop in full swing: ninety days of clicks, installs and purchases, more of them on weekends and lately. */
export async function fillShop(queries: Queries, now: number): Promise<void> {
  const random = createRandom(7);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  await addApp(
    queries,
    {
      id: SHOP.id,
      name: SHOP.name,
      linkHosts: [HOST],
      iosAppId: 'TEAMID1234.example.smallhours',
      appStoreId: '1234567890',
      androidPackage: 'example.smallhours',
      androidSha256: [],
      scheme: 'smallhours',
      createdAt: new Date(now - DAYS * DAY_MS),
    },
    SHOP
  );
  await queries.insert(linksTable).values(
    LINKS.map(([code, title, destination], position) => ({
      code,
      appId: SHOP.id,
      destination,
      title,
      data: code === 'mara' ? JSON.stringify({ invitedBy: 'Mara', discount: 10 }) : null,
      createdAt: new Date(now - (position + 1) * 3 * DAY_MS),
      disabledAt: code === 'podcast' ? new Date(now - DAY_MS) : null,
      expiresAt: code === 'window' ? new Date(now - 2 * DAY_MS) : null,
    }))
  );

  const codes = LINKS.flatMap(([code, , , share]) => Array.from({ length: share }, () => code));
  const clicks: (typeof clicksTable.$inferInsert)[] = [];
  const installs: (typeof installsTable.$inferInsert)[] = [];
  const attempts: (typeof matchAttemptsTable.$inferInsert)[] = [];
  const opens: (typeof opensTable.$inferInsert)[] = [];
  const events: (typeof eventsTable.$inferInsert)[] = [];

  const log = (install: string, name: string, at: Date, code: string | null, amount: string | null = null) =>
    events.push({
      appId: SHOP.id,
      id: `event-${events.length}`,
      deviceId: install,
      platform: 'ios',
      name,
      loggedAt: at,
      receivedAt: at,
      occurredAt: at,
      code,
      amount,
      currency: amount === null ? null : random() < 0.8 ? 'EUR' : 'CHF',
    });

  /** What somebody with the app does. */
  const shop = (install: string, at: number, code: string | null) => {
    const later = (minutes: number) => new Date(Math.min(now - 1_000, at + minutes * 60_000));
    if (random() < 0.3) log(install, 'sign_up', later(1), code);
    const views = Math.floor(random() * 4);
    for (let view = 0; view < views; view += 1) log(install, 'view_item', later(2 + view), code);
    if (views === 0 || random() > 0.45) return;
    log(install, 'add_to_cart', later(8), code);
    if (random() > 0.6) return;
    log(install, 'begin_checkout', later(10), code);
    if (random() > 0.7) return;
    log(install, 'purchase', later(12), code, (19.9 + Math.floor(random() * 12) * 10).toFixed(2));
    if (random() < 0.05) log(install, 'refund', later(600), code, '-29.90');
  };

  for (let day = DAYS - 1; day >= 0; day -= 1) {
    const weekday = new Date(now - day * DAY_MS).getUTCDay();
    const rush = (weekday === 0 || weekday === 6 ? 1.5 : 1) * (0.5 + (DAYS - day) / DAYS) * (day === 9 ? 2.1 : 1);
    const count = Math.round((28 + random() * 14) * rush);
    for (let click = 0; click < count; click += 1) {
      const at = now - day * DAY_MS - random() * DAY_MS * (day === 0 ? 0.4 : 1);
      const code = pick(codes);
      const id = `click-${clicks.length}`;
      const [device, model, systemVersion] = pick(MODELS);
      const isInstalled = random() < 0.34 && at < now - 400_000;
      const by = device === 'android' ? 'clickId' : random() < 0.6 ? 'pastedLink' : 'fingerprint';
      const delayMs = 20_000 + random() * 340_000;
      const matchedAt = new Date(at + delayMs);
      clicks.push({
        id,
        appId: SHOP.id,
        code,
        device,
        model,
        systemVersion,
        createdAt: new Date(at),
        ...(isInstalled ? { claimedAt: matchedAt, claimedBy: by } : {}),
      });
      if (!isInstalled) continue;
      const install = `m8x2k1-${installs.length.toString(16).padStart(4, '0')}`;
      const confidence = 0.9 + random() * 0.099;
      installs.push({
        appId: SHOP.id,
        id: install,
        code,
        clickId: id,
        matchedBy: by,
        confidence: by === 'fingerprint' ? confidence : 1,
        matchedAt,
        since: new Date(at),
      });
      attempts.push({
        appId: SHOP.id,
        attemptedAt: matchedAt,
        installId: install,
        platform: device === 'android' ? 'android' : 'ios',
        outcome: 'matched',
        matchedBy: by,
        confidence: by === 'fingerprint' ? confidence : null,
        delayMs,
      });
      shop(install, matchedAt.getTime(), code);
      if (random() < 0.4 && at < now - 2 * DAY_MS) {
        opens.push({ appId: SHOP.id, installId: install, openedAt: new Date(at + DAY_MS), code: pick(codes) });
      }
    }
    const others = Math.round(count * 0.2);
    for (let other = 0; other < others; other += 1) {
      const at = now - day * DAY_MS - random() * DAY_MS * (day === 0 ? 0.4 : 1);
      const kind = random();
      const install = `q4w9z0-${attempts.length.toString(16).padStart(4, '0')}`;
      attempts.push({
        appId: SHOP.id,
        attemptedAt: new Date(at),
        installId: install,
        platform: random() < 0.5 ? 'ios' : 'android',
        outcome: kind < 0.84 ? 'no_match' : kind < 0.92 ? 'ambiguous_match' : 'low_confidence',
        confidence: kind < 0.84 ? null : 0.4 + random() * 0.4,
      });
      shop(install, at, null);
    }
  }
  attempts.sort((one, other) => one.attemptedAt.getTime() - other.attemptedAt.getTime());

  await insertAll(clicks, (part) => queries.insert(clicksTable).values(part));
  await insertAll(installs, (part) => queries.insert(installsTable).values(part));
  await insertAll(attempts, (part) => queries.insert(matchAttemptsTable).values(part));
  await insertAll(opens, (part) => queries.insert(opensTable).values(part));
  await insertAll(events, (part) => queries.insert(eventsTable).values(part));
  await countClicks(queries, now);
}
