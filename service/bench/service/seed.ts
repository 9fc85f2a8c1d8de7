import { Client } from 'pg';
import { iphone } from '../../__tests__/support/phones.ts';
import { readUserAgent } from '../../src/matching/readUserAgent.ts';
import { addApp } from '../../src/operations/apps.ts';
import { createLinks } from '../../src/operations/createLink.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';

export const CLICKS = 1_000_000;

/** The most that bench:matching tries; a window of one hour holds as many. */
const CLICKS_PER_HOUR = 30_000;

export const LINKS = 100;

export const APP = {
  id: 'bench',
  host: 'go.bench.test',
  publishable: 'pk_bench_0123456789',
  secret: 'sk_bench_0123456789',
};

export const codeOf = (index: number) => `link-${index % LINKS}`;

/** The oldest click has the number 1, the newest CLICKS. */
export const clickIdOf = (number: number) => `click-${number}`;

/** Every one of the newest clicks has an address of its own. */
export const addressOf = (number: number) =>
  `10.${Math.floor(number / 65_536) % 256}.${Math.floor(number / 256) % 256}.${number % 256}`;

async function storeClicks(url: string): Promise<void> {
  const { userAgent, acceptLanguage, screenWidth, screenHeight, scale, timezone } = iphone.browser;
  const { device, systemVersion } = readUserAgent(userAgent);
  const session = new Client({ connectionString: url });
  await session.connect();
  try {
    await session.query(
      `INSERT INTO clicks (id, app_id, code, address, created_at, reported_at,
         user_agent, language, screen_width, screen_height, scale, timezone, device, system_version, network)
       SELECT 'click-' || number, $1, 'link-' || number % $2::int, address, at, at,
         $5, $6, $7, $8, $9, $10, $11, $12, address
       FROM generate_series(1, $3::int) AS number,
         LATERAL (SELECT
           now() - ($3::int - number) * interval '1 hour' / $4::int AS at,
           '10.' || number / 65536 % 256 || '.' || number / 256 % 256 || '.' || number % 256 AS address
         ) AS place`,
      [
        APP.id,
        LINKS,
        CLICKS,
        CLICKS_PER_HOUR,
        userAgent,
        acceptLanguage.split(',')[0],
        screenWidth,
        screenHeight,
        scale,
        timezone,
        device,
        systemVersion,
      ]
    );
    await session.query('VACUUM ANALYZE clicks');
    await session.query('CHECKPOINT');
  } finally {
    await session.end();
  }
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
    await createLinks(database.queries, app, links);
  } finally {
    await database.close();
  }
  await storeClicks(url);
}
