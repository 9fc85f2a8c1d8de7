import { Client } from 'pg';
import { iphone } from '../../__tests__/support/phones.ts';
import { readUserAgent } from '../../src/matching/readUserAgent.ts';
import { addApp } from '../../src/operations/apps.ts';
import { createLinks } from '../../src/operations/createLink.ts';
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
       SELECT id, $2, 'link-' || number % $3::int, $4, $5, $6, $7, $8, $9, $10, $11, address, address, at, at
       FROM json_to_recordset($1::json) AS fresh (id text, number int, address text, at timestamptz)`,
      [JSON.stringify(clicks), APP.id, LINKS, ...phone]
    );
    return clicks;
  });
}

function storeClicks(url: string): Promise<void> {
  return withSession(url, async (session) => {
    await session.query(
      `INSERT INTO clicks (${COLUMNS})
       SELECT 'click-' || number, $1, 'link-' || number % $2::int, $5, $6, $7, $8, $9, $10, $11, $12,
         address, address, at, at
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

/** An app, its links and a million clicks, stored the way that the service would have stored them. */
export async function seed(url: string): Promise<void> {
  const database = await openDatabase({ url });
  try {
    const now = new Date();
    const app = {
      id: APP.id,
      name: 'Bench',
      linkHosts: [APP.host],
      iosAppId: null,
      appStoreId: '42',
      androidPackage: 'test.bench',
      androidSha256: [],
      scheme: 'bench',
      createdAt: now,
    };
    await addApp(database.queries, app, { publishable: APP.publishable, secret: APP.secret });
    const links = Array.from({ length: LINKS }, (_, index) => ({
      code: codeOf(index),
      destination: `https://bench.test/product/${index}?ref=mail`,
      title: `Product ${index}`,
      createdAt: now,
    }));
    // A statement has at most 65,535 parameters.
    for (let first = 0; first < LINKS; first += LINKS_AT_ONCE) {
      await createLinks(database.queries, app, links.slice(first, first + LINKS_AT_ONCE));
    }
  } finally {
    await database.close();
  }
  await storeClicks(url);
}
