import { createGate, createVaultBench, fails } from '../support/createVaultBench';
import { never } from '../support/linkServer';

describe('reading', () => {
  test('gives what the key holds, or null', async () => {
    const { vault } = createVaultBench();
    vault.setConsent('granted');
    expect(await vault.read('install')).toEqual({ ok: true, value: null });
    await vault.keep('events', () => 'a');
    expect(await vault.read('events')).toEqual({ ok: true, value: 'a' });
  });

  test('is refused without consent, and touches nothing', async () => {
    const bench = createVaultBench();
    bench.vault.setConsent('pending');
    expect(await bench.vault.read('install')).toEqual({ ok: false, reason: 'config.consent is not granted' });
    expect(bench.takeJobs()).toEqual([]);
  });

  test('is refused when consent is withdrawn before storage answers', async () => {
    const bench = createVaultBench();
    bench.vault.setConsent('granted');
    const reading = bench.vault.read('install');
    bench.vault.setConsent('pending');
    expect(await reading).toMatchObject({ ok: false });
  });

  test('gives up after its time limit, and reports that once', async () => {
    const bench = createVaultBench({ read: never });
    bench.vault.setConsent('granted');
    const reading = [bench.vault.read('install', 30_000), bench.vault.read('events')];
    await bench.wait(30_000);
    expect(await Promise.all(reading)).toMatchObject([
      { ok: false, reason: 'no answer within 30000 ms' },
      { ok: false, reason: 'no answer within 5000 ms' },
    ]);
    expect(bench.errors).toEqual(['read: no answer within 5000 ms']);
    expect(bench.steps.map(([outcome]) => outcome)).toEqual(['failed', 'failed']);
  });

  test('what was stored before a denial does not come back, however slow storage is', async () => {
    const gate = createGate();
    const bench = createVaultBench({
      async read() {
        await gate.wait();
        return 'old';
      },
      remove: never,
    });
    bench.vault.setConsent('granted');
    const reading = bench.vault.read('install');
    bench.vault.setConsent('denied');
    bench.vault.setConsent('granted');
    gate.open();
    expect(await reading).toEqual({ ok: true, value: null });
    expect(await bench.vault.read('install')).toEqual({ ok: true, value: null });
  });
});

describe('a read that is rejected', () => {
  /** A bench whose disk holds a value that can't be read at first. */
  function createLockedBench() {
    const bench = createVaultBench();
    const { read, write } = bench.working;
    bench.vault.setConsent('granted');
    bench.working.read = fails;
    return { ...bench, unlock: () => Object.assign(bench.working, { read, write }) };
  }

  test.each(['install', 'events'] as const)('is repeated after 1, 5 and 15 seconds: %s', async (key) => {
    const bench = createLockedBench();
    const { ok, again } = await bench.vault.read(key);
    expect(ok).toBe(false);
    expect(bench.takeJobs()).toEqual([`read ${key}`]);
    for (const ms of [1000, 5000, 15_000]) {
      await bench.wait(ms - 1);
      expect(bench.takeJobs()).toEqual([]);
      await bench.wait(1);
      expect(bench.takeJobs()[0]).toBe(`read ${key}`);
    }
    await again;
    await bench.wait(60_000);
    expect(bench.takeJobs()).toEqual([]);
  });

  test('is not repeated once it is answered, and the answer is known', async () => {
    const bench = createLockedBench();
    bench.disk.set('react-native-deferred-link:install', 'stored');
    const { again } = await bench.vault.read('install');
    bench.unlock();
    await bench.wait(1000);
    await again;
    bench.takeJobs();
    expect(await bench.vault.read('install')).toEqual({ ok: true, value: 'stored' });
    await bench.wait(60_000);
    expect(bench.takeJobs()).toEqual([]);
  });

  test('for ever leaves a damaged value in the place of the lost one, so its reader can go on', async () => {
    const bench = createLockedBench();
    await bench.vault.read('install');
    await bench.wait(21_000);
    const { value } = await bench.vault.read('install');
    expect(value).toBe('?');
    expect(bench.held('install')).toBe('?');
    expect(await bench.vault.keep('install', () => 'new')).toBe(true);
  });

  test('while the lost value is being replaced it is not known yet', async () => {
    const gate = createGate();
    const bench = createLockedBench();
    bench.working.write = gate.wait;
    await bench.vault.read('install');
    await bench.wait(21_000);
    expect(await bench.vault.read('install')).toMatchObject({ ok: false });
    gate.open();
    await bench.wait();
    expect(await bench.vault.read('install')).toMatchObject({ ok: true });
  });

  test('for ever changes nothing if storage can’t be written either: what is there is read when it can be', async () => {
    const bench = createLockedBench();
    bench.disk.set('react-native-deferred-link:install', 'stored');
    bench.working.write = fails;
    await bench.vault.read('install');
    await bench.wait(21_000);
    expect(bench.takeJobs().at(-1)).toBe('write install');
    bench.unlock();
    bench.vault.check();
    await bench.wait(60_000);
    expect(bench.takeJobs()).toEqual([]);
    expect(await bench.vault.read('install')).toEqual({ ok: true, value: 'stored' });
  });

  test('is repeated no more once a repetition hangs', async () => {
    const bench = createLockedBench();
    await bench.vault.read('install');
    bench.working.read = never;
    await bench.wait(60_000);
    expect(bench.takeJobs()).toEqual(['read install', 'read install']);
  });

  test.each(['pending', 'denied'] as const)('is not repeated while consent is %s', async (consent) => {
    const bench = createLockedBench();
    await bench.vault.read('install');
    bench.vault.setConsent(consent);
    await bench.wait();
    bench.takeJobs();
    await bench.wait(60_000);
    expect(bench.takeJobs()).toEqual([]);
  });

  test('is repeated again after a suspended consent', async () => {
    const bench = createLockedBench();
    await bench.vault.read('install');
    bench.vault.setConsent('pending');
    await bench.wait(1000);
    bench.vault.setConsent('granted');
    await bench.vault.read('install');
    bench.unlock();
    bench.takeJobs();
    await bench.wait(1000);
    expect(bench.takeJobs()).toEqual(['read install']);
  });

  test('whose value is kept meanwhile is not repeated', async () => {
    const bench = createLockedBench();
    await bench.vault.read('install');
    await bench.vault.keep('install', () => 'new');
    bench.takeJobs();
    await bench.wait(60_000);
    expect(bench.takeJobs()).toEqual([]);
    expect(bench.held('install')).toBe('new');
  });
});
