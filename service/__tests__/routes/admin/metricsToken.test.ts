import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from '../../../src/server/createMetrics.ts';
import { hashText } from '../../../src/values/hashText.ts';
import { openMemory } from '../../support/openMemory.ts';
import { openShop } from '../../support/openShop.ts';

test('the metrics’ own token opens the metrics and nothing else; the admin token opens them, too', async (t) => {
  const database = await openMemory();
  t.after(() => database.close());
  const shop = await openShop(database, {
    metrics: createMetrics(),
    metricsTokenHash: await hashText('metrics-token'),
  });
  const ask = async (path: string, token: string) =>
    (await shop.call(path, { headers: { authorization: `Bearer ${token}` } })).status;
  assert.equal(await ask('/metrics', 'metrics-token'), 200);
  assert.equal(await ask('/metrics', shop.adminToken), 200);
  assert.equal(await ask('/metrics', 'another-token'), 401);
  assert.equal(await ask('/metrics', shop.app.secretKey), 401);
  for (const path of ['/api/apps', '/api/keys?app=x', '/api/whoami', '/api/links']) {
    assert.equal(await ask(path, 'metrics-token'), 401, path);
  }
});
