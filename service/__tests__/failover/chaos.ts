import assert from 'node:assert/strict';
import { Client } from 'pg';
import { freePort } from '../../../scripts/freePort.mjs';
import { startPostgres } from '../../checks/postgresServer.mjs';
import { runService } from '../support/runService.ts';
import { addShop } from './addShop.ts';
import { createBalancer } from './createBalancer.ts';
import { countLosses, describeLoad, sendLoad } from './sendLoad.ts';

// Two instances under load, one of which is killed again and again, while people are deleted. Then nothing that was
// acknowledged is missing or doubled, nothing of a deleted person is left, and reports equal a count of the rows.
//   npm run check:chaos              a minute
//   npm run check:chaos -- 600       as many seconds

const seconds = Number(process.argv[2] ?? 60);
const MS_PER_SECOND = 1_000;
const KILL_EVERY_MS = 10_000;
const DELETE_EVERY_MS = 500;
const END_WITHIN_MS = 60_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + END_WITHIN_MS; !(await isSo()); await sleep(100)) assert.ok(Date.now() < end, what);
}

const postgres = await startPostgres();
const client = new Client({ connectionString: postgres.url });
const ports = await Promise.all([freePort(), freePort()]);
const origins = ports.map((port) => `http://127.0.0.1:${port}`);
const balancer = createBalancer(origins);
const environment = {
  DATABASE_URL: postgres.url,
  TRUSTED_PROXIES: '1',
  LOG_LEVEL: 'error',
  LIMIT_PER_NETWORK: '10000',
};
const startInstance = (port: number) => runService([], { ...environment, PORT: String(port) });
let instances: ReturnType<typeof runService>[] = [];
try {
  const target = await addShop(postgres.url);
  await client.connect();
  instances = ports.map(startInstance);
  await until('both are ready', () => origins.every(balancer.isReady));
  const owner = { host: target.host, authorization: 'Bearer sk_load', 'x-app-id': target.appId };
  const load = sendLoad(balancer.send, target);
  const ends = Date.now() + seconds * MS_PER_SECOND;
  const asked = new Set<string>();
  const deleted = new Set<string>();

  /** The answer's status; 0 if the instance was killed meanwhile. */
  const forget = (install: string) =>
    balancer.send({ method: 'DELETE', path: `/api/installs/${install}`, headers: owner }).then(
      ({ status }) => status,
      () => 0
    );

  async function deletePeople(): Promise<void> {
    for (; Date.now() < ends; await sleep(DELETE_EVERY_MS)) {
      const install = [...load.result.claims.values()].flat().find((each) => !asked.has(each));
      if (install === undefined) continue;
      asked.add(install);
      if ((await forget(install)) === 200) deleted.add(install);
    }
  }

  let kills = 0;
  async function killInstances(): Promise<void> {
    for (await sleep(KILL_EVERY_MS / 2); Date.now() < ends; await sleep(KILL_EVERY_MS)) {
      const index = kills % ports.length;
      const [instance, port, origin] = [instances[index], ports[index], origins[index]];
      assert.ok(instance && port !== undefined && origin !== undefined);
      instance.child.kill('SIGKILL');
      await instance.ended;
      kills += 1;
      await until('the balancer notices', () => !balancer.isReady(origin));
      instances[index] = startInstance(port);
      await until('it is back', () => balancer.isReady(origin));
    }
  }

  await Promise.all([deletePeople(), killInstances()]);
  const result = await load.stop();
  // Whoever got no 200 asks again, as the docs say.
  for (const install of asked) {
    await until(`${install} is deleted`, async () => (await forget(install)) === 200);
    deleted.add(install);
  }

  const kept = new Map([...result.claims].filter(([, installs]) => !installs.some((each) => deleted.has(each))));
  const clicksOfDeleted = [...result.claims.keys()].filter((click) => !kept.has(click));
  const clicks = new Set([...result.clicks].filter((click) => !clicksOfDeleted.includes(click)));
  const losses = await countLosses(postgres.url, { ...result, clicks, claims: kept });
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND NOT relispartition`
  );
  const traces: string[] = [];
  for (const { name } of tables) {
    const found = await client.query(
      `SELECT FROM ${name} AS t WHERE EXISTS (SELECT FROM unnest($1::text[]) AS id WHERE strpos(t::text, id) > 0) LIMIT 1`,
      [[...deleted, ...clicksOfDeleted]]
    );
    if (found.rowCount) traces.push(name);
  }

  const day = new Date().toISOString().slice(0, 10);
  const path = `/api/statistics?from=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}&to=${day}`;
  const report = await balancer.send({ method: 'GET', path, headers: owner });
  const { total } = JSON.parse(report.body) as {
    total: { clicks: number; installs: number; purchases: number };
  };
  const { rows: counted } = await client.query(
    `SELECT (SELECT count(*)::int FROM clicks) AS clicks, (SELECT count(*)::int FROM installs) AS installs,
      (SELECT count(*)::int FROM events WHERE name = 'purchase') AS purchases`
  );
  console.log(`${kills} × kill -9, ${deleted.size} people deleted\n${describeLoad(result, losses)}`);
  assert.deepEqual(losses, { clicks: 0, claims: 0, events: 0, claimedTwice: 0 });
  assert.deepEqual(traces, [], 'nothing of a deleted person is left');
  const { clicks: seen, installs, purchases } = total;
  assert.deepEqual({ clicks: seen, installs, purchases }, counted[0], 'the report equals a count of the rows');
  assert.ok(kills > 0 && deleted.size > 0);
} finally {
  balancer.close();
  await client.end();
  for (const { child } of instances) child.kill('SIGKILL');
  await Promise.all(instances.map(({ ended }) => ended));
  await postgres.stop();
}
