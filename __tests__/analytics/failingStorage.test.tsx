import type { Diagnostic } from 'react-native-deferred-link';
import { diskWith, addEvents, eventsOn, isEvents } from '../storage/stored';
import { consoleLines } from '../support/consoleLines';
import { createDevice } from '../support/createDevice';
import { launchApp, numbers, relaunch } from '../support/eventTools';
import { linkServer, never } from '../support/linkServer';

const dataOn = (disk: Map<string, string>) => eventsOn(disk).map(({ data }) => data);

const broken = {
  rejects: () => Promise.reject(new Error('disk is full')),
  'rejects with nothing to read': () => Promise.reject(Object.create(null) as Error),
  throws: () => {
    throw new Error('disk is full');
  },
  hangs: never,
};

describe.each(Object.entries(broken))('storage that %s', (_, fail) => {
  test.each([
    ['from the start', { getItem: fail, setItem: fail }, 'read'],
    ['when it is written', { getItem: () => null, setItem: fail }, 'written'],
  ])(
    '%s: events are delivered from memory, in order and under one id, with one error of each kind',
    async (_when, storage, verb) => {
      const service = linkServer();
      const { device, logMany } = await launchApp(createDevice(), { config: { storage } });
      logMany(0, 3);
      await device.wait(fail === never ? 16_000 : 300);
      expect(numbers(service)).toEqual([0, 1, 2]);
      logMany(3, 5);
      await device.wait(16_000);
      expect(numbers(service)).toEqual([0, 1, 2, 3, 4]);
      expect(new Set(service.to('events').map(({ body }) => body.installId)).size).toBe(1);
      expect(consoleLines()).toEqual([expect.stringContaining(`[Link] Storage could not be ${verb}: `)]);
      // A store that can't be read any more may still be written, which is tried once.
      await device.wait(10_000);
      expect(consoleLines()).toEqual(
        verb === 'read' && fail !== never ? [expect.stringContaining('Storage could not be written: ')] : []
      );
    }
  );
});

/** A storage of the app's own, whose next operations on the events fail. */
function createFailingStorage(disk: Map<string, string>) {
  const failures: ('getItem' | 'setItem')[] = [];
  const operate = (name: (typeof failures)[number], key: string) => {
    if (!isEvents(key) || failures[0] !== name) return;
    failures.shift();
    throw new Error('SQLITE_BUSY');
  };
  return {
    failNext: (...names: typeof failures) => void failures.push(...names),
    storage: {
      getItem(key: string) {
        operate('getItem', key);
        return disk.get(key) ?? null;
      },
      setItem(key: string, value: string) {
        operate('setItem', key);
        disk.set(key, value);
      },
      removeItem: (key: string) => void disk.delete(key),
    },
  };
}

describe('storage that fails now and then', () => {
  test('what a failed write has left out is in the next one', async () => {
    linkServer({ events: never });
    const disk = diskWith();
    const { storage, failNext } = createFailingStorage(disk);
    const entries: Diagnostic[] = [];
    const config = { storage, onDiagnostic: (entry: Diagnostic) => void entries.push(entry) };
    const { device, logMany } = await launchApp(createDevice(), { config });
    failNext('setItem', 'setItem');
    for (let n = 0; n < 3; n++) {
      logMany(n, n + 1);
      await device.wait(0);
    }
    expect(dataOn(disk)).toEqual([0, 1, 2]);
    expect(consoleLines()).toEqual(['error: [Link] Storage could not be written: Error: SQLITE_BUSY.']);
    expect(entries.filter(({ step }) => step === 'storage')).toEqual([
      expect.objectContaining({ outcome: 'failed', reason: 'Error: SQLITE_BUSY' }),
      expect.objectContaining({ outcome: 'failed', reason: 'Error: SQLITE_BUSY' }),
    ]);
  });

  test('what an earlier launch has left survives reads that fail, and goes first when it is read', async () => {
    const disk = addEvents(diskWith(), 0, 1);
    const service = linkServer();
    const { storage, failNext } = createFailingStorage(disk);
    failNext('getItem', 'getItem');
    const { device, logMany } = await launchApp(createDevice(), { config: { storage } });
    logMany(2, 3);
    // The read is repeated after one second, and after five more.
    await device.wait(5000);
    logMany(3, 4);
    await device.wait(900);
    expect(numbers(service)).toEqual([]);
    await device.wait(100);
    expect(numbers(service)).toEqual([0, 1, 2, 3]);
    expect(eventsOn(disk)).toEqual([]);
    consoleLines();
  });

  test('a short visit sends its events, although those of an earlier launch can’t be read', async () => {
    const disk = addEvents(diskWith(), 0, 1);
    const service = linkServer();
    const { storage, failNext } = createFailingStorage(disk);
    failNext('getItem');
    const { device, logMany } = await launchApp(createDevice(), { config: { storage } });
    logMany(2, 3);
    await device.wait(500);
    await device.background();
    expect(numbers(service)).toEqual([2]);
    expect(dataOn(disk)).toEqual([0, 1]);
    await device.wait(11_000);
    expect(numbers(service)).toEqual([2, 0, 1]);
    consoleLines();
  });

  test('a short visit without new events sends nothing, and goes on reading', async () => {
    const disk = addEvents(diskWith(), 0, 1);
    const service = linkServer();
    const { storage, failNext } = createFailingStorage(disk);
    failNext('getItem');
    const { device } = await launchApp(createDevice(), { config: { storage } });
    await device.background();
    await device.wait(1000);
    expect(numbers(service)).toEqual([0, 1]);
    consoleLines();
  });

  test('where no read succeeds, what was stored counts as lost, and new events are stored and sent', async () => {
    const disk = addEvents(diskWith(), 0, 1);
    let isDown = false;
    const service = linkServer({ events: () => (isDown ? 503 : 200) });
    const { storage, failNext } = createFailingStorage(disk);
    failNext('getItem', 'getItem', 'getItem', 'getItem');
    const { device, logMany } = await launchApp(createDevice(), { config: { storage } });
    logMany(2, 3);
    await device.wait(20_900);
    expect(numbers(service)).toEqual([]);
    await device.wait(100);
    expect(numbers(service)).toEqual([2]);
    isDown = true;
    logMany(3, 4);
    await device.wait(10_000);
    expect(dataOn(disk)).toEqual([3]);
    consoleLines();
    const next = linkServer();
    const later = await relaunch(device, disk);
    await later.device.wait(0);
    expect(numbers(next)).toEqual([3]);
  });

  test('storage that is locked keeps what an earlier launch has left, and gives it when it is unlocked', async () => {
    const disk = addEvents(diskWith(), 0, 1);
    const service = linkServer();
    let isLocked = true;
    const unlocked = <T,>(run: () => T): T => {
      if (isLocked) throw new Error('errSecInteractionNotAllowed');
      return run();
    };
    const storage = {
      getItem: (key: string) => unlocked(() => disk.get(key) ?? null),
      setItem: (key: string, value: string) => unlocked(() => void disk.set(key, value)),
      removeItem: (key: string) => unlocked(() => void disk.delete(key)),
    };
    const { device, logMany } = await launchApp(createDevice(), { config: { storage } });
    logMany(2, 3);
    await device.wait(300);
    expect(numbers(service)).toEqual([2]);
    await device.wait(30_000);
    await device.background();
    expect(dataOn(disk)).toEqual([0, 1]);
    isLocked = false;
    await device.foreground();
    expect(numbers(service)).toEqual([2, 0, 1]);
    consoleLines();
  });

  test('a write that takes longer than it is waited for does not land on what is newer', async () => {
    linkServer({ events: 503 });
    const disk = diskWith();
    const slow: (() => void)[] = [];
    let isSlow = false;
    const storage = {
      getItem: (key: string) => disk.get(key) ?? null,
      setItem(key: string, value: string) {
        const write = () => void disk.set(key, value);
        if (!isSlow || !isEvents(key)) return write();
        return new Promise<void>((resolve) => slow.push(() => resolve(write())));
      },
      removeItem: (key: string) => void disk.delete(key),
    };
    const { device, logMany } = await launchApp(createDevice(), { config: { storage } });
    isSlow = true;
    logMany(0, 1);
    await device.wait(6000);
    isSlow = false;
    logMany(1, 2);
    await device.wait(0);
    slow.forEach((land) => land());
    await device.wait(0);
    expect(dataOn(disk)).toEqual([0, 1]);
    consoleLines();
  });

  test('a read that ends after it was given up takes back no event', async () => {
    const device = createDevice();
    const service = linkServer();
    const getItem = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), 8000));
    const { logMany } = await launchApp(device, { config: { storage: { getItem, setItem: () => {} } } });
    await device.wait(6000);
    logMany(0, 3);
    await device.wait(20_000);
    expect(numbers(service)).toEqual([0, 1, 2]);
    consoleLines();
  });
});
