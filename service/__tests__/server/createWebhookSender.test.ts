import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { after, describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createWebhookSender } from '../../src/server/createWebhookSender.ts';
import { listen } from '../../src/server/listen.ts';
import { readNetworks } from '../../src/values/networks.ts';

const HERE = readNetworks('127.0.0.0/8') ?? [];
const NEVER = new AbortController().signal;

const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n';

describe('a webhook', () => {
  const closing: (() => void)[] = [];
  after(() => closing.forEach((close) => close()));

  /** A receiver on this machine, and how often it was asked. */
  async function receive(answer: RequestListener) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.headers.host} ${request.url}`);
      answer(request, response);
    });
    const listening = await listen(server, '127.0.0.1', 0);
    assert.ok(listening.kind === 'listening');
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return { port: listening.port, asked };
  }

  const request = (url: string) => ({ appId: 'shop', url, headers: { 'webhook-id': 'msg_1' }, body: '{}' });

  /** A name whose address is this machine, as somebody could enter it into the DNS. */
  const named = (...addresses: string[]) => {
    const asked: string[] = [];
    const resolve = (host: string) => {
      asked.push(host);
      return Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
    };
    return { asked, resolve };
  };

  test('goes to the address that was checked, and the name is resolved once', async () => {
    const { port, asked } = await receive((_request, response) => response.end('thanks'));
    const { resolve, asked: resolved } = named('127.0.0.1');
    const send = createWebhookSender({ allowed: HERE, resolve });
    const outcome = await send(request(`http://receiver.test:${port}/in?a=1`), NEVER);
    assert.deepEqual(outcome, { kind: 'answered', status: 200, retryAfter: null, text: 'thanks' });
    assert.deepEqual(asked, [`POST receiver.test:${port} /in?a=1`]);
    assert.deepEqual(resolved, ['receiver.test']);
  });

  test('shares a connection with the one before, but is checked by itself', async () => {
    const ports = new Set<number | undefined>();
    const { port, asked } = await receive((inbound, response) => {
      ports.add(inbound.socket.remotePort);
      response.writeHead(204).end();
    });
    let address = '127.0.0.1';
    const send = createWebhookSender({ allowed: HERE, resolve: () => Promise.resolve([{ address, family: 4 }]) });
    const sendOne = async () => (await send(request(`http://receiver.test:${port}/`), NEVER)).kind;
    assert.deepEqual([await sendOne(), await sendOne()], ['answered', 'answered']);
    assert.equal(ports.size, 1);
    address = '10.0.0.1';
    assert.equal(await sendOne(), 'failed');
    assert.equal(asked.length, 2);
  });

  test('has its answer, though the receiver takes longer than a connection rests', async () => {
    const { port } = await receive((_request, response) => void setTimeout(() => response.end('late'), 900));
    const outcome = await createWebhookSender({ allowed: HERE })(request(`http://127.0.0.1:${port}/`), NEVER);
    assert.deepEqual(outcome, { kind: 'answered', status: 200, retryAfter: null, text: 'late' });
  });

  const FORBIDDEN = [
    'http://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://0x7f.1:PORT/',
    'http://2130706433:PORT/',
    'http://0.0.0.0:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'https://[fd00:ec2::254]/',
    // No TLS, even to a public address.
    'http://93.184.216.34/',
  ];
  for (const url of FORBIDDEN) {
    test(`never goes to ${url}`, async () => {
      const { port, asked } = await receive((_request, response) => response.end());
      const outcome = await createWebhookSender()(request(url.replace('PORT', String(port))), NEVER);
      assert.ok(outcome.kind === 'failed');
      assert.match(outcome.reason, /has no address that webhooks may go to: use https and a public address, or add/);
      assert.deepEqual(asked, []);
    });
  }

  test('never goes to a public name with a private address', async () => {
    const { port, asked } = await receive((_request, response) => response.end());
    for (const addresses of [['127.0.0.1'], ['::1', '10.0.0.1'], ['::ffff:127.0.0.1'], []]) {
      const send = createWebhookSender({ resolve: named(...addresses).resolve });
      assert.equal((await send(request(`https://rebound.test:${port}/`), NEVER)).kind, 'failed');
    }
    assert.deepEqual(asked, []);
  });

  test('follows no redirect', async () => {
    const inner = await receive((_request, response) => response.end('secret'));
    const { port } = await receive((_request, response) =>
      response.writeHead(301, { location: `http://127.0.0.1:${inner.port}/` }).end()
    );
    const outcome = await createWebhookSender({ allowed: HERE })(request(`http://127.0.0.1:${port}/`), NEVER);
    assert.ok(outcome.kind === 'answered');
    assert.equal(outcome.status, 301);
    assert.deepEqual(inner.asked, []);
  });

  test('says when to come back, and keeps the beginning of a long answer', async () => {
    const { port } = await receive((_request, response) =>
      response.writeHead(503, { 'retry-after': '120' }).end('x'.repeat(100_000))
    );
    const outcome = await createWebhookSender({ allowed: HERE })(request(`http://127.0.0.1:${port}/`), NEVER);
    assert.deepEqual(outcome, { kind: 'answered', status: 503, retryAfter: '120', text: 'x'.repeat(500) });
  });

  test('keeps an answer that arrives in parts', async () => {
    const { port } = await receive((_request, response) => {
      response.write('thanks, ');
      setTimeout(() => response.end('all good'), 50);
    });
    const outcome = await createWebhookSender({ allowed: HERE })(request(`http://127.0.0.1:${port}/`), NEVER);
    assert.equal(outcome.kind === 'answered' && outcome.text, 'thanks, all good');
  });

  for (const [what, answer, withinMs, reason] of [
    ['hangs', () => {}, 200, /^No answer within 0\.2 s\.$/],
    ['closes the connection', (inbound) => inbound.socket.destroy(), undefined, /socket hang up|ECONNRESET/],
    [
      'changes the protocol',
      (inbound) => inbound.socket.write(UPGRADE),
      undefined,
      /^It answered 101, for another protocol\.$/,
    ],
  ] satisfies [string, RequestListener, number | undefined, RegExp][]) {
    test(`to a receiver that ${what} fails with a reason`, async () => {
      const { port } = await receive(answer);
      const send = createWebhookSender({ allowed: HERE, withinMs });
      const outcome = await send(request(`http://127.0.0.1:${port}/`), NEVER);
      assert.ok(outcome.kind === 'failed');
      assert.match(outcome.reason, reason);
    });
  }

  test('is given up in time, though its memory is collected while it waits', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const { port } = await receive(() => {});
    const sent = createWebhookSender({ allowed: HERE, withinMs: 300 })(request(`http://127.0.0.1:${port}/`), NEVER);
    const collecting = setInterval(collect, 50);
    const outcome = await sent.finally(() => clearInterval(collecting));
    assert.deepEqual(outcome, { kind: 'failed', reason: 'No answer within 0.3 s.' });
  });

  test('to a receiver that sends a status and then hangs has its answer', async () => {
    const { port } = await receive((_request, response) => void response.writeHead(200).write('o'));
    const outcome = await createWebhookSender({ allowed: HERE })(request(`http://127.0.0.1:${port}/`), NEVER);
    assert.ok(outcome.kind === 'answered');
    assert.equal(outcome.status, 200);
  });

  test('has company of any number, which is no reason to warn of a leak', async (t) => {
    const warned: string[] = [];
    const note = ({ name }: Error) => warned.push(name);
    process.on('warning', note);
    t.after(() => process.off('warning', note));
    const { port } = await receive((_request, response) => setTimeout(() => response.end(), 50));
    const send = createWebhookSender({ allowed: HERE });
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 20 }, () => send(request(`http://127.0.0.1:${port}/`), signal)));
    assert.deepEqual(warned, []);
  });

  test('is given up when the service stops', async () => {
    const { port } = await receive(() => {});
    const stopping = new AbortController();
    const sent = createWebhookSender({ allowed: HERE })(request(`http://127.0.0.1:${port}/`), stopping.signal);
    stopping.abort();
    assert.deepEqual(await sent, { kind: 'failed', reason: 'The service stopped.' });
  });
});
