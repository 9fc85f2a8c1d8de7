import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../../scripts/postgresServer.mjs';
import { endpointsOn, type Endpoint } from './endpoints.ts';
import { sendLoad, type LoadResult } from './load.ts';
import { CLICKS, seed } from './seed.ts';

// Measures every endpoint against a bare handler that does SELECT 1 on the same database. They take turns, so that other
// work on the machine slows both. Both have ten connections to the database, and equally many callers. Requests are made
// before the clock starts, and so is what they need, such as a click to claim. Ends with 1 if a goal is missed or an
// answer is wrong.

/** Enough callers that neither server ever waits for one, though the requests themselves wait for a commit. */
const CONNECTIONS = 128;
const ROUNDS = 4;
const ROUND_MS = 2_000;
/** The service is slow at first, until the compiler is done; on a busy machine that takes longer. */
const WARM_UP_MS = 8_000;
const BARE_WARM_UP_MS = 3_000;
/** The most requests that the bare handler gets in one round. */
const MAX_BARE_REQUESTS = 100_000;

/** The limits are raised, as they are not what is measured. */
const NO_LIMIT = '1000000';

const started: ChildProcess[] = [];

interface Started {
  port: number;
  pid: number;
}

/** Starts a process that prints its address. */
async function start(args: readonly string[], env: Record<string, string>): Promise<Started> {
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
    if (port !== undefined) return { port: Number(port), pid: child.pid ?? 0 };
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

/** Sends each of the requests once, for as long as the time lasts. */
function load({ port }: Started, requests: readonly string[], forMs: number): Promise<LoadResult> {
  let sent = 0;
  const next = () => requests[sent++] ?? '';
  return sendLoad({ port, connections: CONNECTIONS, forMs, most: requests.length, next });
}

const successes = ({ statuses }: LoadResult) => statuses.get(200) ?? 0;
const at = (latencies: readonly number[], share: number) =>
  (latencies[Math.floor((latencies.length - 1) * share)] ?? NaN).toFixed(1);

/** Linux counts a process's time in hundredths of a second. */
const TICK_US = 10_000;

/** The time that a process has spent on a core, in microseconds; NaN where the system doesn't tell. */
function cpuOf({ pid }: Started): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_US;
  } catch {
    return NaN;
  }
}

interface Sum {
  answers: number;
  seconds: number;
  cpuUs: number;
}

interface Measured {
  service: Sum;
  bare: Sum;
  latencies: number[];
  failures: string[];
}

async function measureRound(server: Started, requests: readonly string[], sum: Sum): Promise<LoadResult> {
  const cpuBefore = cpuOf(server);
  const result = await load(server, requests, ROUND_MS);
  sum.answers += successes(result);
  sum.seconds += result.seconds;
  sum.cpuUs += cpuOf(server) - cpuBefore;
  return result;
}

async function measure(bareServer: Started, server: Started, { most, prepare }: Endpoint): Promise<Measured> {
  const bareRequests = Array.from({ length: MAX_BARE_REQUESTS }, () => 'GET / HTTP/1.1\r\nHost: bare.test\r\n\r\n');
  await load(bareServer, bareRequests, BARE_WARM_UP_MS);
  await load(server, await prepare(most), WARM_UP_MS);
  const bare: Sum = { answers: 0, seconds: 0, cpuUs: 0 };
  const service: Sum = { answers: 0, seconds: 0, cpuUs: 0 };
  const latencies: number[] = [];
  const failures: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const requests = await prepare(most);
    await measureRound(bareServer, bareRequests, bare);
    const result = await measureRound(server, requests, service);
    latencies.push(...result.latencies);
    for (const [status, number] of result.statuses) if (status !== 200) failures.push(`${number} × ${status}`);
  }
  return { service, bare, latencies: latencies.sort((one, other) => one - other), failures };
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
  const bareServer = await start(['--import', 'tsx', pathOf('./bare.ts')], env);
  const server = await start([pathOf('../../dist/bin/main.js')], {
    ...env,
    TRUSTED_PROXIES: '1',
    ADMIN_TOKEN: 'bench-token-0123456789',
    LIMIT_PER_NETWORK: NO_LIMIT,
    LIMIT_PER_APP: NO_LIMIT,
  });

  console.log(
    '| endpoint | ratio | goal | per second | bare, per second | p50, ms | p99, ms | core time, µs | bare’s, µs | not 200 |'
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  for (const endpoint of endpointsOn(postgres.url)) {
    const { name, goal } = endpoint;
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
    const { service, bare, latencies, failures } = await measure(bareServer, server, endpoint);
    const [rate, bareRate] = [service.answers / service.seconds, bare.answers / bare.seconds];
    const ratio = rate / bareRate;
    const figures = [
      ratio.toFixed(3),
      `≥ ${goal}`,
      rate.toFixed(0),
      bareRate.toFixed(0),
      at(latencies, 0.5),
      at(latencies, 0.99),
      (service.cpuUs / service.answers).toFixed(0),
      (bare.cpuUs / bare.answers).toFixed(0),
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
