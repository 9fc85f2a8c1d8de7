import { createGate, createVaultBench, fails } from '../support/createVaultBench';
import { never } from '../support/linkServer';

describe('keeping', () => {
  test('ends for each caller with the write of its value, whatever is kept in the meantime', async () => {
    const gate = createGate();
    const bench = createVaultBench({ write: gate.wait });
    bench.vault.setConsent('granted');
    const ended: string[] = [];
    const keep = (text: string) => void bench.vault.keep('events', () => text).then(() => ended.push(text));
    keep('a');
    await bench.wait();
    keep('b');
    await bench.wait();
    gate.open();
    await bench.wait();
    expect(ended).toEqual(['a']);
    gate.open();
    await bench.wait();
    expect(ended).toEqual(['a', 'b']);
  });

  test('one write is in flight, and the newest value is the next', async () => {
    const gate = createGate();
    const written: string[] = [];
    const bench = createVaultBench({
      async write(_, value) {
        written.push(value);
        await gate.wait();
      },
    });
    bench.vault.setConsent('granted');
    for (const text of ['a', 'b', 'c']) {
      void bench.vault.keep('events', () => text);
      await bench.wait();
    }
    expect(written).toEqual(['a']);
    gate.open();
    await bench.wait();
    expect(written).toEqual(['a', 'c']);
  });

  test('what changes within one turn is one write, and what storage holds is not written again', async () => {
    const bench = createVaultBench();
    bench.vault.setConsent('granted');
    void bench.vault.keep('install', () => 'a');
    await bench.vault.keep('install', () => 'b');
    await bench.vault.keep('install', () => 'b');
    expect(bench.takeJobs()).toEqual(['write install']);
    expect(bench.held('install')).toBe('b');
  });

  test('an empty value removes the key', async () => {
    const bench = createVaultBench();
    bench.vault.setConsent('granted');
    await bench.vault.keep('events', () => 'a');
    expect(await bench.vault.keep('events', () => '')).toBe(true);
    expect(bench.disk.size).toBe(0);
  });

  test('waits for consent', async () => {
    const bench = createVaultBench();
    bench.vault.setConsent('pending');
    expect(await bench.vault.keep('install', () => 'a')).toBe(false);
    expect(bench.takeJobs()).toEqual([]);
    bench.vault.setConsent('granted');
    await bench.wait();
    expect(bench.held('install')).toBe('a');
  });

  test('a write that fails is reported once and repeated with the next value, or with the next check', async () => {
    const bench = createVaultBench({ write: fails });
    bench.vault.setConsent('granted');
    expect(await bench.vault.keep('events', () => 'a')).toBe(false);
    expect(await bench.vault.keep('events', () => 'b')).toBe(false);
    expect(bench.errors).toEqual(['write: Error: SQLITE_BUSY']);
    bench.working.write = async (key, value) => void bench.disk.set(key, value);
    bench.vault.check();
    await bench.wait();
    expect(bench.held('events')).toBe('b');
  });

  test('a write that never ends is given up after five seconds', async () => {
    const bench = createVaultBench({ write: never });
    bench.vault.setConsent('granted');
    const kept = bench.vault.keep('events', () => 'a');
    await bench.wait(5000);
    expect(await kept).toBe(false);
    expect(bench.errors).toEqual(['write: no answer within 5000 ms']);
  });

  test('a write that was given up and lands after all is overwritten by the newest value', async () => {
    const gate = createGate();
    const bench = createVaultBench();
    const { write } = bench.working;
    bench.vault.setConsent('granted');
    bench.working.write = async (key, value) => {
      await gate.wait();
      return write(key, value);
    };
    void bench.vault.keep('events', () => 'old');
    await bench.wait(5000);
    bench.working.write = write;
    await bench.vault.keep('events', () => 'new');
    gate.open();
    await bench.wait();
    expect(bench.held('events')).toBe('new');
  });

  /** A store that takes six seconds for each write. */
  function createSlowBench() {
    const bench = createVaultBench();
    const { write } = bench.working;
    bench.working.write = async (key, value) => {
      await new Promise((resolve) => setTimeout(resolve, 6000));
      return write(key, value);
    };
    bench.vault.setConsent('granted');
    return bench;
  }

  test('a storage that takes longer than five seconds is written once', async () => {
    const bench = createSlowBench();
    void bench.vault.keep('events', () => 'a');
    await bench.wait(60_000);
    expect(bench.takeJobs()).toEqual(['write events']);
    expect(bench.held('events')).toBe('a');
    bench.vault.check();
    await bench.wait(60_000);
    expect(bench.takeJobs()).toEqual(['read events']);
  });

  test('while a write that was given up is out, newer values wait, and the newest is written once', async () => {
    const bench = createSlowBench();
    void bench.vault.keep('events', () => 'a');
    await bench.wait(5500);
    expect(await bench.vault.keep('events', () => 'b')).toBe(false);
    expect(await bench.vault.keep('events', () => 'c')).toBe(false);
    expect(bench.takeJobs()).toEqual(['write events']);
    await bench.wait(60_000);
    expect(bench.takeJobs()).toEqual(['write events']);
    expect(bench.held('events')).toBe('c');
  });

  test('a write that fails after it was given up is repeated with the next value', async () => {
    const gate = createGate();
    const bench = createVaultBench();
    const { write } = bench.working;
    bench.working.write = async () => {
      await gate.wait();
      throw new Error('SQLITE_BUSY');
    };
    bench.vault.setConsent('granted');
    void bench.vault.keep('events', () => 'a');
    await bench.wait(5000);
    gate.open();
    bench.working.write = write;
    await bench.wait(60_000);
    expect(bench.takeJobs()).toEqual(['write events']);
    expect(await bench.vault.keep('events', () => 'a')).toBe(true);
    expect(bench.held('events')).toBe('a');
  });

  test('a wipe does not wait for a write that was given up, and comes again after it', async () => {
    const bench = createSlowBench();
    void bench.vault.keep('events', () => 'a');
    await bench.wait(5500);
    bench.vault.setConsent('denied');
    await bench.wait();
    expect(bench.takeJobs()).toEqual(['write events', 'remove install', 'remove events']);
    await bench.wait(60_000);
    expect(bench.takeJobs()).toEqual(['remove events']);
    expect(bench.held('events')).toBeUndefined();
  });

  test('a key is not held up by another', async () => {
    const bench = createVaultBench();
    const { write } = bench.working;
    bench.vault.setConsent('granted');
    bench.working.write = never;
    void bench.vault.keep('events', () => 'a');
    await bench.wait();
    bench.working.write = write;
    expect(await bench.vault.keep('install', () => 'b')).toBe(true);
  });
});

describe('a value over 32 KiB', () => {
  const large = (end: string) => () => 'x'.repeat(32 * 1024) + end;

  async function keepTwo() {
    const bench = createVaultBench();
    bench.vault.setConsent('granted');
    await bench.vault.keep('events', large('1'));
    void bench.vault.keep('events', large('2'));
    await bench.wait(900);
    expect(bench.held('events')).toBe(large('1')());
    return bench;
  }

  test('is written once a second', async () => {
    const bench = await keepTwo();
    await bench.wait(100);
    expect(bench.held('events')).toBe(large('2')());
  });

  test('is written at once when the app leaves the foreground', async () => {
    const bench = await keepTwo();
    bench.vault.check();
    await bench.wait();
    expect(bench.held('events')).toBe(large('2')());
  });

  test('does not delay a wipe', async () => {
    const bench = await keepTwo();
    bench.vault.setConsent('denied');
    await bench.wait();
    expect(bench.disk.size).toBe(0);
  });

  test('a smaller one is written at every change', async () => {
    const bench = createVaultBench();
    bench.vault.setConsent('granted');
    const small = (end: string) => () => 'x'.repeat(32 * 1024 - 1) + end;
    for (const end of ['1', '2', '3']) expect(await bench.vault.keep('events', small(end))).toBe(true);
    expect(bench.takeJobs()).toHaveLength(3);
  });
});

describe('checking', () => {
  test('writes again what the app has cleared, and reports it', async () => {
    const bench = createVaultBench();
    bench.vault.setConsent('granted');
    await bench.vault.keep('install', () => 'a');
    bench.disk.clear();
    bench.vault.check();
    await bench.wait();
    expect(bench.held('install')).toBe('a');
    expect(bench.steps).toEqual([['restored', undefined]]);
  });

  test('writes nothing that is still there, and reads nothing that was never kept', async () => {
    const bench = createVaultBench();
    bench.vault.setConsent('granted');
    await bench.vault.keep('install', () => 'a');
    bench.takeJobs();
    bench.vault.check();
    await bench.wait();
    expect(bench.takeJobs()).toEqual(['read install']);
  });

  test('also finds the loss of what was only read', async () => {
    const bench = createVaultBench({ read: async () => 'stored' });
    bench.vault.setConsent('granted');
    await bench.vault.read('install');
    bench.working.read = async () => null;
    bench.vault.check();
    await bench.wait();
    expect(bench.held('install')).toBe('stored');
  });

  test('looks at the keys it is asked for', async () => {
    const bench = createVaultBench();
    bench.vault.setConsent('granted');
    await bench.vault.keep('install', () => 'a');
    await bench.vault.keep('events', () => 'b');
    bench.disk.clear();
    bench.vault.check('install');
    await bench.wait();
    expect([bench.held('install'), bench.held('events')]).toEqual(['a', undefined]);
  });

  test.each(['pending', 'denied'] as const)('touches nothing while consent is %s', async (consent) => {
    const bench = createVaultBench();
    bench.vault.setConsent('granted');
    await bench.vault.keep('install', () => 'a');
    bench.vault.setConsent(consent);
    await bench.wait();
    bench.takeJobs();
    bench.vault.check();
    await bench.wait();
    expect(bench.takeJobs()).toEqual([]);
  });

  test('happens by itself when consent comes back', async () => {
    const bench = createVaultBench();
    bench.vault.setConsent('granted');
    await bench.vault.keep('install', () => 'a');
    bench.vault.setConsent('pending');
    bench.disk.clear();
    bench.vault.setConsent('granted');
    await bench.wait();
    expect(bench.held('install')).toBe('a');
  });
});

describe('a denial', () => {
  test('wipes every key without reading it, and reports it', async () => {
    const bench = createVaultBench();
    bench.vault.setConsent('denied');
    await bench.wait();
    expect(bench.takeJobs()).toEqual(['remove install', 'remove events']);
    expect(bench.steps).toEqual([
      ['wiped', undefined],
      ['wiped', undefined],
    ]);
  });

  test('wipes when a write under way has ended, or was given up', async () => {
    const gate = createGate();
    const bench = createVaultBench();
    const { write } = bench.working;
    bench.working.write = async (key, value) => {
      await gate.wait();
      return write(key, value);
    };
    bench.vault.setConsent('granted');
    void bench.vault.keep('install', () => 'a');
    await bench.wait();
    bench.vault.setConsent('denied');
    await bench.wait(5000);
    expect(bench.takeJobs()).toEqual(['write install', 'remove events', 'remove install']);
    // It lands after all, so the key is wiped once more.
    gate.open();
    await bench.wait();
    expect(bench.disk.size).toBe(0);
  });

  test('is repeated at the next check if storage fails, also while consent is pending', async () => {
    const bench = createVaultBench();
    const { remove } = bench.working;
    bench.vault.setConsent('granted');
    await bench.vault.keep('install', () => 'a');
    bench.working.remove = fails;
    bench.vault.setConsent('denied');
    await bench.wait();
    bench.vault.setConsent('pending');
    await bench.vault.keep('install', () => 'kept while it is pending');
    bench.working.remove = remove;
    bench.vault.check();
    await bench.wait();
    expect(bench.disk.size).toBe(0);
  });

  test('refuses what should be kept', async () => {
    const bench = createVaultBench();
    bench.vault.setConsent('denied');
    expect(await bench.vault.keep('install', () => 'new')).toBe(false);
  });

  test('is over with the next grant: what is kept then stays', async () => {
    const bench = createVaultBench();
    bench.vault.setConsent('denied');
    bench.vault.setConsent('granted');
    await bench.vault.keep('install', () => 'new');
    await bench.wait();
    expect(bench.held('install')).toBe('new');
  });
});

test('a check that can’t read is reported, and writes nothing', async () => {
  const bench = createVaultBench();
  bench.vault.setConsent('granted');
  await bench.vault.keep('install', () => 'a');
  bench.working.read = fails;
  bench.takeJobs();
  bench.vault.check();
  await bench.wait();
  expect(bench.takeJobs()).toEqual(['read install']);
  expect(bench.errors).toEqual(['read: Error: SQLITE_BUSY']);
});

test('after stop nothing is wiped any more, because the disk may be that of the next test', async () => {
  const bench = createVaultBench({ remove: fails });
  bench.vault.setConsent('denied');
  await bench.wait();
  bench.takeJobs();
  bench.vault.stop();
  bench.vault.check();
  await bench.wait();
  expect(bench.takeJobs()).toEqual([]);
});

test('after stop nothing is touched, and no failure is repeated', async () => {
  const bench = createVaultBench({ write: fails });
  bench.vault.setConsent('granted');
  await bench.vault.keep('install', () => 'a');
  bench.takeJobs();
  bench.vault.stop();
  bench.vault.check();
  void bench.vault.keep('events', () => 'b');
  expect(await bench.vault.read('events')).toMatchObject({ ok: false });
  await bench.wait();
  expect(bench.takeJobs()).toEqual([]);
});
