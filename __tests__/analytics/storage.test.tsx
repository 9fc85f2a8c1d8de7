import { diskWith, addEvents, damageEvents, eventsIn, eventsOn, idOn, isEvents } from '../storage/stored';
import { createDevice } from '../support/createDevice';
import { launchApp, numbers, range, relaunch } from '../support/eventTools';
import { gate } from '../support/gate';
import { linkServer, never } from '../support/linkServer';

const dataOn = (disk: Map<string, string>) => eventsOn(disk).map(({ data }) => data);

test('events are on disk before they are sent, and gone from it after a 2xx', async () => {
  const device = createDevice();
  const onDisk: unknown[] = [];
  linkServer({
    events: () => {
      onDisk.push(eventsOn(device.phone.disk));
      return 202;
    },
  });
  const { logEvent } = await launchApp(device);
  logEvent('login');
  await device.wait(250);
  expect(onDisk).toEqual([]);
  await device.wait(50);
  expect(onDisk).toEqual([[expect.objectContaining({ id: expect.stringMatching(/^\w+-1$/), name: 'login' })]]);
  expect(eventsOn(device.phone.disk)).toEqual([]);
});

/** A storage of the app's own over a disk, whose writes of events end when the test says so, one after the other. */
function createHeldStorage(disk: Map<string, string>) {
  const held: (() => void)[] = [];
  return {
    finishOne: () => held.shift()?.(),
    storage: {
      getItem: (key: string) => disk.get(key) ?? null,
      setItem: (key: string, value: string) =>
        new Promise<void>((resolve) => {
          held.push(() => {
            disk.set(key, value);
            resolve();
          });
          if (!isEvents(key)) held.pop()?.();
        }),
    },
  };
}

test('a batch is sent as soon as it is stored, whatever else is being written', async () => {
  const device = createDevice();
  const { disk } = device.phone;
  const service = linkServer();
  const { storage, finishOne } = createHeldStorage(disk);
  const { logMany } = await launchApp(device, { config: { storage } });
  logMany(0, 20);
  await device.wait(0);
  logMany(20, 21);
  await device.wait(0);
  expect(numbers(service)).toEqual([]);
  finishOne();
  await device.wait(0);
  expect(numbers(service)).toEqual(range(0, 20));
  expect(dataOn(disk)).toEqual(range(0, 20));
  finishOne();
  await device.wait(0);
  expect(dataOn(disk)).toContain(20);
});

test('an app that never stops logging sends its events, on a disk that never stops writing', async () => {
  const device = createDevice();
  const { disk } = device.phone;
  const service = linkServer();
  const setItem = (key: string, value: string) =>
    new Promise<void>((resolve) => setTimeout(() => resolve(void disk.set(key, value)), 150));
  const storage = { getItem: (key: string) => disk.get(key) ?? null, setItem };
  const { logMany } = await launchApp(device, { config: { storage } });
  for (let n = 0; n < 30; n++) {
    logMany(n, n + 1);
    await device.wait(100);
  }
  expect(numbers(service).length).toBeGreaterThan(0);
});

test('an event that is logged as the app leaves is stored before it is sent', async () => {
  const service = linkServer();
  const device = createDevice();
  const { disk } = device.phone;
  const hold = gate<undefined>();
  const storage = {
    getItem: (key: string) => disk.get(key) ?? null,
    async setItem(key: string, value: string) {
      if (isEvents(key)) await hold.wait();
      disk.set(key, value);
    },
  };
  const { logMany } = await launchApp(device, { config: { storage } });
  logMany(7, 8);
  await device.background();
  expect(numbers(service)).toEqual([]);
  hold.open(undefined);
  await device.wait(0);
  expect(numbers(service)).toEqual([7]);
});

test('an app that leaves while stored events are being read doesn’t read them twice', async () => {
  const service = linkServer();
  const device = createDevice({ disk: addEvents(diskWith(), 0, 1) });
  const { disk } = device.phone;
  const hold = gate<undefined>();
  const read: string[] = [];
  const storage = {
    async getItem(key: string) {
      read.push(key);
      await hold.wait();
      return disk.get(key) ?? null;
    },
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem: (key: string) => void disk.delete(key),
  };
  await launchApp(device, { config: { storage } });
  await device.background();
  expect(read.filter(isEvents)).toHaveLength(1);
  hold.open(undefined);
  await device.wait(1000);
  expect(numbers(service)).toEqual([0, 1]);
});

test('the next launch delivers what is left, under the same device id', async () => {
  let answers = 0;
  const service = linkServer({ events: () => (++answers === 1 ? 200 : 503) });
  const { device, logMany } = await launchApp();
  logMany(0, 900);
  // The queue is long, so it is written once a second.
  await device.wait(1000);
  const next = linkServer();
  const later = await relaunch(device);
  await later.device.wait(0);
  expect(numbers(next)).toEqual(range(50, 900));
  expect(next.to('events')[0]?.body.installId).toBe(service.to('events')[0]?.body.installId);
});

test('a queue of more than 32 KiB is on disk at once when the app leaves', async () => {
  linkServer({ events: never });
  const { device, logMany } = await launchApp();
  for (const n of [0, 400]) {
    logMany(n, n + 400);
    await device.wait(0);
  }
  expect(eventsOn(device.phone.disk)).toHaveLength(400);
  await device.background();
  expect(eventsOn(device.phone.disk)).toHaveLength(800);
});

test('a long queue is delivered without a pause between its batches', async () => {
  const service = linkServer();
  const { device, logMany } = await launchApp();
  logMany(0, 900);
  await device.wait(0);
  expect(numbers(service)).toEqual(range(0, 900));
});

test('where nothing is logged, nothing is stored', async () => {
  linkServer();
  const { device } = await launchApp();
  await device.background();
  await device.wait(20_000);
  expect([...device.phone.disk.keys()].filter(isEvents)).toEqual([]);
});

test.each([
  ['cut short in an event', (text: string) => text.slice(0, -5), [0, 1]],
  ['damaged in the middle', (text: string) => text.replace('"old-1"', '"old'), [0, 2]],
  ['garbage', () => 'garbage', []],
  ['JSON of another kind', () => 'null\n1\n[]\n{"id":1,"name":"x"}\n{"id":"x"}\n{"id":"","name":"x"}', []],
])('a value that is %s loses only what can’t be read', async (_, damage, left) => {
  const service = linkServer();
  const device = createDevice({ disk: damageEvents(addEvents(diskWith(), 0, 1, 2), damage) });
  const { logMany } = await launchApp(device);
  await device.wait(0);
  logMany(3, 4);
  await device.wait(20_000);
  expect(numbers(service)).toEqual([...left, 3]);
  expect(eventsOn(device.phone.disk)).toEqual([]);
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
  const id = service.to('events')[0]?.body.installId;
  disk.clear();
  await then(app);
  await app.device.wait(20_000);
  expect(dataOn(disk).slice(0, 2)).toEqual([0, 1]);
  expect(idOn(disk)).toBe(id);
});

test('one burst is one write of all that waits', async () => {
  const device = createDevice({ disk: diskWith() });
  linkServer({ events: never });
  const { disk } = device.phone;
  const writes: unknown[] = [];
  const storage = {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem(_: string, value: string) {
      writes.push(eventsIn(value).map(({ data }) => data));
    },
  };
  const { logMany } = await launchApp(device, { config: { storage } });
  for (const n of [0, 3]) {
    logMany(n, n + 3);
    await device.wait(0);
  }
  expect(writes).toEqual([
    [0, 1, 2],
    [0, 1, 2, 3, 4, 5],
  ]);
});
