import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { listen } from '../../src/server/listen.ts';

test('a server can be reached only at the address it listens on', async () => {
  const server = createServer();
  try {
    const listening = await listen(server, '127.0.0.1', 0);
    assert.equal(listening.kind === 'listening' && listening.address, '127.0.0.1');
  } finally {
    server.close();
  }
});
