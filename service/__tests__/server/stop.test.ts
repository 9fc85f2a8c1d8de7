import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { createNodeServer } from '../../src/server/createNodeServer.ts';
import { listen } from '../../src/server/listen.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { onEachDatabase, onPostgres } from '../support/onEachDatabase.ts';
import { openShop } from '../support/openShop.ts';
import { runCommand, runService } from '../support/runService.ts';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A server whose answer comes in so many parts, each when it is asked for. */
async function serveParts(parts: number, onPart: (part: number) => Promise<unknown>) {
  const { server, stop } = createNodeServer((_request, connection) => {
    connection.onStream?.();
    let part = 0;
    let working: Promise<unknown> = Promise.resolve();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        part += 1;
        working = onPart(part);
        await working;
        controller.enqueue(new TextEncoder().encode(`part ${part}\n`));
        if (part === parts) controller.close();
      },
      async cancel() {
        await working;
      },
    });
    return new Response(body, { headers: { 'transfer-encoding': 'chunked' } });
  });
  const listening = await listen(server, '127.0.0.1', 0);
  assert.ok(listening.kind === 'listening');
  return { url: `http://127.0.0.1:${listening.port}/`, port: listening.port, stop };
}

test('a stop lets an answer that is under way come to its end, and then closes silent connections', async () => {
  const { url, port, stop } = await serveParts(5, () => sleep(100));
  const silent = connect(port, '127.0.0.1').on('error', () => {});
  await once(silent, 'connect');
  const response = await fetch(url);
  const stopped = stop(50, 10_000);
  assert.match(await response.text(), /part 5\n$/);
  await stopped;
});

test('an answer that would never end is cut off, and the stop waits for the work behind it', async () => {
  const order: string[] = [];
  const { url, stop } = await serveParts(1_000, async (part) => {
    await sleep(300);
    order.push(`part ${part}`);
  });
  const response = await fetch(url);
  const read = response.text().catch(() => order.push('cut off'));
  await sleep(50);
  await stop(20, 100);
  const done = order.filter((entry) => entry.startsWith('part')).length;
  await read;
  await sleep(400);
  assert.ok(order.includes('cut off'));
  assert.equal(order.filter((entry) => entry.startsWith('part')).length, done);
});

/** As a list asks; a key is looked up by its columns. */
const isWholeTable = (args: readonly unknown[]) => args.length === 0;

onEachDatabase('an export', (opened) => {
  test('that fails at its start is an error, not an empty file', async () => {
    const shop = await openShop(opened.database);
    const { queries } = opened.database;
    const select = queries.select.bind(queries);
    let isBroken = false;
    queries.select = ((...args: Parameters<typeof select>) => {
      if (isBroken && isWholeTable(args)) throw new Error('Connection terminated unexpectedly');
      return select(...args);
    }) as typeof queries.select;
    try {
      isBroken = true;
      const response = await shop.callAsOwner('/api/export/links.csv');
      assert.equal(response.status, 503);
    } finally {
      queries.select = select;
    }
  });

  test('that fails later is cut off, so that nobody takes it for whole', async () => {
    const logged: unknown[] = [];
    const shop = await openShop(opened.database, { log: (...entry) => logged.push(entry) });
    await opened.database.queries.execute(sql`
      INSERT INTO links (code, app_id, destination, created_at)
      SELECT 'many-' || n, ${shop.app.id}, '/a', now() FROM generate_series(1, 2500) AS n`);
    const { queries } = opened.database;
    const select = queries.select.bind(queries);
    let pages = 0;
    queries.select = ((...args: Parameters<typeof select>) => {
      if (isWholeTable(args) && (pages += 1) === 2) throw new Error('Connection terminated unexpectedly');
      return select(...args);
    }) as typeof queries.select;
    const { server, stop } = createNodeServer((request, connection) => shop.service.fetch(request, connection));
    const listening = await listen(server, '127.0.0.1', 0);
    assert.ok(listening.kind === 'listening');
    const headers = { authorization: `Bearer ${shop.app.secretKey}`, 'x-app-id': shop.app.id };
    const url = `http://127.0.0.1:${listening.port}/api/export/links.csv`;
    try {
      await assert.rejects(fetch(url, { headers }).then((response) => response.text()));
      assert.match(JSON.stringify(logged), /An export was cut off/);
      pages = 2;
      const whole = await (await fetch(url, { headers })).text();
      assert.equal(whole.trim().split('\r\n').length, 2_503);
    } finally {
      queries.select = select;
      await stop(1_000);
    }
  });
});

onPostgres('a stop', (url) => {
  test('under load answers all that has come, and says nothing of a closed pool', async () => {
    const environment = { PORT: '0', DATABASE_URL: url(), LOG_LEVEL: 'info' };
    const added = await runCommand(['apps', 'add', '--id', 'loaded', '--name', 'Loaded'], environment);
    const key = /pk_[\w-]{32}/.exec(added.text)?.[0] ?? '';
    const server = runService([], environment);
    const [, address = ''] = await server.says(/Service at (\S+)\n/);
    const statuses: number[] = [];
    let isOver = false;
    const ask = async () => {
      while (!isOver) {
        try {
          const response = await fetch(`${address}/api/link/match-link`, {
            method: 'POST',
            headers: { authorization: `Bearer ${key}`, 'x-app-id': 'loaded', 'content-type': 'application/json' },
            body: '{"clickId":"nobody"}',
          });
          await response.text();
          statuses.push(response.status);
        } catch {
          // The port is closed, as it should be by then.
          isOver = true;
        }
      }
    };
    const callers = Array.from({ length: 8 }, ask);
    while (statuses.length <= callers.length) await sleep(20);
    server.child.kill('SIGTERM');
    assert.equal(await server.ended, 0, server.output.errors);
    isOver = true;
    await Promise.all(callers);
    assert.ok(
      statuses.every((status) => status === 404 || status === 429),
      String(new Set(statuses))
    );
    assert.ok(!/pool|A request failed/.test(server.output.errors), server.output.errors);
  });
});

test('a pooler that does not keep a session’s settings is refused with what to do', async () => {
  // PgBouncer's very answer to such a setting: an ErrorResponse.
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: lock_timeout'].map((field) => `${field}\0`);
  const text = Buffer.from(`${fields.join('')}\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(text.length + 4);
  const pooler = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, text])));
  }).listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  const bound = pooler.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  try {
    await assert.rejects(openDatabase({ url: `postgres://127.0.0.1:${port}/x` }), /pooler such as PgBouncer/);
  } finally {
    pooler.close();
  }
});
