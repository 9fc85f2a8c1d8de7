import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { startPostgres } from '../../checks/postgresServer.mjs';
import { addApp } from '../../src/operations/apps.ts';
import { createService } from '../../src/routes/createService.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { readDashboard } from '../../src/server/readDashboard.ts';
import { findApp } from '../../src/storage/company/apps.ts';
import type { Database } from '../../src/storage/base/Database.ts';
import { foldDeltas } from '../../src/storage/counts/foldDeltas.ts';
import { readCohorts } from '../../src/storage/counts/readCohorts.ts';
import { readRollups, type RollupQuestion } from '../../src/storage/counts/readRollups.ts';
import { explainQueries, findLargeScan } from '../../__tests__/support/explainQueries.ts';
import { coreTime } from './coreTime.ts';
import { firstView, type FirstView } from './firstView.ts';
import { countDays, DAYS, seedStatements } from './seed.ts';
import { DAY_MS } from '../../src/values/durations.ts';

// Measures reports over a year of one app: 1,000 links (Zipf), 30 campaigns, 12 systems, 15 browsers and 60 countries,
// with --events 1000000 (the default) and a quarter as many clicks. Goals are about the time on a core, which hardly
// depends on what else the machine does. With --plans it shows how the database finds the answers. With --url it uses a
// database that exists: what an earlier run filled isn't filled again, and one that was ended goes on where it was.
// Ends with 1 if a goal is missed, or if a plan reads a whole table that grows.

const ROUNDS = 7;
/** Of a week's facts, so that a year is filled in an hour. */
const PIECE = 200_000;
const VIEW_GOAL_MS = 600;

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    plans: { type: 'boolean', default: false },
    url: { type: 'string' },
  },
});
const EVENTS = Number(values.events);
const FACTS = (EVENTS * 5) / 4;

const APP = { id: 'bench', publishable: 'pk_bench_0123456789', secret: 'sk_bench_0123456789' };

const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
const YEAR = `from=${day(DAYS - 1)}&to=${day(0)}`;
const MONTH = `from=${day(29)}&to=${day(0)}`;

interface Goal {
  goalMs: number | null;
  ask: (database: Database) => Promise<unknown>;
}

let service: ReturnType<typeof createService> | undefined;

async function askService(database: Database, path: string): Promise<void> {
  service ??= createService({ database });
  const headers = { authorization: `Bearer ${APP.secret}`, 'x-app-id': APP.id };
  const response = await service.request(`http://go.bench.test${path}`, { headers });
  await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
}

const over = (goalMs: number | null, path: string): Goal => ({
  goalMs,
  ask: (database) => askService(database, path),
});

const year: RollupQuestion = {
  appId: APP.id,
  from: day(DAYS - 1),
  to: day(0),
  attribution: 'last',
  isByDay: true,
  by: null,
  filters: {},
};

const read = (goalMs: number, change: Partial<RollupQuestion>): Goal => ({
  goalMs,
  ask: ({ queries }) => readRollups(queries, { ...year, ...change }),
});

const OVERVIEW_MS = 100;
const FILTER_MS = 300;

const QUESTIONS: Record<string, Goal> = {
  'totals by day, 30 days': over(OVERVIEW_MS, `/api/statistics?by=day&${MONTH}`),
  'totals by day, 365 days': over(OVERVIEW_MS, `/api/statistics?by=day&${YEAR}`),
  'the same in another time zone': over(null, `/api/statistics?by=day&${YEAR}&timezone=Asia/Kolkata`),
  'the overview’s curve, 30 days and the 30 before': over(
    OVERVIEW_MS,
    `/api/statistics?by=day&compare=previous&${MONTH}`
  ),
  'the overview’s campaigns, the same days': over(
    FILTER_MS,
    `/api/statistics?by=campaign&order=visitors&limit=50&compare=previous&${MONTH}`
  ),
  'the overview’s platforms, the same days': over(
    FILTER_MS,
    `/api/statistics?by=platform&order=visitors&limit=50&compare=previous&${MONTH}`
  ),
  'the ten best links, 30 days': over(FILTER_MS, `/api/statistics?by=link&limit=10&${MONTH}`),
  'the same, 365 days': over(null, `/api/statistics?by=link&limit=10&${YEAR}`),
  'one link by day, 365 days': over(FILTER_MS, `/api/statistics?by=day&link=link-0&${YEAR}`),
  'one campaign by day, 365 days': read(FILTER_MS, { filters: { campaign: ['campaign-0'] } }),
  'one source by day, 365 days': read(FILTER_MS, { filters: { source: ['source-0'] } }),
  'one platform by day, 365 days': read(FILTER_MS, { filters: { platform: ['ios'] } }),
  'one system by day, 365 days': read(FILTER_MS, { filters: { system: ['System 0'] } }),
  'one browser by day, 365 days': read(FILTER_MS, { filters: { browser: ['Browser 0'] } }),
  'one country by day, 365 days': read(FILTER_MS, { filters: { country: ['C0'] } }),
  'links of one campaign, 365 days': read(FILTER_MS, {
    isByDay: false,
    by: 'link',
    filters: { campaign: ['campaign-0'] },
  }),
  'countries of one campaign, 30 days': read(FILTER_MS, {
    from: day(29),
    isByDay: false,
    by: 'country',
    filters: { campaign: ['campaign-0'] },
  }),
  '1,000 links by revenue, 365 days': over(FILTER_MS, `/api/statistics?by=link&order=revenue&limit=1000&${YEAR}`),
  'a row for each link, as a file, 365 days': over(null, `/api/export/statistics.csv?${YEAR}`),
  'a page of links with their numbers': over(null, '/api/links?limit=50&counts=true&sort=clicks'),
  'cohorts of 52 weeks': {
    goalMs: FILTER_MS,
    ask: ({ queries }) => readCohorts(queries, { appId: APP.id, from: day(364), to: day(0), by: 'day', filters: {} }),
  },
  'cohorts of 52 weeks by campaign': {
    goalMs: FILTER_MS,
    ask: ({ queries }) =>
      readCohorts(queries, { appId: APP.id, from: day(364), to: day(0), by: 'campaign', filters: {} }),
  },
};

const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(0)} s`;

/** Makes the app and its facts, unless they are there. */
async function seed(session: Client, { queries }: Database): Promise<void> {
  const seeded = performance.now();
  if ((await findApp(queries, APP.id)) === null) {
    const nothing = { iosAppId: null, appStoreId: null, androidPackage: null, androidSha256: [], scheme: null };
    const app = { id: APP.id, name: 'Bench', linkHosts: ['go.bench.test'], ...nothing, createdAt: new Date() };
    await addApp(queries, app, APP);
  }
  const { rows } = await session.query(`SELECT FROM links WHERE app_id = '${APP.id}' LIMIT 1`);
  if (rows.length > 0) return;
  await session.query('BEGIN');
  for (const statement of seedStatements(APP.id, EVENTS)) await session.query(statement);
  await session.query('COMMIT');
  await session.query('VACUUM ANALYZE');
  console.log(`${EVENTS} events and ${EVENTS / 4} clicks made in ${seconds(seeded)}`);
}

/** Counts and folds the weeks that aren't yet. */
async function fold(session: Client, database: Database): Promise<void> {
  const started = performance.now();
  let folding = 0;
  const foldAll = async () => {
    const began = performance.now();
    await database.withSession((queries) => foldDeltas(queries, APP.id, undefined, PIECE));
    folding += performance.now() - began;
  };
  await foldAll();
  const { rows } = await session.query<{ day: string | null }>(
    `SELECT (max(starts) + interval '1 day')::text AS day FROM rollups WHERE app_id = '${APP.id}' AND view = 'total' AND grain = 'day'`
  );
  const next = rows[0]?.day;
  const end = Math.ceil((Date.now() + DAY_MS) / DAY_MS) * DAY_MS;
  const start = next ? Date.parse(`${next}Z`) : end - (DAYS + 3) * DAY_MS;
  if (start >= end) return;
  for (let first = start; first < end; first += 7 * DAY_MS) {
    const last = Math.min(end, first + 7 * DAY_MS);
    await session.query('BEGIN');
    await countDays(session, APP.id, new Date(first), new Date(last));
    await session.query('COMMIT');
    await foldAll();
    console.log(`counted until ${new Date(last).toISOString().slice(0, 10)} after ${seconds(started)}`);
  }
  await session.query('VACUUM ANALYZE rollups, rollup_keys, cohorts, deltas');
  console.log(`folded in ${(folding / 1_000).toFixed(0)} s, in larger pieces than the service does`);
}

const sizeOf = (table: string) => `(SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('${table}'))`;

async function describeRows(session: Client): Promise<void> {
  const { rows: sizes } = await session.query<{ view: string; grain: string; rows: string }>(
    `SELECT view, grain, count(*) AS rows FROM rollups GROUP BY view, grain
     UNION ALL SELECT 'cohorts', grain, count(*) FROM cohorts GROUP BY grain ORDER BY 1, 2`
  );
  const all = sizes.reduce((sum, { rows }) => sum + Number(rows), 0);
  const { rows: bytes } = await session.query<{ rollups: string; events: string }>(
    `SELECT ${sizeOf('rollups')} + pg_total_relation_size('cohorts') AS rollups, ${sizeOf('events')} AS events`
  );
  const mebibytes = (size: string | undefined) => Math.round(Number(size) / 2 ** 20);
  console.log(
    `${all} rows, ${(all / FACTS).toFixed(3)} for each event or click; ${mebibytes(bytes[0]?.rollups)} MiB beside ${mebibytes(bytes[0]?.events)} MiB of events`
  );
  console.log(sizes.map(({ view, grain, rows }) => `${view} by ${grain}: ${rows}`).join('; '));
}

const postgres = values.url === undefined ? await startPostgres() : { url: values.url, stop: () => Promise.resolve() };
let isMissed = false;
try {
  const database = await openDatabase({ url: postgres.url });
  const session = new Client({ connectionString: postgres.url });
  // The database stops before the session does if something fails.
  session.on('error', () => {});
  await session.connect();
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`);
  await seed(session, database);
  await fold(session, database);
  await describeRows(session);
  await session.end();

  console.log('\n| question | fastest, ms | median, ms | core time, ms | goal, ms |\n|---|---|---|---|---|');
  for (const [name, { goalMs, ask }] of Object.entries(QUESTIONS)) {
    await ask(database);
    const times: number[] = [];
    const coreTimeBefore = await coreTime(database);
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now();
      await ask(database);
      times.push(performance.now() - start);
    }
    times.sort((one, other) => one - other);
    const [fastest = NaN, median = NaN] = [times[0], times[Math.floor(ROUNDS / 2)]];
    const spent = ((await coreTime(database)) - coreTimeBefore) / ROUNDS;
    const isTooSlow = goalMs !== null && Math.min(spent, fastest) > goalMs;
    if (isTooSlow) isMissed = true;
    console.log(
      `| ${name} | ${fastest.toFixed(0)} | ${median.toFixed(0)} | ${spent.toFixed(0)} | ${goalMs ?? ''}${isTooSlow ? ' missed' : ''} |`
    );
  }

  const dashboard = (await readDashboard()) ?? undefined;
  const views = await firstView(createService({ database, dashboard }), APP.secret);
  const timesOf = (part: keyof FirstView) => {
    const times = views.map((view) => view[part]).sort((one, other) => one - other);
    return [times[0] ?? NaN, times[Math.floor(times.length / 2)] ?? NaN] as const;
  };
  const describeView = ([fastest, median]: readonly [number, number]) =>
    `fastest ${fastest.toFixed(0)} ms, median ${median.toFixed(0)} ms`;
  console.log(`\nOverview in a browser, its first figures: ${describeView(timesOf('figures'))}`);
  console.log(`Overview in a browser, all of it: ${describeView(timesOf('everything'))}`);
  if (!(timesOf('figures')[1] < VIEW_GOAL_MS)) isMissed = true;

  for (const [name, { ask }] of Object.entries(QUESTIONS)) {
    const plans = await explainQueries(database, () => ask(database));
    if (values.plans) console.log(`\n## ${name}\n\n${plans.join('\n\n')}`);
    const scan = findLargeScan(plans.join('\n'));
    if (scan !== null) {
      console.error(`${name}: ${scan}`);
      isMissed = true;
    }
  }
  await database.close();
} finally {
  await postgres.stop();
}
if (isMissed) process.exitCode = 1;
