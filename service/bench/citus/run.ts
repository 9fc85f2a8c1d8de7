import { cpus, loadavg } from 'node:os';
import type { Client } from 'pg';
import { startCitus } from '../../checks/citusCluster.mjs';
import { startPostgres } from '../../checks/postgresServer.mjs';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { readDistribution, withClient } from '../../__tests__/support/citus.ts';
import { openShop, type Shop } from '../../__tests__/support/openShop.ts';
import { pixel } from '../../__tests__/support/phones.ts';

// Compares what one caller waits for on Citus, a coordinator and two workers on this machine, with plain PostgreSQL.
// They take turns, so that other work on the machine slows both. Ends with 1 if a goal is missed. Citus must be
// installed as an extension of PostgreSQL.

const ROUNDS = 40;
const CALLS = 10;

/** Of the median on plain PostgreSQL. */
const GOAL = 1.5;

/** Without the disk, which both have alike. */
const NO_SYNC = { fsync: 'off' };

const AT = '2026-01-01T12:00:00Z';
let number = 0;

type Ask = (shop: Shop) => Promise<() => Promise<{ status: number }>>;

/** Events of a phone, one of them a purchase. */
function sendEvents(shop: Shop, count: number): ReturnType<Ask> {
  number += 1;
  const events = Array.from({ length: count }, (_, place) => ({
    id: `event-${number}-${place}`,
    name: place === 0 ? 'purchase' : 'view_item',
    timestamp: AT,
    data: { total: 59.9, currency: 'EUR' },
  }));
  const body = { installId: `install-${number % 100}`, sentAt: AT, events };
  return Promise.resolve(async () => shop.callAsApp('/api/link/events', { body }));
}

/** What is measured, prepared before the clock starts. */
const QUESTIONS: Record<string, Ask> = {
  'landing page': (shop) => Promise.resolve(async () => shop.view(shop.codes.summer, pixel)),
  'match by click id': async (shop) => {
    const clickId = await shop.click(shop.codes.sneaker, pixel);
    number += 1;
    const id = `install-${number}`;
    return async () => shop.match({ clickId }, undefined, id);
  },
  'an event': (shop) => sendEvents(shop, 1),
  'twenty events': (shop) => sendEvents(shop, 20),
};

const median = (times: readonly number[]) => times.toSorted((one, other) => one - other)[times.length >> 1] ?? NaN;

async function time(shop: Shop, ask: Ask): Promise<number> {
  const call = await ask(shop);
  const start = performance.now();
  const response = await call();
  const ms = performance.now() - start;
  if (response.status >= 300) throw new Error(`It answered ${response.status}.`);
  return ms;
}

async function openOn(url: string, prepare: (client: Client) => Promise<unknown>) {
  await (await openDatabase({ url })).close();
  await withClient(url, prepare);
  const database = await openDatabase({ url });
  return { shop: await openShop(database), close: () => database.close() };
}

const postgres = await startPostgres({ settings: NO_SYNC });
const citus = await startCitus().catch(async (error: unknown) => {
  await postgres.stop();
  throw error;
});
try {
  const plain = await openOn(postgres.url, () => Promise.resolve());
  const spread = await openOn(citus.url, (client) => client.query(readDistribution()));
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`);
  console.log('| one caller, median in ms | PostgreSQL | Citus | times | goal |\n|---|---|---|---|---|');
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    const times = { plain: [] as number[], spread: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let call = 0; call < CALLS; call += 1) times.plain.push(await time(plain.shop, ask));
      for (let call = 0; call < CALLS; call += 1) times.spread.push(await time(spread.shop, ask));
    }
    const [one, other] = [median(times.plain), median(times.spread)];
    const isMissed = other / one > GOAL;
    if (isMissed) process.exitCode = 1;
    const figures = [
      one.toFixed(2),
      other.toFixed(2),
      (other / one).toFixed(2),
      `≤ ${GOAL}${isMissed ? ' missed' : ''}`,
    ];
    console.log(`| ${name} | ${figures.join(' | ')} |`);
  }
  await plain.close();
  await spread.close();
} finally {
  await citus.stop();
  await postgres.stop();
}
