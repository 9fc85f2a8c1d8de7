import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPostgres } from '../../checks/postgresServer.mjs';
import { addShop } from './addShop.ts';
import { createBalancer } from './createBalancer.ts';
import { startInstance, type Instance } from './startInstance.ts';
import { countLosses, describeLoad, sendLoad } from './sendLoad.ts';

const LOAD_MS = 1_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('two instances are restarted under load, one after the other: no request fails', async () => {
  const postgres = await startPostgres();
  const balancer = createBalancer();
  const environment = { DATABASE_URL: postgres.url, LOG_LEVEL: 'warn', DRAIN_SECONDS: '4' };
  const instances: Instance[] = [];
  const start = async () => void instances.push(await startInstance(balancer, environment));
  try {
    const target = await addShop(postgres.url);
    await Promise.all([start(), start()]);
    const load = sendLoad(balancer.send, target);
    await sleep(LOAD_MS);
    for (const instance of [...instances]) {
      instance.child.kill('SIGTERM');
      assert.equal(await instance.ended, 0, instance.output.errors);
      assert.equal(instance.output.errors, '');
      balancer.remove(instance.origin);
      await start();
      await sleep(LOAD_MS);
    }
    const result = await load.stop();
    const losses = await countLosses(postgres.url, result);
    console.log(`Rolling restart\n${describeLoad(result, losses)}`);
    assert.deepEqual(losses, { clicks: 0, claims: 0, events: 0, claimedTwice: 0 });
    assert.equal(result.orphans.size, 0);
    assert.deepEqual([result.failed, result.refused], [[], []]);
  } finally {
    balancer.close();
    for (const { child } of instances) child.kill('SIGINT');
    await Promise.all(instances.map(({ ended }) => ended));
    await postgres.stop();
  }
});
