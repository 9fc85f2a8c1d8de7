import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createNameResolver } from '../../src/server/createNameResolver.ts';

/** The name and the type of the only question of a DNS message. */
function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** An answer with one address, or with none. */
function writeAnswer(message: Buffer, end: number, address: readonly number[] | null): Buffer {
  const header = Buffer.from(message.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(address ? 1 : 0, 6);
  header.writeUInt16BE(0, 8);
  header.writeUInt16BE(0, 10);
  const record = address ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address]) : Buffer.alloc(0);
  return Buffer.concat([header, message.subarray(12, end), record]);
}

const A = 1;

describe('a name', () => {
  const server = createSocket('udp4');
  const asked: string[] = [];
  let servers: string[] = [];
  let folder = '';

  before(async () => {
    // Names of dead.test are never answered.
    server.on('message', (message, { port, address }) => {
      const { name, type, end } = readQuestion(message);
      if (type === A) asked.push(name);
      if (name.endsWith('dead.test')) return;
      server.send(writeAnswer(message, end, type === A ? [192, 0, 2, 7] : null), port, address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    servers = [`127.0.0.1:${server.address().port}`];
    folder = await mkdtemp(join(tmpdir(), 'deferred-link-names-'));
  });
  after(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const FOUND = [{ address: '192.0.2.7', family: 4 }];

  test('is found at once while another app’s name servers are silent', async () => {
    const resolve = createNameResolver({ servers, withinMs: 3_000 });
    let failed = 0;
    const dead = Array.from({ length: 20 }, (_, number) =>
      resolve(`${number}.dead.test`, 'dead').catch(() => (failed += 1))
    );
    for (let number = 0; number < 20; number += 1) {
      assert.deepEqual(await resolve(`${number}.good.test`, 'good'), FOUND);
    }
    assert.equal(failed, 0, 'the others still wait');
    const tried = new Set(asked.filter((name) => name.endsWith('dead.test')));
    assert.ok(tried.size <= 4, `an app looks up four names at a time, not ${tried.size}`);
    await Promise.all(dead);
    assert.equal(failed, 20);
  });

  test('that another app waits to look up is found at once', async () => {
    const resolve = createNameResolver({ servers, withinMs: 1_000 });
    const order: string[] = [];
    const note = (entry: string) => () => void order.push(entry);
    const dead = Array.from({ length: 4 }, (_, number) =>
      resolve(`${number}.busy.dead.test`, 'dead').catch(note('dead'))
    );
    const waiting = resolve('shared.good.test', 'dead').then(note('waited'), note('waited'));
    assert.deepEqual(await resolve('shared.good.test', 'good').finally(note('found')), FOUND);
    await Promise.all([...dead, waiting]);
    assert.equal(order[0], 'found');
  });

  test('that isn’t answered fails in time, with a reason', async () => {
    const resolve = createNameResolver({ servers, withinMs: 50 });
    await assert.rejects(
      resolve('slow.dead.test', 'app'),
      /name servers of slow\.dead\.test didn’t answer within 0\.05 s/
    );
  });

  test('is looked up once for many webhooks of an app', async () => {
    const resolve = createNameResolver({ servers });
    const many = await Promise.all(Array.from({ length: 50 }, () => resolve('Kept.Good.test.', 'app')));
    assert.deepEqual(many[49], FOUND);
    assert.deepEqual(await resolve('kept.good.test', 'app'), FOUND);
    assert.equal(asked.filter((name) => name.toLowerCase() === 'kept.good.test').length, 1);
  });

  test('is kept for half a minute, and for five seconds that it has no address', async (context) => {
    let now = 0;
    context.mock.method(performance, 'now', () => now);
    const resolve = createNameResolver({ servers, withinMs: 50 });
    const lookUp = async (name: string) => {
      await resolve(name, 'app').catch(() => {});
      return asked.filter((each) => each === name).length;
    };
    for (const [name, keptMs] of [
      ['half-a-minute.good.test', 30_000],
      ['five-seconds.dead.test', 5_000],
    ] as const) {
      const first = await lookUp(name);
      now += keptMs - 1;
      assert.equal(await lookUp(name), first, name);
      now += 1;
      assert.ok((await lookUp(name)) > first, name);
    }
  });

  test('in the hosts file, localhost and a literal address are asked nowhere', async () => {
    const hostsFile = join(folder, 'hosts');
    await writeFile(hostsFile, '# 10.0.0.1 listed.test\n10.0.0.2\tother.test Listed.test # here\n::5 listed.test\n');
    const resolve = createNameResolver({ servers: ['127.0.0.1:1'], hostsFile });
    assert.deepEqual(await resolve('listed.test', 'app'), [
      { address: '10.0.0.2', family: 4 },
      { address: '::5', family: 6 },
    ]);
    assert.equal((await resolve('localhost', 'app'))[0]?.address, '127.0.0.1');
    assert.deepEqual(await resolve('192.0.2.1', 'app'), [{ address: '192.0.2.1', family: 4 }]);
    assert.deepEqual(await resolve('2001:db8::1', 'app'), [{ address: '2001:db8::1', family: 6 }]);
  });
});
