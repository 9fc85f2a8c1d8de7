import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { createPace, type PaceOptions } from '../../src/flow/createPace.ts';
import { createTraffic } from '../../src/flow/createTraffic.ts';
import { createNodeServer } from '../../src/server/createNodeServer.ts';
import { listen } from '../../src/server/listen.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { rowsOf } from '../../src/storage/rowsOf.ts';
import { onEachDatabase, onPostgres } from '../support/onEachDatabase.ts';
import { openShop } from '../support/openShop.ts';

/** Work on numbers, each of which takes `ms`, and what was done about it. */
async function work(count: number, atOnce: number, ms: number, options: Partial<PaceOptions> = {}) {
  let now = 0;
  const rests: number[] = [];
  const pieces: number[] = [];
  const pace = createPace({
    clock: () => now,
    isQuiet: () => false,
    signal: new AbortController().signal,
    rest: async (restMs) => void rests.push(restMs),
    ...options,
  });
  const results = await pace(count, atOnce, (first, end) => {
    pieces.push(end - first);
    now += ms * (end - first);
    return Array.from({ length: end - first }, (_, index) => first + index);
  });
  assert.deepEqual(
    results,
    Array.from({ length: count }, (_, index) => index)
  );
  return { rests, pieces };
}

test('among others, long work rests after each piece for three times as long as the piece took', async () => {
  const { rests, pieces } = await work(7, 3, 4);
  assert.deepEqual(pieces, [3, 3, 1]);
  assert.deepEqual(rests, [36, 36, 12]);
});

test('a piece that takes long on a busy machine makes no long rest', async () => {
  assert.deepEqual((await work(1, 1, 3_600_000)).rests, [75]);
});

test('long work does not rest while nobody else is here', async () => {
  assert.deepEqual((await work(3, 1, 12, { isQuiet: () => true })).rests, [0, 0, 0]);
});

test('twenty requests within a second are traffic; a page of the dashboard is not', () => {
  let now = 0;
  const { note, isQuiet } = createTraffic(() => now);
  for (let request = 1; request < 20; request += 1) note();
  assert.equal(isQuiet(), true);
  note();
  assert.equal(isQuiet(), false);
  now = 1_000;
  assert.equal(isQuiet(), false);
  now = 1_001;
  assert.equal(isQuiet(), true);
});

onEachDatabase('a report', (opened) => {
  test('of a year is read some days at a time', async () => {
    const shop = await openShop(opened.database);
    const { queries } = opened.database;
    const execute = queries.execute.bind(queries);
    let statements = 0;
    queries.execute = (query: Parameters<typeof execute>[0]) => {
      statements += 1;
      return execute(query);
    };
    try {
      const response = await shop.callAsOwner('/api/statistics?by=day&from=2025-01-02&to=2026-01-01');
      assert.equal(((await response.json()) as { days: unknown[] }).days.length, 365);
    } finally {
      queries.execute = execute;
    }
    assert.equal(statements, Math.ceil(365 / 8));
  });

  test('rests while others are served, and only then', async (t) => {
    const shop = await openShop(opened.database);
    const countRests = async () => {
      const timers = t.mock.method(globalThis, 'setTimeout');
      const report = await shop.callAsOwner('/api/statistics?by=day&from=2026-01-01&to=2026-01-01');
      assert.equal(report.status, 200);
      timers.mock.restore();
      return timers.mock.calls.filter(({ arguments: [, ms = 0] }) => ms > 0 && ms <= 75).length;
    };
    assert.equal(await countRests(), 0);
    for (let view = 0; view < 20; view += 1) await shop.call('/health');
    assert.equal(await countRests(), 1);
  });

  test('stops when its client goes away', async () => {
    const { queries } = opened.database;
    let onAnswered = (_status: unknown) => {};
    const answered = new Promise((resolve) => {
      onAnswered = resolve;
    });
    const shop = await openShop(opened.database, {
      log: (_level, message, details) => {
        assert.equal(message, 'Request');
        onAnswered(details?.status);
      },
    });
    const { server, stop } = createNodeServer((request, connection) => shop.service.fetch(request, connection));
    const listening = await listen(server, '127.0.0.1', 0);
    assert.ok(listening.kind === 'listening');
    const client = new AbortController();
    let isGone: Promise<unknown> = Promise.resolve();
    server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
      isGone = once(response, 'close');
    });
    const execute = queries.execute.bind(queries);
    let statements = 0;
    queries.execute = (async (query: Parameters<typeof execute>[0]) => {
      statements += 1;
      client.abort();
      await isGone;
      return execute(query);
    }) as unknown as typeof execute;
    try {
      const url = `http://127.0.0.1:${listening.port}/api/statistics?by=day&from=2025-01-02&to=2026-01-01`;
      const headers = { authorization: `Bearer ${shop.app.secretKey}`, 'x-app-id': shop.app.id };
      await assert.rejects(fetch(url, { headers, signal: client.signal }), { name: 'AbortError' });
      assert.notEqual(await answered, 200);
      assert.equal(statements, 1);
    } finally {
      queries.execute = execute;
      await stop(0);
    }
  });
});

onPostgres('a connection', (url) => {
  test('has one core for each statement, and compiles none', async () => {
    const database = await openDatabase({ url: url() });
    try {
      const settings = await database.queries.execute(
        sql`SELECT current_setting('max_parallel_workers_per_gather') AS workers, current_setting('jit') AS jit`
      );
      assert.deepEqual(rowsOf(settings), [{ workers: '0', jit: 'off' }]);
    } finally {
      await database.close();
    }
  });
});
