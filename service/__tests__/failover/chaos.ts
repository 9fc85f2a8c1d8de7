import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { startPostgres } from '../../checks/postgresServer.mjs';
import { addShop } from './addShop.ts';
import { createBalancer } from './createBalancer.ts';
import { countLosses, describeLoad, sendLoad } from './sendLoad.ts';
import { startInstance, type Instance } from './startInstance.ts';
import { until } from './until.ts';
import { SECOND_MS } from '../../src/values/durations.ts';

// Two instances under load, one of which is killed again and again, while people are deleted, every other one by the id
// of the user who bought something. Then nothing that was acknowledged is missing or doubled, nothing of a deleted
// person is left, and reports equal a count of the rows.
//   npm run check:chaos              a minute
//   npm run check:chaos -- 600       as many seconds

const seconds = Number(process.argv[2] ?? 60);
const KILL_EVERY_MS = 10_000;
const DELETE_EVERY_MS = 500;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const postgres = await startPostgres();
const client = new Client({ connectionString: postgres.url });
const balancer = createBalancer();
const environment = {
  DATABASE_URL: postgres.url,
  LOG_LEVEL: 'error',
  LIMIT_PER_NETWORK: '10000',
};
/** All that ever ran, the oldest first. */
const instances: Instance[] = [];
const start = async () => void instances.push(await startInstance(balancer, environment));
try {
  const target = await addShop(postgres.url);
  await client.connect();
  await Promise.all([start(), start()]);
  const owner = { host: target.host, authorization: 'Bearer sk_load', 'x-app-id': target.appId };
  const load = sendLoad(balancer.send, target);
  const ends = Date.now() + seconds * SECOND_MS;
  /** What is to be deleted, by the install. */
  const asked = new Map<string, { path: string; user: string | null }>();
  const deleted = new Set<string>();

  /** The answer's status; 0 if the instance was killed meanwhile. */
  const ask = (method: 'POST' | 'DELETE', path: string, headers: Record<string, string>, body?: object) =>
    balancer.send({ method, path, headers, ...(body ? { body: JSON.stringify(body) } : {}) }).then(
      ({ status }) => status,
      () => 0
    );

  /** Whose install it is, once that is stored. */
  async function buy(installId: string): Promise<string> {
    const user = `user-${randomUUID()}`;
    const at = new Date().toISOString();
    const event = { id: randomUUID(), name: 'purchase', timestamp: at, data: { total: 1 }, userId: user };
    const headers = { ...owner, authorization: `Bearer ${target.key}`, 'content-type': 'application/json' };
    const body = { installId, platform: 'ios', sentAt: at, events: [event] };
    await until(`${user} has bought`, async () => (await ask('POST', '/api/link/events', headers, body)) === 200);
    return user;
  }

  const forget = (path: string) => ask('DELETE', path, owner);

  async function deletePeople(): Promise<void> {
    for (; Date.now() < ends; await sleep(DELETE_EVERY_MS)) {
      const install = [...load.result.claims.values()].flat().find((each) => !asked.has(each));
      if (install === undefined) continue;
      const user = asked.size % 2 === 0 ? await buy(install) : null;
      const path = user === null ? `/api/installs/${install}` : `/api/users/${user}`;
      asked.set(install, { path, user });
      if ((await forget(path)) === 200) deleted.add(install);
    }
  }

  let kills = 0;
  async function killInstances(): Promise<void> {
    for (await sleep(KILL_EVERY_MS / 2); Date.now() < ends; await sleep(KILL_EVERY_MS)) {
      const oldest = instances[kills];
      assert.ok(oldest);
      assert.equal(oldest.child.exitCode, null, `An instance ended by itself:\n${oldest.output.errors}`);
      oldest.child.kill('SIGKILL');
      await oldest.ended;
      kills += 1;
      await until('the balancer notices', () => !balancer.isReady(oldest.origin));
      balancer.remove(oldest.origin);
      await start();
    }
  }

  await Promise.all([deletePeople(), killInstances()]);
  const result = await load.stop();
  // Whoever got no 200 asks again, as the docs say.
  for (const [install, { path }] of asked) {
    await until(`${install} is deleted`, async () => (await forget(path)) === 200);
    deleted.add(install);
  }
  const users = [...asked.values()].flatMap(({ user }) => user ?? []);

  const kept = new Map([...result.claims].filter(([, installs]) => !installs.some((each) => deleted.has(each))));
  const clicksOfDeleted = new Set([...result.claims.keys()].filter((click) => !kept.has(click)));
  const clicks = new Set([...result.clicks].filter((click) => !clicksOfDeleted.has(click)));
  const losses = await countLosses(postgres.url, { ...result, clicks, claims: kept });
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND NOT relispartition`
  );
  const traces: string[] = [];
  // Every id ends with a UUID, so each row is read once, however many people were deleted.
  const uuids = [...deleted, ...users, ...clicksOfDeleted].map((id) => id.slice(-randomUUID().length));
  for (const { name } of tables) {
    const found = await client.query(
      `SELECT FROM ${name} AS t, regexp_matches(t::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') AS found
       WHERE found[1] = ANY($1::text[]) LIMIT 1`,
      [uuids]
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
  console.log(
    `${kills} × kill -9, ${deleted.size} people deleted, ${users.length} of them by the user’s id\n${describeLoad(result, losses)}`
  );
  assert.deepEqual(losses, { clicks: 0, claims: 0, events: 0, claimedTwice: 0 });
  assert.deepEqual(traces, [], 'nothing of a deleted person is left');
  const { clicks: seen, installs, purchases } = total;
  assert.deepEqual({ clicks: seen, installs, purchases }, counted[0], 'the report equals a count of the rows');
  assert.ok(kills > 0 && users.length > 0 && deleted.size > users.length);
} finally {
  for (const { origin, output } of instances) if (output.errors) console.log(`${origin}:\n${output.errors}`);
  balancer.close();
  await client.end();
  for (const { child } of instances) child.kill('SIGKILL');
  await Promise.all(instances.map(({ ended }) => ended));
  await postgres.stop();
}
