import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from '../src/config/readEnvironment.ts';
import { startService } from '../src/server/startService.ts';
import { demoShop } from '../src/operations/seedDemoShop.ts';

const SERVER = fileURLToPath(new URL('../src/bin/main.ts', import.meta.url));

// Node would wait a minute for a connection on which nothing comes.
const STOP_WITHIN_MS = 15_000;

const DAY_MS = 24 * 60 * 60 * 1000;

function run(environment: Record<string, string>) {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', SERVER], {
    env: { ...inherited, ...environment },
  });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output.text += text;
    });
  }
  return { child, output, ended: once(child, 'exit') };
}

async function lineOf({ child, output }: ReturnType<typeof run>): Promise<string> {
  while (!output.text.includes('\n')) await once(child.stdout, 'data');
  return output.text;
}

describe('the server', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'matching-service-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('prints one address, serves there, and ends cleanly on Ctrl-C, silent connections or not', async () => {
    const server = run({ PORT: '0', DATA_FOLDER: folder });
    const url = /^Matching service at (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(await lineOf(server))?.[1];
    assert.ok(url, server.output.text);
    assert.equal((await fetch(`${url}/sneaker`)).status, 200);
    const silent = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
    await once(silent, 'connect');
    const stoppedAt = Date.now();
    server.child.kill('SIGINT');
    assert.deepEqual(await server.ended, [0, null]);
    assert.ok(Date.now() - stoppedAt < STOP_WITHIN_MS);
    assert.equal(server.output.text.split('\n').length, 2);
  });

  test('clicks go after 90 days, at a start at the latest', async () => {
    let now = Date.now();
    async function countClicks(visits: number) {
      const outcome = await startService({ port: 0, database: { folder }, clock: () => now });
      assert.ok(outcome.kind === 'started');
      const headers = { authorization: `Bearer ${demoShop.secretKey}`, 'x-app-id': demoShop.id };
      try {
        for (let visit = 0; visit < visits; visit++) await fetch(`${outcome.url}/sneaker`);
        const answer = await fetch(`${outcome.url}/api/clicks`, { headers });
        return ((await answer.json()) as { clicks: unknown[] }).clicks.length;
      } finally {
        await outcome.close();
      }
    }
    const before = await countClicks(2);
    assert.ok(before >= 2);
    now += 89 * DAY_MS;
    assert.equal(await countClicks(1), before + 1);
    now += 2 * DAY_MS;
    assert.equal(await countClicks(0), 1);
  });

  test('a port in use is one clear line, and touches no data', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const address = squatter.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    try {
      const server = run({ PORT: String(port), DATA_FOLDER: join(folder, 'untouched') });
      assert.deepEqual(await server.ended, [1, null]);
      assert.equal(
        server.output.text,
        `Port ${port} is in use. Choose another with PORT, for example PORT=${port + 1}.\n`
      );
      await assert.rejects(rm(join(folder, 'untouched')), { code: 'ENOENT' });
    } finally {
      squatter.close();
    }
  });

  test('a database that can’t be reached frees the port again', async () => {
    const outcome = await startService({ port: 0, database: { url: 'postgres://127.0.0.1:1/x' } });
    assert.equal(outcome.kind, 'failed');
  });
});

test('the environment has defaults', () => {
  assert.deepEqual(readEnvironment({}), {
    kind: 'read',
    options: {
      port: 8787,
      database: { url: undefined, folder: undefined, demo: true },
      publicUrl: undefined,
      storeUrl: undefined,
      trustProxy: false,
    },
  });
});

for (const environment of [{ PORT: 'abc' }, { PORT: '70000' }, { PUBLIC_URL: 'shop.test' }]) {
  test(`${JSON.stringify(environment)} is refused with a line that names it`, () => {
    const outcome = readEnvironment(environment);
    assert.equal(outcome.kind, 'invalid');
    const [name] = Object.keys(environment);
    assert.ok(outcome.kind === 'invalid' && outcome.reason.startsWith(`${name} is `));
  });
}
