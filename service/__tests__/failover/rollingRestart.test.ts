import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../../scripts/freePort.mjs';
import { startPostgres } from '../../checks/postgresServer.mjs';
import { runService } from '../support/runService.ts';
import { addShop } from './addShop.ts';
import { createBalancer } from './createBalancer.ts';
import { countLosses, describeLoad, sendLoad } from './sendLoad.ts';

const LOAD_MS = 1_000;

const READY_WITHIN_MS = 60_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + READY_WITHIN_MS; !isSo(); await sleep(20)) assert.ok(Date.now() < end, 'ready in time');
}

test('two instances are restarted under load, one after the other: no request fails', async () => {
  const postgres = await startPostgres();
  const ports = await Promise.all([freePort(), freePort()]);
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  const balancer = createBalancer(origins);
  const startInstance = (port: number) => {
    const environment = { DATABASE_URL: postgres.url, TRUSTED_PROXIES: '1', LOG_LEVEL: 'warn', DRAIN_SECONDS: '4' };
    return runService([], { ...environment, PORT: String(port) });
  };
  let instances: ReturnType<typeof runService>[] = [];
  try {
    const target = await addShop(postgres.url);
    instances = ports.map(startInstance);
    await until(() => origins.every(balancer.isReady));
    const load = sendLoad(balancer.send, target);
    await sleep(LOAD_MS);
    for (const [index, port] of ports.entries()) {
      const [instance, origin] = [instances[index], origins[index]];
      assert.ok(instance && origin);
      instance.child.kill('SIGTERM');
      assert.equal(await instance.ended, 0, instance.output.errors);
      assert.equal(instance.output.errors, '');
      instances[index] = startInstance(port);
      await until(() => balancer.isReady(origin));
      await sleep(LOAD_MS);
    }
    const result = await load.stop();
    const losses = await countLosses(postgres.url, result);
    console.log(`Rolling restart\n${describeLoad(result, losses)}`);
    assert.deepEqual(losses, { clicks: 0, claims: 0, events: 0, claimedTwice: 0 });
    assert.equal(result.orphans.size, 0);
    assert.deepEqual([result.failed, result.refused], [[], 0]);
  } finally {
    balancer.close();
    for (const { child } of instances) child.kill('SIGINT');
    await Promise.all(instances.map(({ ended }) => ended));
    await postgres.stop();
  }
});
