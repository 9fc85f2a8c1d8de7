import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createLog } from '../../src/server/createLog.ts';
import { createNodeServer } from '../../src/server/createNodeServer.ts';
import { listen } from '../../src/server/listen.ts';
import { startService } from '../../src/server/startService.ts';
import { expectMemory, fillFolder, openInMemory } from '../support/openMemory.ts';
import { runCommand, runService } from '../support/runService.ts';
import { DAY_MS } from '../../src/values/durations.ts';

/** Node would wait a minute for a connection on which nothing comes. */
const STOP_WITHIN_MS = 15_000;

const ADMIN_TOKEN = 'token-for-tests';

const asBrowser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

describe('the server', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deferred-link-service-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  after(expectMemory());

  /** The folder of a service that has run before. */
  async function usedFolder(name: string): Promise<string> {
    await fillFolder(join(folder, name));
    return join(folder, name);
  }

  /** Adds an app with the link "halo" to a running service; returns the headers of its owner and of the app. */
  async function addShop(url: string) {
    const send = async (path: string, body: object, headers: Record<string, string>) => {
      const options = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
      const answer = await fetch(`${url}${path}`, { ...options, body: JSON.stringify(body) });
      assert.equal(answer.status, 201);
      return (await answer.json()) as { publishableKey: string; secretKey: string };
    };
    const asAdmin = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const { publishableKey, secretKey } = await send('/api/apps', { id: 'shop', name: 'Shop' }, asAdmin);
    const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, 'x-app-id': 'shop' });
    const owner = headersOf(secretKey);
    await send('/api/links', { code: 'halo', destination: '/halo' }, owner);
    return { owner, app: headersOf(publishableKey) };
  }

  /** Deletes what is old now, or is refused because the clock has jumped. */
  async function runRetention(url: string): Promise<void> {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const answer = await fetch(`${url}/api/jobs/retention/run`, { method: 'POST', headers });
    assert.ok(answer.status === 200 || answer.status === 409, String(answer.status));
  }

  test('prints its address and once the admin token, serves, and ends cleanly on Ctrl-C, silent connections or not', async () => {
    const environment = { PORT: '0', DATA_FOLDER: join(folder, 'first') };
    const server = runService([], environment);
    const [, url = ''] = await server.says(/^Service at (http:\/\/127\.0\.0\.1:\d+)\n/);
    const [, token = ''] = await server.says(/^Admin token: (admin_[\w-]+)\n/m);
    const apps = await fetch(`${url}/api/apps`, { headers: { authorization: `Bearer ${token}` } });
    assert.deepEqual(await apps.json(), { apps: [] });
    assert.equal((await fetch(`${url}/health`)).status, 200);
    assert.equal((await fetch(`${url}/ready`)).status, 200);
    const silent = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
    await once(silent, 'connect');
    const stoppedAt = Date.now();
    server.child.kill('SIGINT');
    assert.equal(await server.ended, 0);
    assert.ok(Date.now() - stoppedAt < STOP_WITHIN_MS);
    // While the first start sets up its database, it says so.
    const [notice = '', ...others] = server.output.errors.trim().split('\n');
    assert.match(
      (JSON.parse(notice) as { message: string }).message,
      /^Waiting: a new database is being set up in .*first$/
    );
    assert.deepEqual(others, []);

    const again = runService([], environment);
    const [, secondUrl = ''] = await again.says(/Service at (\S+)\n/);
    const secondAnswer = await fetch(`${secondUrl}/api/apps`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(secondAnswer.status, 200);
    again.child.kill('SIGTERM');
    assert.equal(await again.ended, 0);
    assert.ok(!again.output.text.includes('Admin token'));
    assert.equal(again.output.errors, '');
  });

  test('metrics are there for the admin, by patterns of routes and without anything of a visitor', async () => {
    const logged: unknown[] = [];
    let now = Date.parse('2026-01-01T12:00:00Z');
    const outcome = await openInMemory(() =>
      startService({
        clock: () => (now += 1_000),
        port: 0,
        database: { folder: join(folder, 'metrics') },
        adminToken: ADMIN_TOKEN,
        log: (...entry) => logged.push(entry),
      })
    );
    assert.ok(outcome.kind === 'started');
    try {
      assert.equal(outcome.adminToken, null);
      await fetch(`${outcome.url}/secret-code?email=ana@example.com`);
      await fetch(`${outcome.url}/health`);
      assert.equal((await fetch(`${outcome.url}/metrics`)).status, 401);
      const answer = await fetch(`${outcome.url}/metrics`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
      const text = await answer.text();
      assert.match(text, /http_requests_total\{method="GET",route="\/:code",status="404"\} 1/);
      assert.match(text, /route="\/health",status="200"\} 1/);
      assert.match(text, /route="\/metrics",status="401"\} 1/);
      assert.match(text, /http_request_duration_seconds_bucket/);
      const start = Date.parse('2026-01-01T12:00:01Z') / 1_000;
      for (const name of ['retention', 'rollups', 'learning']) {
        const readTime = async () => {
          const again = await fetch(`${outcome.url}/metrics`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
          return new RegExp(`job_last_success_timestamp_seconds{name="${name}"} (\\d+)`).exec(await again.text())?.[1];
        };
        while (Number(await readTime()) <= start);
      }
      assert.ok(!/secret-code|ana@example/.test(text));
      assert.match(JSON.stringify(logged), /"route":"\/:code","status":404/);
      assert.ok(!/secret-code|ana@example|127\.0\.0\.1/.test(JSON.stringify(logged)));
    } finally {
      await outcome.close();
    }
  });

  test('an upload that its sender cuts off is not taken for a fault of the database', async () => {
    const logged: { level: string; message: string }[] = [];
    let isLogged = () => {};
    const answered = new Promise<void>((resolve) => {
      isLogged = resolve;
    });
    const outcome = await openInMemory(() =>
      startService({
        port: 0,
        database: { folder: join(folder, 'uploads') },
        adminToken: ADMIN_TOKEN,
        log: (level, message) => {
          logged.push({ level, message });
          if (message === 'Request') isLogged();
        },
      })
    );
    assert.ok(outcome.kind === 'started');
    const socket = connect(Number(new URL(outcome.url).port), '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    const head = 'POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Type: application/json';
    socket.write(`${head}\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n`);
    // The service says so once it has begun to answer the request.
    await once(socket, 'data');
    socket.destroy();
    await answered;
    await outcome.close();
    assert.deepEqual(
      logged.filter(({ level }) => level !== 'debug'),
      []
    );
  });

  test('the log is one line of JSON for each entry, from its level on', () => {
    const lines: string[] = [];
    const log = createLog('warn', (line) => lines.push(line));
    log('info', 'too low');
    log('error', 'a fault', { code: '42P01' });
    assert.equal(lines.length, 1);
    const { time, ...entry } = JSON.parse(lines[0] ?? '') as { time: string };
    assert.ok(!Number.isNaN(Date.parse(time)));
    assert.deepEqual(entry, { level: 'error', message: 'a fault', code: '42P01' });
    createLog('silent', () => assert.fail())('error', 'unheard');
  });

  test('clicks go after 90 days', async () => {
    let now = Date.now();
    const data = await usedFolder('clicks');
    let shop: Awaited<ReturnType<typeof addShop>> | undefined;
    async function countClicks(visits: number) {
      const database = { folder: data };
      const outcome = await startService({ port: 0, database, adminToken: ADMIN_TOKEN, clock: () => now });
      assert.ok(outcome.kind === 'started');
      try {
        shop ??= await addShop(outcome.url);
        await runRetention(outcome.url);
        for (let visit = 0; visit < visits; visit++) await fetch(`${outcome.url}/halo`, { headers: asBrowser });
        const answer = await fetch(`${outcome.url}/api/clicks`, { headers: shop.owner });
        return ((await answer.json()) as { clicks: unknown[] }).clicks.length;
      } finally {
        await outcome.close();
      }
    }
    assert.equal(await countClicks(2), 2);
    now += 89 * DAY_MS;
    assert.equal(await countClicks(1), 3);
    now += 2 * DAY_MS;
    assert.equal(await countClicks(0), 1);
  });

  test('events go after RETENTION_DAYS, and clicks with them', async () => {
    let now = Date.now();
    const data = await usedFolder('events');
    let shop: Awaited<ReturnType<typeof addShop>> | undefined;
    async function count(sent: number) {
      const options = { port: 0, database: { folder: data }, adminToken: ADMIN_TOKEN, retentionDays: 30 };
      const outcome = await startService({ ...options, clock: () => now });
      assert.ok(outcome.kind === 'started');
      const { owner, app } = (shop ??= await addShop(outcome.url));
      await runRetention(outcome.url);
      const read = async (list: 'events' | 'clicks') => {
        const answer = await fetch(`${outcome.url}/api/${list}`, { headers: owner });
        return ((await answer.json()) as Record<string, unknown[]>)[list]?.length;
      };
      try {
        for (let event = 0; event < sent; event++) {
          await fetch(`${outcome.url}/halo`, { headers: asBrowser });
          // The phone's clock is years behind: what counts is when the event came.
          const timestamp = '2001-01-01T00:00:00Z';
          const events = [{ id: `${now}-${event}`, name: 'login', timestamp }];
          const stored = await fetch(`${outcome.url}/api/link/events`, {
            method: 'POST',
            headers: { ...app, 'content-type': 'application/json' },
            body: JSON.stringify({ installId: 'd', sentAt: timestamp, events }),
          });
          assert.equal(stored.status, 200);
        }
        return [await read('events'), await read('clicks')];
      } finally {
        await outcome.close();
      }
    }
    assert.deepEqual(await count(2), [2, 2]);
    now += 29 * DAY_MS;
    assert.deepEqual(await count(1), [3, 3]);
    now += 2 * DAY_MS;
    assert.deepEqual(await count(0), [1, 1]);
  });

  test('a port in use is one clear line, and touches no data', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const address = squatter.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    try {
      const untouched = join(folder, 'untouched');
      const { code, errors } = await runCommand([], { PORT: String(port), DATA_FOLDER: untouched });
      assert.equal(code, 1);
      assert.equal(errors, `Port ${port} is in use. Choose another with PORT, for example PORT=${port + 1}.\n`);
      await assert.rejects(rm(untouched), { code: 'ENOENT' });
    } finally {
      squatter.close();
    }
  });

  test('a database that can’t be reached frees the port again', async () => {
    const outcome = await startService({ port: 0, database: { url: 'postgres://127.0.0.1:1/x' } });
    assert.equal(outcome.kind, 'failed');
  });
});

describe('connections', () => {
  async function serve(fetch: (request: Request) => Promise<Response>, limits: { requestWithinMs?: number } = {}) {
    const { server, stop } = createNodeServer(fetch, limits);
    const listening = await listen(server, '127.0.0.1', 0);
    assert.ok(listening.kind === 'listening');
    return { port: listening.port, stop };
  }

  async function send(port: number, text: string): Promise<{ socket: Socket; answer: () => string }> {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    let received = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      received += part;
    });
    await once(socket, 'connect');
    socket.write(text);
    return { socket, answer: () => received };
  }

  test('one whose body never comes is closed', async () => {
    const { port, stop } = await serve(async (request) => new Response(await request.text()), {
      requestWithinMs: 300,
    });
    try {
      const { socket } = await send(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nslow');
      await once(socket, 'close');
    } finally {
      await stop(0);
    }
  });

  test('a balancer that speaks HTTP/1.0 and names no host is answered', async () => {
    const { port, stop } = await serve((request) => Promise.resolve(new Response(new URL(request.url).pathname)));
    try {
      const { socket, answer } = await send(port, 'GET /ready HTTP/1.0\r\n\r\n');
      await once(socket, 'close');
      assert.match(answer(), /^HTTP\/1\.1 200 [^]*\r\n\r\n\/ready$/);
    } finally {
      await stop(0);
    }
  });

  test('a stop waits for the handler, even one whose caller has gone, and answers what came', async () => {
    const order: string[] = [];
    let finish = () => {};
    const asked = new Promise<void>((began) => {
      void serve(async () => {
        began();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        order.push('handled');
        return new Response('done');
      }).then(async ({ port, stop }) => {
        const { socket, answer } = await send(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
        await asked;
        const stopped = stop(200).then(() => order.push('stopped'));
        const closed = once(socket, 'close');
        await closed;
        assert.equal(answer(), '');
        finish();
        await stopped;
        order.push('end');
      });
    });
    while (!order.includes('end')) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(order, ['handled', 'stopped', 'end']);
  });
});
