import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../../scripts/postgresServer.mjs';
import { iphone } from '../../__tests__/support/phones.ts';
import { sendLoad, type LoadResult, type NextRequest } from './load.ts';
import { addressOf, APP, clickIdOf, CLICKS, codeOf, seed } from './seed.ts';

// Measures every endpoint against a bare handler that does SELECT 1 on the same database, in turns, so that whatever
// else the machine does slows both. Ends with 1 if a goal is missed or an answer is not what it should be.

/** Enough that a commit has company, and few enough that a request waits for little else. */
const CONNECTIONS = 64;
const ROUNDS = 4;
const WARM_UP_MS = 1_500;
const ROUND_MS = 2_000;
/** No round needs as many on any machine that we know. */
const MOST_REQUESTS = 40_000;
const EVENTS_IN_BATCH = 20;

interface Endpoint {
  name: string;
  goal: number;
  next: NextRequest;
}

function http(method: string, path: string, address: string, body?: unknown): string {
  const json = body === undefined ? null : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${APP.host}`,
    // Callers have addresses of their own, as they have behind a proxy.
    `X-Forwarded-For: ${address}`,
    `User-Agent: ${json === null ? iphone.browser.userAgent : 'Bench/1 CFNetwork/1490.0.4 Darwin/23.2.0'}`,
    'Accept-Language: de-DE,de;q=0.9',
    ...(json === null
      ? ['Accept: text/html,application/xhtml+xml,*/*;q=0.8']
      : [
          `Authorization: Bearer ${APP.publishable}`,
          `X-App-ID: ${APP.id}`,
          'X-SDK: react-native-deferred-link/0.4.0',
          'Content-Type: application/json',
          `Content-Length: ${Buffer.byteLength(json)}`,
        ]),
  ];
  return `${head.join('\r\n')}\r\n\r\n${json ?? ''}`;
}

let count = 0;
const visitor = () => addressOf(0x800000 + ((count += 1) % 100_000));

/** From the oldest on; the newest are for fingerprints. */
let clickNumber = 0;
let recentClick = CLICKS + 1;
let eventNumber = 0;

const endpoints: readonly Endpoint[] = [
  { name: 'landing page', goal: 0.4, next: () => http('GET', `/${codeOf(count)}`, visitor()) },
  {
    name: 'resolve-short',
    goal: 0.4,
    next: () => http('POST', '/api/link/resolve-short', visitor(), { url: `https://${APP.host}/${codeOf(count)}` }),
  },
  {
    name: 'match by click id',
    goal: 0.2,
    next: () => http('POST', '/api/link/match-link', visitor(), { clickId: clickIdOf((clickNumber += 1)) }),
  },
  {
    name: 'match by fingerprint',
    goal: 0.2,
    next: () => http('POST', '/api/link/match-link', addressOf((recentClick -= 1)), iphone.fingerprint),
  },
  {
    name: `events, ${EVENTS_IN_BATCH} at once`,
    goal: 0.1,
    next: () => {
      const at = new Date().toISOString();
      const events = Array.from({ length: EVENTS_IN_BATCH }, () => ({
        id: `event-${(eventNumber += 1)}`,
        name: 'add_to_cart',
        timestamp: at,
        data: { product: eventNumber, price: 19.9, currency: 'EUR' },
      }));
      return http('POST', '/api/link/events', visitor(), {
        deviceId: `device-${count}`,
        platform: 'ios',
        sentAt: at,
        events,
      });
    },
  },
];

const started: ChildProcess[] = [];

/** Starts a process that prints its address; gives its port. */
async function start(args: readonly string[], env: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  for (;;) {
    const port = /Service at http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
    if (port !== undefined) return Number(port);
    if (child.exitCode !== null) throw new Error(`It ended before it served:\n${output}`);
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
}

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const load = (port: number, next: NextRequest, forMs: number) =>
  sendLoad({ port, connections: CONNECTIONS, forMs, most: MOST_REQUESTS, next });
const successes = ({ statuses }: LoadResult) => statuses.get(200) ?? 0;
const at = (latencies: readonly number[], share: number) =>
  (latencies[Math.floor((latencies.length - 1) * share)] ?? NaN).toFixed(1);

interface Measured {
  ratio: number;
  rate: number;
  bareRate: number;
  latencies: number[];
  failures: string[];
}

async function measure(barePort: number, servicePort: number, next: NextRequest): Promise<Measured> {
  const bareNext = () => 'GET / HTTP/1.1\r\nHost: bare.test\r\n\r\n';
  await load(barePort, bareNext, WARM_UP_MS);
  await load(servicePort, next, WARM_UP_MS);
  const bare = { answers: 0, seconds: 0 };
  const service = { answers: 0, seconds: 0 };
  const latencies: number[] = [];
  const failures: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const floor = await load(barePort, bareNext, ROUND_MS);
    bare.answers += successes(floor);
    bare.seconds += floor.seconds;
    const result = await load(servicePort, next, ROUND_MS);
    service.answers += successes(result);
    service.seconds += result.seconds;
    latencies.push(...result.latencies);
    for (const [status, times] of result.statuses) if (status !== 200) failures.push(`${times} × ${status}`);
  }
  const rate = service.answers / service.seconds;
  const bareRate = bare.answers / bare.seconds;
  return { ratio: rate / bareRate, rate, bareRate, latencies: latencies.sort((one, other) => one - other), failures };
}

const wanted = process.argv.slice(2);
const missed: string[] = [];
const postgres = await startPostgres();
try {
  console.log(
    `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, ${CONNECTIONS} connections`
  );
  await seed(postgres.url);
  console.log(`${CLICKS} clicks stored\n`);
  const env = { DATABASE_URL: postgres.url, PORT: '0' };
  const barePort = await start(['--import', 'tsx', pathOf('./bare.ts')], env);
  const servicePort = await start([pathOf('../../dist/bin/main.js')], {
    ...env,
    TRUSTED_PROXIES: '1',
    ADMIN_TOKEN: 'bench-token-0123456789',
    // One app sends everything.
    LIMIT_PER_APP: '1000000',
  });

  console.log('| endpoint | ratio | goal | per second | bare, per second | p50, ms | p99, ms | not 200 |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const { name, goal, next } of endpoints) {
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
    const { ratio, rate, bareRate, latencies, failures } = await measure(barePort, servicePort, next);
    const figures = [
      ratio.toFixed(3),
      `≥ ${goal}`,
      rate.toFixed(0),
      bareRate.toFixed(0),
      at(latencies, 0.5),
      at(latencies, 0.99),
    ];
    console.log(`| ${name} | ${figures.join(' | ')} | ${failures.join(', ') || 0} |`);
    if (ratio < goal) missed.push(`${name}: ${ratio.toFixed(3)} is less than ${goal}`);
    if (failures.length > 0) missed.push(`${name}: ${failures.join(', ')}`);
  }
  console.log(`\nLoad now ${loadavg()[0]?.toFixed(1)}`);
} finally {
  for (const child of started) await end(child);
  await postgres.stop();
}
if (missed.length > 0) {
  console.error(`Missed:\n${missed.join('\n')}`);
  process.exitCode = 1;
}
