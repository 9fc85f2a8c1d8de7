import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createNodeServer } from '../../src/server/createNodeServer.ts';
import { listen } from '../../src/server/listen.ts';
import { startService } from '../../src/server/startService.ts';
import { fillFolder } from '../support/openMemory.ts';
import { runService } from '../support/runService.ts';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks over a connection that is kept if the server keeps it. */
async function ask(url: string, agent: Agent): Promise<IncomingMessage> {
  const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response;
}

async function serve(handle: () => Promise<void>, limits: Parameters<typeof createNodeServer>[1] = {}) {
  const fetch = async () => {
    await handle();
    return new Response('done');
  };
  const { server, drain, stop } = createNodeServer(fetch, limits);
  const listening = await listen(server, '127.0.0.1', 0);
  assert.ok(listening.kind === 'listening');
  return { url: `http://127.0.0.1:${listening.port}/`, port: listening.port, drain, stop };
}

test('connections are kept for longer than proxies keep them, until the server drains: then each answer closes its own', async () => {
  let finish: (() => void) | undefined;
  let isHeld = false;
  const { url, drain, stop } = await serve(async () => {
    if (isHeld) await new Promise<void>((resolve) => (finish = resolve));
  });
  const agent = new Agent({ keepAlive: true });
  try {
    const { headers } = await ask(url, agent);
    assert.deepEqual([headers.connection, headers['keep-alive']], ['keep-alive', 'timeout=75']);
    isHeld = true;
    const underWay = ask(url, agent);
    while (!finish) await sleep(10);
    drain();
    finish();
    assert.equal((await underWay).headers.connection, 'close');
    isHeld = false;
    // It still listens, as nobody may know yet that it shouldn't be asked.
    assert.equal((await ask(url, agent)).headers.connection, 'close');
  } finally {
    await stop(0);
    agent.destroy();
  }
});

test('a connection that rests between two requests is not one whose headers are slow', async () => {
  const { url, stop } = await serve(() => Promise.resolve(), { headersWithinMs: 300 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const first = await ask(url, agent);
    await sleep(2_500);
    const second = await ask(url, agent);
    assert.equal(first.socket, second.socket);
  } finally {
    await stop(0);
    agent.destroy();
  }
});

test('one whose headers never end is closed, however slowly they come', async () => {
  const { port, stop } = await serve(() => Promise.resolve(), { headersWithinMs: 300 });
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
  let drops = 0;
  const drip = setInterval(() => socket.write(`X-Slow-${(drops += 1)}: a\r\n`), 50);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  try {
    await once(socket, 'close');
    // Node's own limit is a minute, which is twice as many.
    assert.ok(drops < 600);
    assert.match(answer, /^HTTP\/1\.1 408 /);
  } finally {
    clearInterval(drip);
    await stop(0);
  }
});

test('a process that stops calls itself not ready, serves for as long as it was told, and then is gone', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'deferred-link-drain-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await fillFolder(folder);
  const outcome = await startService({ port: 0, database: { folder } });
  assert.ok(outcome.kind === 'started');
  const { url, close } = outcome;
  const first = await fetch(`${url}/ready`);
  assert.deepEqual([first.status, await first.json()], [200, { status: 'ok' }]);
  const closed = close(5_000);
  const ready = await fetch(`${url}/ready`);
  assert.deepEqual([ready.status, await ready.json()], [503, { status: 'stopping' }]);
  const page = await fetch(`${url}/nowhere`);
  await page.text();
  assert.equal(page.status, 404);
  await closed;
  await assert.rejects(fetch(`${url}/ready`));
});

test('a process that waits for its database is alive and not ready', async () => {
  // Accepts, and says nothing until it is gone.
  const sockets: { destroy: () => void }[] = [];
  const database = createServer((socket) => sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(database, 'listening');
  const { port: databasePort } = database.address() as AddressInfo;
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  await new Promise((resolve) => free.close(resolve));

  const starting = startService({ port, database: { url: `postgres://127.0.0.1:${databasePort}/x` } });
  try {
    while (sockets.length === 0) await sleep(10);
    assert.equal((await fetch(`http://127.0.0.1:${port}/health`)).status, 200);
    const ready = await fetch(`http://127.0.0.1:${port}/ready`);
    assert.deepEqual([ready.status, await ready.json()], [503, { status: 'starting' }]);
  } finally {
    for (const socket of sockets) socket.destroy();
    database.close();
    assert.equal((await starting).kind, 'failed');
  }
});

test('SIGTERM that comes twice, as by npx, is one; Ctrl-C ends the waiting', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deferred-link-signals-'));
  const environment = { PORT: '0', DATA_FOLDER: folder, DRAIN_SECONDS: '60' };
  await fillFolder(folder);
  const server = runService([], environment);
  try {
    const [, url = ''] = await server.says(/Service at (\S+)\n/);
    const status = async () => (await fetch(`${url}/ready`)).status;
    assert.equal(await status(), 200);
    server.child.kill('SIGTERM');
    while ((await status()) !== 503) await sleep(20);
    server.child.kill('SIGTERM');
    await sleep(300);
    assert.equal(await status(), 503);
    server.child.kill('SIGINT');
    await server.ended;
    assert.equal(server.child.signalCode, 'SIGINT');
    assert.equal(server.output.errors, '');
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
    await rm(folder, { recursive: true, force: true });
  }
});
