import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { freePort } from '../../../../../scripts/freePort.mjs';
import { createNodeServer } from '../../../../src/server/createNodeServer.ts';
import { listen } from '../../../../src/server/listen.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';
import { iphone } from '../../../support/phones.ts';

const PAGE = new URL('../../../../../docs/attribution.md', import.meta.url);
const MAX_LINES = 30;

async function readSample(): Promise<string> {
  const [, sample = ''] = /^```js\n([\s\S]*?)^```$/m.exec(await readFile(PAGE, 'utf8')) ?? [];
  const lines = sample.trimEnd().split('\n').length;
  assert.ok(lines > 1 && lines <= MAX_LINES, `the sample has ${lines} lines`);
  return sample;
}

/** The sample as its own process, in front of a shop that listens on a port; gives what posts to it. */
async function startSample(t: TestContext, shop: Shop) {
  const folder = await mkdtemp(join(tmpdir(), 'sample-backend-'));
  t.after(() => rm(folder, { recursive: true }));
  const { server, stop } = createNodeServer((request, connection) => shop.service.fetch(request, connection));
  t.after(() => stop(0));
  const listening = await listen(server, '127.0.0.1', 0);
  assert.equal(listening.kind, 'listening');

  const port = await freePort();
  const file = join(folder, 'backend.mjs');
  // Says when it listens; a person sees that it doesn't end.
  await writeFile(file, (await readSample()).replace('.listen(PORT)', ".listen(PORT, () => console.log('listens'))"));
  const backend = spawn(process.execPath, [file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      LINKS: `http://127.0.0.1:${listening.kind === 'listening' ? listening.port : 0}`,
      APP_ID: shop.app.id,
      SECRET_KEY: shop.app.secretKey,
      PORT: String(port),
    },
  });
  t.after(async () => {
    backend.kill();
    await once(backend, 'close');
  });
  await once(backend.stdout, 'data');

  return async (path: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  };
}

onOneDatabase('the sample backend of docs/attribution.md', (opened) => {
  test('knows at sign-up who invited a user, and its payments and renewals count for that link', async (t) => {
    const shop = await openShop(opened.database);
    const shared = await shop.callAsApp('/api/link/create', {
      body: { route: '/invite', data: { invitedBy: 'Ada' } },
      headers: { 'x-install-id': 'ada-phone' },
    });
    const code = new URL(((await shared.json()) as { url: string }).url).pathname.slice(1);
    const clickId = await shop.click(code, iphone);
    assert.equal((await shop.match({ clickId }, undefined, 'ben-phone')).status, 200);

    const post = await startSample(t, shop);
    const signUp = (userId: string, installId: string | null) => post('/sign-up', { userId, installId });
    assert.deepEqual(await signUp('ben', 'ben-phone'), { status: 200, body: { invitedBy: 'Ada' } });
    assert.deepEqual(await signUp('eve', 'unknown-phone'), { status: 200, body: { invitedBy: null } });
    assert.deepEqual(await signUp('zoe', null), { status: 200, body: { invitedBy: null } });

    const payment = { userId: 'ben', total: 5, currency: 'EUR' };
    const stored = { status: 200, body: { accepted: 1, repeated: 0, rejected: [] } };
    // The clock of the shop stands; a payment of today counts as now.
    assert.deepEqual(await post('/payments', { ...payment, orderId: 'order-1' }), stored);
    shop.clock.now += 100 * 24 * 60 * 60 * 1000;
    assert.deepEqual(await post('/payments', { ...payment, orderId: 'order-2', renewalOf: 'order-1' }), stored);
    const response = await shop.callAsOwner(`/api/statistics?by=link&link=${code}&from=2026-01-01&to=2026-12-31`);
    const { total } = (await response.json()) as { total: { revenue: unknown } };
    assert.deepEqual(total.revenue, [{ currency: 'EUR', sum: '10' }]);
  });
});
