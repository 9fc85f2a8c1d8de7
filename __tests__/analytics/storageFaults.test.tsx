import type { Diagnostic } from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { createDevice } from '../support/createDevice';
import { INDEX, INSTALL_ID, launchApp, numbers, queueKeys, range, relaunch, storedEvent } from '../support/eventTools';
import { linkServer, never } from '../support/linkServer';

const broken = {
  rejects: () => Promise.reject(new Error('disk is full')),
  'rejects with nothing to read': () => Promise.reject(Object.create(null) as Error),
  throws: () => {
    throw new Error('disk is full');
  },
  hangs: never,
};

test.each(Object.entries(broken))('storage that %s from the start: memory only, with one error', async (_, fail) => {
  const service = linkServer();
  const { device, logMany } = await launchApp(createDevice(), {
    config: { storage: { getItem: fail, setItem: fail } },
  });
  logMany(0, 3);
  await device.wait(16_000);
  logMany(3, 5);
  await device.wait(16_000);
  expect(numbers(service)).toEqual([0, 1, 2, 3, 4]);
  expect(new Set(service.to('events').map(({ body }) => body.deviceId)).size).toBe(1);
  expect(consoleLines().filter((line) => line.includes('memory only'))).toHaveLength(1);
});

test.each(Object.entries(broken))(
  'storage that %s when it is written: memory only, with one error',
  async (_, fail) => {
    const service = linkServer();
    const { device, logMany } = await launchApp(createDevice(), {
      config: { storage: { getItem: () => null, setItem: fail } },
    });
    logMany(0, 3);
    await device.wait(16_000);
    logMany(3, 5);
    await device.wait(16_000);
    expect(numbers(service)).toEqual([0, 1, 2, 3, 4]);
    expect(consoleLines().filter((line) => line.includes('memory only'))).toHaveLength(1);
  }
);

test('storage that answers after it was given up takes back no event', async () => {
  const device = createDevice();
  const service = linkServer();
  const { logMany } = await launchApp(device, {
    config: {
      storage: {
        getItem: () => new Promise((resolve) => setTimeout(() => resolve(null), 8000)),
        setItem: () => {},
      },
    },
  });
  await device.wait(6000);
  logMany(0, 3);
  await device.wait(20_000);
  expect(numbers(service)).toEqual([0, 1, 2]);
  consoleLines();
});

/** A storage of the app's own, whose next operations fail as told. */
function createFailingStorage(disk: Map<string, string>) {
  const failures: ('getItem' | 'setItem' | 'removeItem')[] = [];
  const operate = (name: (typeof failures)[number]) => {
    if (failures[0] !== name) return;
    failures.shift();
    throw new Error('SQLITE_BUSY');
  };
  return {
    /** The next operations of these kinds fail, one after the other. */
    failNext: (...names: typeof failures) => void failures.push(...names),
    storage: {
      getItem(key: string) {
        if (key.startsWith(INDEX)) operate('getItem');
        return disk.get(key) ?? null;
      },
      setItem(key: string, value: string) {
        if (key.startsWith(INDEX)) operate('setItem');
        disk.set(key, value);
      },
      removeItem(key: string) {
        if (key.startsWith(INDEX)) operate('removeItem');
        disk.delete(key);
      },
    },
  };
}

const FLAG = ['react-native-deferred-link:first-run', '{"v":1}'] as const;

describe('storage that fails now and then', () => {
  test.each([
    ['the index can’t be written', ['setItem']],
    ['the index can’t be read', ['getItem']],
    ['two writes in a row fail', ['setItem', 'setItem']],
  ] as const)('%s: the next save writes what that one has not', async (_, failures) => {
    linkServer({ events: never });
    const disk = new Map<string, string>([FLAG]);
    const { storage, failNext } = createFailingStorage(disk);
    const { device, logMany } = await launchApp(createDevice(), { config: { storage } });
    failNext(...failures);
    for (let n = 0; n < 3; n++) {
      logMany(n, n + 1);
      await device.wait(0);
    }
    await device.wait(300);
    const service = linkServer();
    const next = await relaunch(device, disk);
    await next.device.wait(0);
    expect(numbers(service)).toEqual([0, 1, 2]);
  });

  test('a save that fails halfway leaves no gap, and no segment that nobody knows of', async () => {
    let answers = 0;
    linkServer({ events: () => (++answers === 1 ? 200 : 503) });
    const disk = new Map<string, string>([FLAG]);
    const { storage, failNext } = createFailingStorage(disk);
    const { device, logMany } = await launchApp(createDevice(), { config: { storage } });
    logMany(0, 900);
    failNext('removeItem');
    await device.wait(0);
    logMany(900, 901);
    await device.wait(0);
    const service = linkServer();
    const next = await relaunch(device, disk);
    await next.device.wait(0);
    expect(numbers(service)).toEqual(range(50, 901));
    expect(queueKeys(next.device.phone.disk)).toEqual([INDEX]);
  });

  test('what an earlier launch has left survives a load that fails, and goes when it is read', async () => {
    const disk = new Map<string, string>([
      FLAG,
      [INDEX, '2 0 1 '],
      [`${INDEX}:0`, [storedEvent(0), storedEvent(1)].join('\n')],
    ]);
    const service = linkServer();
    const { storage, failNext } = createFailingStorage(disk);
    failNext('getItem');
    const { device, logMany } = await launchApp(createDevice(), { config: { storage } });
    await device.wait(1000);
    expect(numbers(service)).toEqual([]);
    logMany(2, 3);
    await device.wait(0);
    expect(numbers(service)).toEqual([0, 1, 2]);
    expect(queueKeys(disk)).toEqual([INDEX]);
  });

  test('three failures in a row end it for this launch, with one error and a diagnostic; the next tries anew', async () => {
    const entries: Diagnostic[] = [];
    const service = linkServer();
    const disk = new Map<string, string>([FLAG]);
    const { storage, failNext } = createFailingStorage(disk);
    const { device, logMany } = await launchApp(createDevice(), {
      config: { storage, onDiagnostic: (entry) => void entries.push(entry) },
    });
    failNext('setItem', 'setItem', 'setItem');
    for (let n = 0; n < 6; n++) {
      logMany(n, n + 1);
      await device.wait(0);
    }
    await device.wait(11_000);
    expect(numbers(service)).toEqual(range(0, 6));
    expect(queueKeys(disk)).toEqual([]);
    expect(consoleLines()).toEqual([
      'error: [Link] Storage keeps failing, so events are kept in memory only until the next launch: Error: SQLITE_BUSY.',
    ]);
    expect(entries.filter(({ outcome }) => outcome === 'memoryOnly')).toEqual([
      expect.objectContaining({ step: 'events', reason: 'Error: SQLITE_BUSY' }),
    ]);
    const next = await relaunch(device, disk);
    next.logMany(6, 7);
    await next.device.wait(0);
    expect(queueKeys(next.device.phone.disk)).toEqual([INDEX, `${INDEX}:0`]);
  });

  test('a success in between begins the count anew', async () => {
    linkServer({ events: never });
    const disk = new Map<string, string>([FLAG]);
    const { storage, failNext } = createFailingStorage(disk);
    const { device, logMany } = await launchApp(createDevice(), { config: { storage } });
    for (let n = 0; n < 9; n++) {
      if (n % 3 < 2) failNext('setItem');
      logMany(n, n + 1);
      await device.wait(0);
    }
    expect(disk.get(`${INDEX}:0`)?.split('\n')).toHaveLength(9);
  });

  test('a write that takes longer than it is waited for does not land on what is newer', async () => {
    linkServer({ events: 503 });
    const disk = new Map<string, string>([FLAG]);
    const slow: (() => void)[] = [];
    let isSlow = false;
    const storage = {
      getItem: (key: string) => disk.get(key) ?? null,
      setItem(key: string, value: string) {
        const write = () => void disk.set(key, value);
        if (!isSlow || !key.startsWith(INDEX)) return write();
        return new Promise<void>((resolve) => slow.push(() => resolve(write())));
      },
      removeItem: (key: string) => void disk.delete(key),
    };
    const { device, logMany } = await launchApp(createDevice(), { config: { storage } });
    logMany(0, 1);
    await device.wait(0);
    isSlow = true;
    logMany(1, 2);
    await device.wait(6000);
    logMany(2, 3);
    await device.wait(1000);
    expect(slow).toHaveLength(1);
    isSlow = false;
    slow.forEach((land) => land());
    await device.wait(0);
    expect(disk.get(`${INDEX}:0`)?.split('\n')).toHaveLength(3);
  });
});

test.each([
  ['when an event is logged', (app: Awaited<ReturnType<typeof launchApp>>) => app.logMany(2, 3)],
  ['when the app leaves', (app: Awaited<ReturnType<typeof launchApp>>) => app.device.background()],
])('an app that clears all storage finds events and install id there again: %s', async (_, then) => {
  const service = linkServer({ events: () => 503 });
  const app = await launchApp();
  const { disk } = app.device.phone;
  app.logMany(0, 2);
  await app.device.wait(300);
  const id = service.to('events')[0]?.body.deviceId;
  disk.clear();
  await then(app);
  await app.device.wait(20_000);
  expect(disk.get(`${INDEX}:0`)).toContain('"data":1');
  expect(disk.get(INSTALL_ID)).toBe(`1 ${String(id)} `);
});
