import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import { countEverything } from '../../__tests__/support/countEverything.ts';
import { iphone } from '../../__tests__/support/phones.ts';
import { readUserAgent } from '../../src/matching/readUserAgent.ts';
import { addApp } from '../../src/operations/apps.ts';
import { foldDeltas } from '../../src/storage/counts/foldDeltas.ts';
import { createLinks } from '../../src/operations/createLink.ts';
import type { Queries } from '../../src/storage/base/Database.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';

export const CLICKS = 1_000_000;

/** The most clicks an hour that bench:matching tries, which are in a window of one hour. */
const CLICKS_PER_HOUR = 30_000;

/** As many as an app with a link for each product has. */
export const LINKS = 20_000;

const LINKS_AT_ONCE = 1_000;

export const APP = {
  id: 'bench',
  host: 'go.bench.test',
  publishable: 'pk_bench_0123456789',
  secret: 'sk_bench_0123456789',
};

/** Another app, which reads what happened in a year. */
export const READER = {
  ...APP,
  id: 'reader',
  host: 'go.reader.test',
  publishable: 'pk_reader_012345',
  secret: 'sk_reader_0123456789',
};

const LINKS_OF_READER = 500;
const EVENTS_OF_READER = 300_000;
const INSTALLS_OF_READER = 60_000;

export const codeOf = (index: number) => `link-${index % LINKS}`;

/** First come the numbers of clicks that are stored before the service starts, and then those of fresh clicks. */
export const addressOf = (number: number) => {
  const place = 0x800000 + number;
  return `10.${Math.floor(place / 65_536) % 256}.${Math.floor(place / 256) % 256}.${place % 256}`;
};

export interface FreshClick {
  id: string;
  number: number;
  address: string;
}

/** How long ago the people clicked who open the app now. */
const OLDEST_FRESH_MS = 2 * 60 * 1000;

const { userAgent, acceptLanguage, screenWidth, screenHeight, scale, timezone } = iphone.browser;
const { device, systemVersion } = readUserAgent(userAgent);
const phone = [
  userAgent,
  acceptLanguage.split(',')[0],
  screenWidth,
  screenHeight,
  scale,
  timezone,
  device,
  systemVersion,
];

async function withSession<Result>(url: string, work: (session: Client) => Promise<Result>): Promise<Result> {
  const session = new Client({ connectionString: url });
  await session.connect();
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

/** This week's key hides the networks of all that is stored here. With more keys, each click would be found by each. */
const KEY = '0'.repeat(64);
const ADD_KEY = `INSERT INTO hash_keys (app_id, kind, starts, key)
  VALUES ('${APP.id}', 'network', date_trunc('week', now() AT TIME ZONE 'UTC'), '${KEY}')`;
const HIDDEN = `address, conceal('${KEY}', address)`;

const COLUMNS = `id, app_id, code, user_agent, language, screen_width, screen_height, scale, timezone, device,
  system_version, address, network, created_at, reported_at`;

/** Clicks of the last two minutes, each on another network. */
export function storeFreshClicks(url: string, first: number, most: number): Promise<FreshClick[]> {
  const clicks = Array.from({ length: most }, (_, index) => {
    const number = first + index;
    const at = new Date(Date.now() - Math.round((OLDEST_FRESH_MS * index) / most)).toISOString();
    return { id: `fresh-${number}`, number, address: addressOf(number), at };
  });
  return withSession(url, async (session) => {
    await session.query(
      `INSERT INTO clicks (${COLUMNS})
       SELECT id, $2, 'link-' || number % $3::int, $4, $5, $6, $7, $8, $9, $10, $11, ${HIDDEN}, at, at
       FROM json_to_recordset($1::json) AS fresh (id text, number int, address text, at timestamptz)`,
      [JSON.stringify(clicks), APP.id, LINKS, ...phone]
    );
    return clicks;
  });
}

function storeClicks(url: string): Promise<void> {
  return withSession(url, async (session) => {
    await session.query(ADD_KEY);
    await session.query(
      `INSERT INTO clicks (${COLUMNS})
       SELECT 'click-' || number, $1, 'link-' || number % $2::int, $5, $6, $7, $8, $9, $10, $11, $12,
         ${HIDDEN}, at, at
       FROM generate_series(1, $3::int) AS number,
         LATERAL (SELECT
           now() - ($3::int - number) * interval '1 hour' / $4::int AS at,
           '10.' || number / 65536 % 256 || '.' || number / 256 % 256 || '.' || number % 256 AS address
         ) AS place`,
      [APP.id, LINKS, CLICKS, CLICKS_PER_HOUR, ...phone]
    );
    await session.query('VACUUM ANALYZE clicks');
    await session.query('CHECKPOINT');
  });
}

/** A year of the other app, whose clicks are gone. */
function storeYear(url: string): Promise<void> {
  const app = `'${READER.id}'`;
  const code = (number: string) => `'link-' || ${number} % ${LINKS_OF_READER}`;
  const at = (rows: number) => `now() - (${rows} - number) * interval '365 days' / ${rows}`;
  const numbers = (rows: number) => `generate_series(1, ${rows}) AS number`;
  return withSession(url, async (session) => {
    for (const statement of [
      `INSERT INTO installs (app_id, id, code, matched_by, confidence, matched_at, since)
        SELECT ${app}, 'install-' || number, ${code('number')}, 'clickId', 1, ${at(INSTALLS_OF_READER)},
          ${at(INSTALLS_OF_READER)} FROM ${numbers(INSTALLS_OF_READER)}`,
      `INSERT INTO events (app_id, id, position, install_id, platform, name, data, logged_at, received_at, occurred_at, code,
          amount, currency)
        SELECT ${app}, 'event-' || number, number, 'install-' || number % ${INSTALLS_OF_READER}, 'ios',
          (ARRAY['view_item', 'add_to_cart', 'purchase', 'share'])[1 + number % 4], '{}', at, at, at,
          ${code('number')}, CASE number % 4 WHEN 2 THEN 59.9 END, CASE number % 4 WHEN 2 THEN 'EUR' END
        FROM ${numbers(EVENTS_OF_READER)}, LATERAL (SELECT ${at(EVENTS_OF_READER)} AS at) AS time`,
      'VACUUM ANALYZE installs, events',
    ]) {
      await session.query(statement);
    }
  });
}

async function addAppWithLinks(queries: Queries, { id, host, publishable, secret }: typeof APP, count: number) {
  const now = new Date();
  const app = {
    id,
    name: 'Bench',
    linkHosts: [host],
    iosAppId: null,
    appStoreId: '42',
    androidPackage: 'test.bench',
    androidSha256: [],
    scheme: 'bench',
    createdAt: now,
  };
  await addApp(queries, app, { publishable, secret });
  const links = Array.from({ length: count }, (_, index) => ({
    code: `link-${index}`,
    destination: `https://bench.test/product/${index}?ref=mail`,
    title: `Product ${index}`,
    createdAt: now,
  }));
  // A statement has at most 65,535 parameters.
  for (let first = 0; first < count; first += LINKS_AT_ONCE) {
    await createLinks(queries, app, links.slice(first, first + LINKS_AT_ONCE));
  }
}

/** An app with so many events that nobody has analysed, as after a restore. */
export async function seedEvents(url: string, events: number): Promise<void> {
  const database = await openDatabase({ url });
  try {
    await addAppWithLinks(database.queries, APP, 1);
  } finally {
    await database.close();
  }
  await withSession(url, async (session) => {
    await session.query(
      `INSERT INTO events (app_id, id, position, install_id, platform, name, data, logged_at, received_at, occurred_at)
       SELECT $1, 'old-' || number, number, 'install-' || number % 10000, 'ios', 'add_to_cart', '{}', at, at, at
       FROM generate_series(1, $2::int) AS number, LATERAL (SELECT now() - number * interval '1 second' AS at) AS time`,
      [APP.id, events]
    );
    await session.query(
      `INSERT INTO event_ids (app_id, id, quarter, received_at)
       SELECT app_id, event_key(id), date_trunc('quarter', received_at AT TIME ZONE 'UTC')::date, received_at FROM events`
    );
  });
}

/** An app, its links and a million clicks. */
export async function seed(url: string): Promise<void> {
  const database = await openDatabase({ url });
  try {
    await addAppWithLinks(database.queries, APP, LINKS);
    await storeClicks(url);
  } finally {
    await database.close();
  }
}

/** The other app and its year, stored and counted as the service would have done it, however long a statement takes. */
export function seedReader(url: string): Promise<void> {
  return withSession(url, async (session) => {
    const queries = drizzle(session);
    await addAppWithLinks(queries, READER, LINKS_OF_READER);
    await storeYear(url);
    await countEverything(queries, READER.id);
    await foldDeltas(queries, READER.id);
  });
}
