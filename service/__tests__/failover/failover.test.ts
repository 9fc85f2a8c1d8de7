import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { startPostgres } from '../../checks/postgresServer.mjs';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { rowsOf } from '../../src/storage/base/query.ts';
import { runService } from '../support/runService.ts';
import { addShop } from './addShop.ts';
import { createSender } from './createSender.ts';
import { countLosses, describeLoad, sendLoad } from './sendLoad.ts';

const LOAD_MS = 3_000;

/** As long as nobody has noticed that the primary is gone. */
const GAP_MS = 2_000;

/** Two waits of the service for a connection, and some for a slow machine. */
const MAX_REQUEST_MS = 12_000;

const RECOVERED_WITHIN_MS = 10_000;

/** Shorter than the caches remember anything: so it was a notice. */
const HEARD_WITHIN_MS = 4_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function eventually(isSo: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  for (const until = Date.now() + withinMs; Date.now() < until;) {
    if (await isSo()) return true;
    await sleep(50);
  }
  return false;
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

test('the primary is killed under load and the standby promoted: nothing acknowledged is lost, nothing claimed twice', async () => {
  const primary = await startPostgres({ settings: { synchronous_standby_names: "'*'" } });
  const standby = await startPostgres({ standbyOf: primary }).catch(async (error: unknown) => {
    await primary.stop();
    throw error;
  });
  const { send, close } = createSender();
  const url = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`;
  let service: ReturnType<typeof runService> | undefined;
  try {
    const target = await addShop(url);
    service = runService([], { PORT: '0', DATABASE_URL: url, TRUSTED_PROXIES: '1', LOG_LEVEL: 'error' });
    const [, origin = ''] = await service.says(/Service at (\S+)\n/);
    const load = sendLoad((ask) => send(origin, ask), target);
    const isReady = async () => (await send(origin, { method: 'GET', path: '/ready', headers: {} })).status === 200;

    await sleep(LOAD_MS);
    assert.ok(await isReady());
    await primary.kill();
    await sleep(GAP_MS);
    assert.equal(await isReady(), false);
    const refusedInGap = load.result.refused.length;
    await standby.promote();
    const promotedAt = Date.now();
    assert.ok(await eventually(isReady, RECOVERED_WITHIN_MS), 'the service recovers by itself');
    const recoveredMs = Date.now() - promotedAt;
    await sleep(LOAD_MS);

    const result = await load.stop();
    const losses = await countLosses(standby.url, result);
    console.log(`Failover, ready again ${recoveredMs} ms after the promotion\n${describeLoad(result, losses)}`);
    assert.deepEqual(losses, { clicks: 0, claims: 0, events: 0, claimedTwice: 0 });
    assert.equal(result.orphans.size, 0);
    assert.deepEqual(result.failed, []);
    assert.ok(refusedInGap > 0, 'requests in the gap were refused');
    assert.ok(result.longestMs < MAX_REQUEST_MS, `the longest took ${result.longestMs} ms`);

    const view = async () =>
      (await send(origin, { method: 'GET', path: `/${target.code}`, headers: { host: target.host } })).status;
    assert.equal(await view(), 200);
    await runOn(standby.url, 'UPDATE links SET disabled_at = now(); NOTIFY deferred_link_changes');
    assert.ok(await eventually(async () => (await view()) === 410, HEARD_WITHIN_MS), 'changes are heard of again');

    // Nobody told the old primary that it is none any more. It comes first in the list, and is not taken.
    await primary.restart();
    const database = await openDatabase({ url });
    try {
      const answer = await database.queries.execute(sql`SELECT inet_server_port() AS port`);
      assert.deepEqual(rowsOf(answer), [{ port: standby.port }]);
    } finally {
      await database.close();
    }
  } finally {
    close();
    service?.child.kill('SIGINT');
    await service?.ended;
    await standby.stop();
    await primary.stop();
  }
});
