import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { lockFolder, type FolderLock } from '../../src/server/lockFolder.ts';

const onLost = () => {};

async function held(lock: Promise<FolderLock>) {
  const outcome = await lock;
  assert.ok(outcome.kind === 'held');
  return outcome;
}

async function newLockFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'deferred-link-lock-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'lock');
}

// At the same time, because most of them wait for somebody to be silent for five seconds.
describe('the lock of a folder', { concurrency: true }, () => {
  test('is had by one, says where that one serves, and is free after its release', async (t) => {
    const file = await newLockFile(t);
    const first = await held(lockFolder(file, { url: 'http://127.0.0.1:1', token: 'secret', onLost }));
    const second = await lockFolder(file, { onLost });
    assert.ok(second.kind === 'busy');
    assert.equal(second.owner.url, 'http://127.0.0.1:1');
    assert.equal((await stat(file)).mode & 0o077, 0);
    await first.release();
    await (await held(lockFolder(file, { onLost }))).release();
  });

  test('of another container’s process counts while it lives, whatever its process id', async (t) => {
    const file = await newLockFile(t);
    // The same id as ours, or as nobody's here: only the heartbeat can tell.
    for (const pid of [process.pid, 999_999_999]) {
      await writeFile(file, JSON.stringify({ id: 'theirs', pid, place: 'another container' }));
      const heartbeat = setInterval(() => void utimes(file, new Date(), new Date()), 300);
      try {
        assert.equal((await lockFolder(file, { onLost })).kind, 'busy');
      } finally {
        clearInterval(heartbeat);
      }
      await rm(file);
    }
  });

  test('of another container’s process that died is taken once it has been silent', async (t) => {
    const file = await newLockFile(t);
    await writeFile(file, JSON.stringify({ id: 'theirs', pid: 17, place: 'web-1 boot pid:[1]' }));
    const waits: string[] = [];
    await (await held(lockFolder(file, { onLost, onWait: (reason) => waits.push(reason) }))).release();
    assert.equal(waits.length, 1);
    assert.match(waits[0] ?? '', /lock says that process 17 of web-1 is using the folder; checking for 5 s/);
  });

  test('of a process of this machine that died is taken at once', async (t) => {
    const file = await newLockFile(t);
    const first = await held(lockFolder(file, { onLost }));
    const { place } = JSON.parse(await readFile(file, 'utf8')) as { place: string };
    await first.release();
    for (const pid of [process.pid, 999_999_999]) {
      await writeFile(file, JSON.stringify({ id: 'dead', pid, place }));
      await (await held(lockFolder(file, { onLost, onWait: () => assert.fail() }))).release();
    }
  });

  test('with an id that another process has got meanwhile is taken once it has been silent', async (t) => {
    const file = await newLockFile(t);
    const first = await held(lockFolder(file, { onLost }));
    const { place } = JSON.parse(await readFile(file, 'utf8')) as { place: string };
    await first.release();
    // Our parent lives, and has nothing to do with this folder.
    await writeFile(file, JSON.stringify({ id: 'dead', pid: process.ppid, place }));
    await (await held(lockFolder(file, { onLost }))).release();
  });

  test('of a process of this machine that is too busy to show a sign of life stays its own', async (t) => {
    const file = await newLockFile(t);
    const module = new URL('../../src/server/lockFolder.ts', import.meta.url).href;
    const program = `
      import { lockFolder } from ${JSON.stringify(module)};
      await lockFolder(${JSON.stringify(file)}, { onLost() {} });
      process.stdout.write('held', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));`;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
    const busy = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await once(busy.stdout, 'data');
      assert.equal((await lockFolder(file, { onLost })).kind, 'busy');
    } finally {
      busy.kill('SIGKILL');
    }
    await once(busy, 'exit');
    await (await held(lockFolder(file, { onLost }))).release();
  });

  test('that holds nonsense is taken once it has been silent', async (t) => {
    const file = await newLockFile(t);
    await writeFile(file, '');
    await (await held(lockFolder(file, { onLost }))).release();
  });

  test('of several that find it dead one gets it', async (t) => {
    const file = await newLockFile(t);
    await writeFile(file, JSON.stringify({ id: 'dead', pid: process.pid, place: 'another container' }));
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => lockFolder(file, { onLost })));
    const holders = outcomes.filter(({ kind }) => kind === 'held');
    assert.equal(holders.length, 1);
  });

  test('of several that know it dead one gets it, however often they try', async (t) => {
    const file = await newLockFile(t);
    const first = await held(lockFolder(file, { onLost }));
    const { place } = JSON.parse(await readFile(file, 'utf8')) as { place: string };
    await first.release();
    for (let round = 0; round < 50; round++) {
      await writeFile(file, JSON.stringify({ id: `dead-${round}`, pid: 999_999_999, place }));
      const outcomes = await Promise.all(Array.from({ length: 12 }, () => lockFolder(file, { onLost })));
      const holders = outcomes.filter((lock) => lock.kind === 'held');
      assert.equal(holders.length, 1);
      await Promise.all(holders.map(({ release }) => release()));
    }
  });

  test('that somebody else has taken is noticed by its old owner', async (t) => {
    const file = await newLockFile(t);
    const lost = new Promise<void>((resolve) => {
      void lockFolder(file, { onLost: resolve });
    });
    while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 10));
    await writeFile(file, JSON.stringify({ id: 'theirs', pid: 1, place: 'another container' }));
    // The heartbeat alone keeps no process alive.
    const alive = setInterval(() => {}, 1_000);
    await lost;
    clearInterval(alive);
  });
});
