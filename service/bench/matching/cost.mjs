import { sql } from 'drizzle-orm';
import { withPostgres } from '../../checks/postgresServer.mjs';
import { createMatchModels } from '../../src/operations/createMatchModels.ts';
import { createMatcher } from '../../src/operations/findMatch.ts';
import { createGroupNames } from '../../src/storage/facts/names.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';

// Measures what one match by fingerprint costs on PostgreSQL, for several numbers of clicks, stored in all and on one
// network. Ends with 1 if the cost grows with the table by a half or more, or if a crowded network takes the process
// 5 ms.

const DAY_MS = 24 * 60 * 60 * 1000;
const MATCHES = 400;
const MAX_GROWTH = 1.5;
const MAX_PROCESS_MS = 5;
/** Storing more at once would exceed the time-out of the service's statements. */
const ROWS_AT_ONCE = 5_000;
const CROWD = 1_000;
const CROWDED_NETWORK = '203.0.113.200';
const now = Date.now();

const AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1';

/** One key for all weeks hides the networks of what is stored here. */
const KEY = '0'.repeat(64);

const request = {
  platform: 'ios',
  model: 'iPhone 15',
  systemVersion: '26.1',
  screenWidth: 393,
  screenHeight: 852,
  scale: 3,
  locale: [{ languageTag: 'de-DE' }],
  timezone: 'Europe/Berlin',
};

/** Clicks from number `first` on, one on each network, spread evenly over the last day. */
function addClicks(queries, first, count) {
  return queries.execute(sql`
    INSERT INTO clicks (id, app_id, code, address, network, device, system_version, user_agent, language, screen_width,
      screen_height, scale, timezone, created_at)
    SELECT 'click-' || n, 'bench', 'link-' || n % 20, a, conceal(${KEY}, a), 'iphone', (ARRAY['26.0', '26.1', '18.5', '17.7'])[1 + n % 4],
      ${AGENT}::text, 'de-DE', (ARRAY[390, 393, 430])[1 + n % 3], (ARRAY[844, 852, 932])[1 + n % 3], 3, 'Europe/Berlin',
      ${new Date(now).toISOString()}::timestamptz - (n::bigint * 7919 % ${DAY_MS}) * interval '1 ms'
    FROM (SELECT n, '10.' || (n >> 16) || '.' || ((n >> 8) & 255) || '.' || (n & 255) AS a
      FROM generate_series(${first}::int, ${first + count - 1}::int) AS n) AS visitors`);
}

function addCrowd(queries) {
  return queries.execute(sql`
    INSERT INTO clicks (id, app_id, code, address, network, device, system_version, user_agent, language, screen_width,
      screen_height, scale, timezone, created_at)
    SELECT 'crowd-' || n, 'bench', 'link-' || n % 20, ${CROWDED_NETWORK}::text, conceal(${KEY}, ${CROWDED_NETWORK}), 'iphone',
      '26.' || n % 9, ${AGENT}::text || n, 'de-DE', 393, 852, 3, 'Europe/Berlin',
      ${new Date(now).toISOString()}::timestamptz - n * interval '1 minute'
    FROM generate_series(1, ${CROWD}::int) AS n`);
}

const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];

/** The median time of a match, and the mean time of the process. */
async function measure(queries, addressOf) {
  const findMatch = createMatcher({
    queries,
    groupNames: createGroupNames(() => now),
    modelOf: createMatchModels({ queries, windowMs: DAY_MS, onBounds: () => {} }).modelOf,
    windowMs: DAY_MS,
    // Nothing is claimed, so each match finds the same clicks.
    minConfidence: 2,
    onError: (error) => {
      throw error;
    },
  });
  const ask = (index) =>
    findMatch({ appId: 'bench', installId: null, hosts: [], address: addressOf(index), request, now });
  for (let index = 0; index < MATCHES / 2; index += 1) await ask(index);
  const times = [];
  const before = process.cpuUsage();
  for (let index = 0; index < MATCHES; index += 1) {
    const start = performance.now();
    await ask(index);
    times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(before);
  return { ms: median(times), processMs: (user + system) / 1_000 / MATCHES };
}

const failures = [];
await withPostgres(async (url) => {
  const database = await openDatabase({ url });
  const { queries } = database;
  try {
    await queries.execute(sql`INSERT INTO apps (id, name, link_hosts) VALUES ('bench', 'Bench', '{}')`);
    await queries.execute(
      sql`INSERT INTO hash_keys (app_id, kind, starts, key)
        SELECT 'bench', 'network', date_trunc('week', now() AT TIME ZONE 'UTC') + week * interval '7 days', ${KEY}
        FROM generate_series(-10, 1) AS week`
    );
    await queries.execute(
      sql`INSERT INTO links (app_id, code, destination, created_at)
        SELECT 'bench', 'link-' || n, '/', now() FROM generate_series(0, 19) AS n`
    );
    const figures = [];
    let stored = 0;
    for (const clicks of [1_000, 100_000, 1_000_000]) {
      for (; stored < clicks; stored += Math.min(ROWS_AT_ONCE, clicks - stored)) {
        await addClicks(queries, stored, Math.min(ROWS_AT_ONCE, clicks - stored));
      }
      await queries.execute(sql`ANALYZE clicks`);
      const address = (index) => `10.0.${(index % 1_000) >> 8}.${index % 256}`;
      figures.push({ name: `${clicks.toLocaleString('en')} clicks stored`, ...(await measure(queries, address)) });
    }
    await addCrowd(queries);
    const crowded = await measure(queries, () => CROWDED_NETWORK);
    figures.push({ name: `${CROWD.toLocaleString('en')} clicks on the same network`, ...crowded });

    console.log('\n| | one match | of which this process |\n|---|---|---|');
    for (const { name, ms, processMs } of figures) {
      console.log(`| ${name} | ${ms.toFixed(2)} ms | ${processMs.toFixed(2)} ms |`);
    }
    const growth = figures[2].ms / figures[0].ms;
    console.log(`\nFrom 1,000 to 1,000,000 clicks: × ${growth.toFixed(2)}`);
    if (growth >= MAX_GROWTH) failures.push(`grows by × ${growth.toFixed(2)}`);
    if (crowded.processMs >= MAX_PROCESS_MS) failures.push(`a crowd takes ${crowded.processMs.toFixed(2)} ms`);
  } finally {
    await database.close();
  }
});
for (const failure of failures) console.error(`Missed: ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
