import { randomBytes } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../checks/postgresServer.mjs';
import { endpointsOn, type Endpoint } from './endpoints.ts';
import { CONNECTIONS, measureInTurns, percentile } from './measure.ts';
import { EVERY_EVENT_GOAL, openWebhook, WEBHOOK_GOAL } from './measureWithWebhook.ts';
import { CLICKS, LINKS, seed, seedReader } from './seed.ts';
import { endServers, startServer, type Started } from './servers.ts';
import { seedCosts } from './measureCosts.ts';
import { runCosts } from './runCosts.ts';
import { runServerEvents } from './runServerEvents.ts';
import { shareWithReports } from './shareWithReports.ts';
import { shareWithStrangers } from './shareWithStrangers.ts';

// Measures every endpoint against a bare handler that does SELECT 1 on the same database. They take turns, so other
// work on the machine slows both. Both have ten connections to the database, and as many callers. Requests and what
// they need, such as a click to claim, are created before the clock starts. Then it compares many links with one, a
// service of which another app reads reports with one left alone, and an app with a webhook with the same app without.
// Exits with 1 if a goal is missed or an answer is wrong. Arguments choose parts by name. `strangers` lets two people
// ask for the dearest that their limits allow, and looks at an honest app meanwhile. Two parts run only alone: `costs`
// compares the dearest requests of every route that takes no secret with the cheapest, and further arguments choose
// routes; `server-events` compares single events from the company's server with those of phones, beside few and many
// stored events.

const WARM_UP_MS = 8_000;
const BARE_WARM_UP_MS = 3_000;
/** The most requests that the bare handler gets in one round. */
const MAX_BARE_REQUESTS = 100_000;

/** Of the rate with one link, what is left with LINKS. */
const MANY_LINKS_GOAL = 0.8;

/** How much slower landing pages may get. */
const MAX_TIMES_IDLE = 2;

/** The limits are raised, as they are not what is measured. */
const NO_LIMIT = '1000000';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const [first, ...others] = process.argv.slice(2);
const wanted = process.argv.slice(2);
const main = pathOf('../../dist/bin/main.js');
const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part));
const missed: string[] = [];

function check(name: string, isMet: boolean, failures: readonly string[], figure: string): void {
  if (!isMet) missed.push(`${name}: ${figure}`);
  if (failures.length > 0) missed.push(`${name}: ${failures.join(', ')}`);
}

async function compareWithBare(bareServer: Started, server: Started, endpoint: Endpoint) {
  const { name, goal, most, prepare, prepareOneLink } = endpoint;
  const warmUpRequests = prepareOneLink ? LINKS : 0;
  const requests = Array.from({ length: MAX_BARE_REQUESTS }, () => 'GET / HTTP/1.1\r\nHost: bare.test\r\n\r\n');
  const [bare, service] = await measureInTurns(
    { server: bareServer, prepare: () => requests, warmUpMs: BARE_WARM_UP_MS },
    { server, prepare: () => prepare(most), warmUpMs: WARM_UP_MS, warmUpRequests }
  );
  if (!bare || !service) return;
  const ratio = service.rate / bare.rate;
  const figures = [
    ratio.toFixed(3),
    `≥ ${goal}`,
    service.rate.toFixed(0),
    bare.rate.toFixed(0),
    percentile(service.latencies, 0.5).toFixed(1),
    percentile(service.latencies, 0.99).toFixed(1),
    service.coreUs.toFixed(0),
    bare.coreUs.toFixed(0),
  ];
  console.log(`| ${name} | ${figures.join(' | ')} | ${service.failures.join(', ') || 0} |`);
  check(name, ratio >= goal, service.failures, `${ratio.toFixed(3)} is less than ${goal}`);
}

async function compareWithOneLink(server: Started, { name, most, prepare, prepareOneLink }: Endpoint) {
  if (!prepareOneLink) return;
  const [one, many] = await measureInTurns(
    { server, prepare: () => prepareOneLink(most), warmUpMs: WARM_UP_MS },
    { server, prepare: () => prepare(most), warmUpMs: WARM_UP_MS, warmUpRequests: LINKS }
  );
  if (!one || !many) return;
  const ratio = many.rate / one.rate;
  const figures = [ratio.toFixed(2), `≥ ${MANY_LINKS_GOAL}`, many.rate.toFixed(0), one.rate.toFixed(0)];
  const failures = [...one.failures, ...many.failures];
  console.log(`| ${name} | ${figures.join(' | ')} | ${failures.join(', ') || 0} |`);
  check(`${name}, many links`, ratio >= MANY_LINKS_GOAL, failures, `${ratio.toFixed(2)} of one link’s rate`);
}

async function compareWithIdle(server: Started) {
  const { landing, neighbour, reports, refusedReports, failures } = await shareWithReports(server);
  for (const [name, { idle, busy, beside }] of [
    ['landing page', landing],
    ['a neighbour’s report of a month', neighbour],
  ] as const) {
    const times = busy / idle;
    const figures = [idle, busy, beside].map((ms) => ms.toFixed(1));
    console.log(
      `| ${name} | ${figures.join(' | ')} | ${times.toFixed(2)} | ${(beside / idle).toFixed(2)} | ${reports}, ${refusedReports} refused | ${failures.length} |`
    );
    if (name !== 'landing page') continue;
    check('landing during reports', times <= MAX_TIMES_IDLE, failures, `p99 is ${times.toFixed(2)} times the idle one`);
  }
}

async function compareWithWebhook(url: string, server: Started, endpoints: readonly Endpoint[]) {
  const receiver = await startServer(['--import', 'tsx', pathOf('./receiver.ts')], {});
  const webhook = await openWebhook(url, server, receiver, WARM_UP_MS);
  async function compare(name: string, goal: number, endpoint: Endpoint, names: readonly string[]) {
    const measured = await webhook.measure(endpoint, names);
    if (!measured) return;
    const ratio = measured.with.rate / measured.without.rate;
    const figures = [
      ratio.toFixed(2),
      `≥ ${goal}`,
      measured.with.rate.toFixed(0),
      measured.without.rate.toFixed(0),
      `${measured.delivered} of ${measured.written}`,
    ];
    const failures = [...measured.with.failures, ...measured.without.failures];
    console.log(`| ${name} | ${figures.join(' | ')} | ${failures.join(', ') || 0} |`);
    check(`${name}, with a webhook`, ratio >= goal, failures, `${ratio.toFixed(2)} of the rate without`);
  }
  try {
    for (const endpoint of endpoints.filter(({ name }) => !name.includes('fingerprint'))) {
      await compare(endpoint.name, WEBHOOK_GOAL, endpoint, ['purchase']);
      if (endpoint.name.startsWith('events')) {
        await compare(`${endpoint.name}, each of them sent`, EVERY_EVENT_GOAL, endpoint, []);
      }
    }
  } finally {
    await webhook.close();
  }
}

async function compareWithStrangers(url: string) {
  await seedCosts(url);
  // With the limits that everybody has.
  const server = await startServer([main], { DATABASE_URL: url, PORT: '0', TRUSTED_PROXIES: '1', LOG_LEVEL: 'error' });
  const { idleP99, busyP99, answers, failures } = await shareWithStrangers(server);
  const times = busyP99 / idleP99;
  const figures = [idleP99.toFixed(1), busyP99.toFixed(1), times.toFixed(2), `≤ ${MAX_TIMES_IDLE}`, answers];
  console.log(`| ${figures.join(' | ')} | ${failures.length} |`);
  check('landing during strangers', times <= MAX_TIMES_IDLE, failures, `p99 is ${times.toFixed(2)} times the idle one`);
}

async function runAll() {
  const postgres = await startPostgres();
  try {
    console.log(
      `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, ${CONNECTIONS} connections`
    );
    await seed(postgres.url);
    if (isWanted('reports')) await seedReader(postgres.url);
    console.log(`${CLICKS} clicks and ${LINKS} links stored\n`);
    const env = { DATABASE_URL: postgres.url, PORT: '0' };
    const bareServer = await startServer(['--import', 'tsx', pathOf('./bare.ts')], env);
    const server = await startServer([main], {
      ...env,
      TRUSTED_PROXIES: '1',
      ADMIN_TOKEN: 'bench-token-0123456789',
      LIMIT_PER_NETWORK: NO_LIMIT,
      LIMIT_PER_APP: NO_LIMIT,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      WEBHOOK_ALLOW: '127.0.0.0/8',
    });
    const endpoints = endpointsOn(postgres.url);

    console.log(
      '| endpoint | ratio | goal | per second | bare, per second | p50, ms | p99, ms | core time, µs | bare’s, µs | not 200 |'
    );
    console.log('|---|---|---|---|---|---|---|---|---|---|');
    for (const endpoint of endpoints.filter(({ name }) => isWanted(name))) {
      await compareWithBare(bareServer, server, endpoint);
    }
    if (isWanted('links')) {
      console.log(
        `\n| with ${LINKS} links | of one link’s rate | goal | per second | with one, per second | not 200 |`
      );
      console.log('|---|---|---|---|---|---|');
      for (const endpoint of endpoints) await compareWithOneLink(server, endpoint);
    }
    if (isWanted('reports')) {
      console.log(
        '\n| p99, ms | idle | during six reports of a year by another app | beside a busy process | times idle | the process: times idle | reports | not 200 |'
      );
      console.log('|---|---|---|---|---|---|---|---|');
      await compareWithIdle(server);
    }
    if (isWanted('webhook')) {
      console.log(
        '\n| with a webhook | of the rate without | goal | per second | without, per second | sent | not 200 |'
      );
      console.log('|---|---|---|---|---|---|---|');
      await compareWithWebhook(postgres.url, server, endpoints);
    }
    if (isWanted('strangers')) {
      console.log('\n| landing p99, ms | during two strangers | times | goal | what these got | not 200 |');
      console.log('|---|---|---|---|---|---|');
      await compareWithStrangers(postgres.url);
    }
    console.log(`\nLoad now ${loadavg()[0]?.toFixed(1)}`);
  } finally {
    await endServers();
    await postgres.stop();
  }
}

if (first === 'costs') {
  missed.push(...(await runCosts(main, others)));
} else if (first === 'server-events') {
  missed.push(...(await runServerEvents(main)));
} else await runAll();
if (missed.length > 0) {
  console.error(`Missed:\n${missed.join('\n')}`);
  process.exitCode = 1;
}
