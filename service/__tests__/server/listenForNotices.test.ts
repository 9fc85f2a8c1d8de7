import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createPrimaryClient } from '../../src/server/createPrimaryClient.ts';
import { listenForNotices } from '../../src/server/listenForNotices.ts';
import { within } from '../../src/values/within.ts';

/** As long as a test may wait for what takes milliseconds. */
const PATIENCE_MS = 10_000;

test('who stops listening while the database says nothing does not wait for it', async (t) => {
  const silent = createServer((socket) => socket.resume());
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const Client = createPrimaryClient([`postgres://links@127.0.0.1:${port}/links`]);
  const listener = listenForNotices({
    newClient: () => new Client(),
    channel: 'changes',
    onNotice: () => {},
    onGap: () => {},
  });
  await once(silent, 'connection');
  const stopped = listener.stop().then(() => 'stopped');
  assert.equal(await within(PATIENCE_MS, stopped, () => 'still listening'), 'stopped');
});
