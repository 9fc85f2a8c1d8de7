import { HttpResponse } from 'msw';
import type { Consent } from 'react-native-deferred-link';
import { CONFIG, createDevice, type Launch } from '../support/createDevice';
import { gate } from '../support/gate';
import { linkServer, never } from '../support/linkServer';

const PREFIX = 'react-native-deferred-link:';

const set = (app: Launch, consent: Consent) => app.rerender({ ...CONFIG, consent });

const onDisk = (disk: Map<string, string>) => [...disk.keys()].filter((key) => key.startsWith(PREFIX));

const stored = (device: { phone: { disk: Map<string, string> } }) => onDisk(device.phone.disk);

const WITHHELD = ['pending', 'denied'] as const;

test('denied → pending keeps events in memory again, and still stores nothing', async () => {
  const service = linkServer();
  const device = createDevice();
  const app = await device.launch({ config: { consent: 'denied' } });
  app.library.LinkAnalytics.logEvent('login');
  await device.wait(1000);
  await set(app, 'pending');
  app.library.LinkAnalytics.logEvent('search');
  await device.wait(60_000);
  expect(device.phone.disk.size).toBe(0);
  expect(service.requests).toEqual([]);
  await set(app, 'granted');
  await device.wait(11_000);
  const [sent] = service.to('events');
  expect(sent?.body.events).toEqual([expect.objectContaining({ name: 'search' })]);
});

test('events in flight when consent turns pending are not sent again until the grant', async () => {
  const hold = gate<number>();
  let isHeld = true;
  const service = linkServer({ events: () => (isHeld ? hold.wait() : {}) });
  const device = createDevice();
  const app = await device.launch();
  app.library.LinkAnalytics.logEvent('login');
  await device.wait(11_000);
  expect(hold.isReached()).toBe(true);
  await set(app, 'pending');
  isHeld = false;
  hold.open(503);
  await device.background();
  await device.foreground();
  await device.wait(600_000);
  expect(service.to('events')).toHaveLength(1);
  await set(app, 'granted');
  await device.wait(11_000);
  expect(service.to('events')).toHaveLength(2);
  expect(service.to('events')[1]?.body).toMatchObject({ events: [{ name: 'login' }] });
});

test('events in flight when consent turns denied are forgotten, and so is the device id', async () => {
  const hold = gate<number>();
  let isHeld = true;
  const service = linkServer({ events: () => (isHeld ? hold.wait() : {}) });
  const device = createDevice();
  const app = await device.launch();
  app.library.LinkAnalytics.logEvent('login');
  await device.wait(11_000);
  app.library.LinkAnalytics.logEvent('search');
  await device.wait(100);
  await set(app, 'denied');
  isHeld = false;
  hold.open(503);
  app.library.LinkAnalytics.logEvent('share');
  await device.wait(600_000);
  expect(service.to('events')).toHaveLength(1);
  expect(stored(device)).toEqual([]);
  await set(app, 'granted');
  app.library.LinkAnalytics.logEvent('purchase');
  await device.wait(11_000);
  const [before, after] = service.to('events');
  expect(after?.body.events).toEqual([expect.objectContaining({ name: 'purchase' })]);
  expect(after?.body.deviceId).not.toBe(before?.body.deviceId);
});

test.each(WITHHELD)('events that are being stored when consent turns %s are not sent', async (consent) => {
  const service = linkServer();
  const hold = gate<undefined>();
  const disk = new Map<string, string>();
  let isHeld = false;
  const device = createDevice({
    disk,
    faults: {
      'RNAsyncStorage.legacy_multiSet': async (entries: [string, string][]) => {
        if (isHeld) await hold.wait();
        entries.forEach(([key, value]) => disk.set(key, value));
      },
    },
  });
  const app = await device.launch();
  await device.wait(1000);
  isHeld = true;
  for (let count = 0; count < 20; count++) app.library.LinkAnalytics.logEvent('login');
  await device.wait(100);
  expect(hold.isReached()).toBe(true);
  await set(app, consent);
  isHeld = false;
  hold.open(undefined);
  await device.wait(60_000);
  expect(service.to('events')).toEqual([]);
  expect(stored(device).length > 0).toBe(consent === 'pending');
});

test('what is logged while consent is pending is not stored by a save that waited for its turn', async () => {
  linkServer({ events: never });
  const device = createDevice();
  const held: (() => void)[] = [];
  let isSlow = false;
  const { disk } = device.phone;
  const storage = {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem(key: string, value: string) {
      const write = () => void disk.set(key, value);
      if (!isSlow) return write();
      return new Promise<void>((resolve) => held.push(() => resolve(write())));
    },
  };
  const app = await device.launch({ config: { storage } });
  isSlow = true;
  for (const name of ['login', 'share'] as const) {
    app.library.LinkAnalytics.logEvent(name);
    await device.wait(0);
  }
  await app.rerender({ ...CONFIG, storage, consent: 'pending' });
  app.library.LinkAnalytics.logEvent('purchase');
  isSlow = false;
  held.forEach((write) => write());
  await device.wait(100);
  expect([...disk.values()].join()).not.toMatch(/login|share|purchase/);

  await app.rerender({ ...CONFIG, storage, consent: 'granted' });
  await device.wait(100);
  expect([...disk.values()].join()).toMatch(/login[^]*share[^]*purchase/);
});

test('delivered events that are about to be removed when consent turns pending are removed after the grant', async () => {
  linkServer();
  const device = createDevice();
  const { disk } = device.phone;
  const index = gate<void>();
  let isSlow = false;
  const storage = {
    async getItem(key: string) {
      if (isSlow && key === `${PREFIX}events`) await index.wait();
      return disk.get(key) ?? null;
    },
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem: (key: string) => void disk.delete(key),
  };
  const app = await device.launch({ config: { storage } });
  app.library.LinkAnalytics.logEvent('login');
  await device.wait(250);
  isSlow = true;
  await device.wait(100);
  expect(index.isReached()).toBe(true);
  await app.rerender({ ...CONFIG, storage, consent: 'pending' });
  index.open();
  await device.wait(100);
  expect(disk.has(`${PREFIX}events:0`)).toBe(true);
  await app.rerender({ ...CONFIG, storage, consent: 'granted' });
  await device.wait(100);
  expect(disk.has(`${PREFIX}events:0`)).toBe(false);
});

test.each(['pending', 'denied'] as const)('a rest that the service has ordered outlives %s', async (consent) => {
  const service = linkServer({
    events: () => new HttpResponse(null, { status: 429, headers: { 'Retry-After': '120' } }),
  });
  const device = createDevice();
  const app = await device.launch();
  app.library.LinkAnalytics.logEvent('login');
  await device.wait(300);
  expect(service.to('events')).toHaveLength(1);
  await set(app, consent);
  await set(app, 'granted');
  app.library.LinkAnalytics.logEvent('login');
  await device.wait(119_000);
  expect(service.to('events')).toHaveLength(1);
  await device.wait(1000);
  expect(service.to('events')).toHaveLength(2);
});

test('nothing ties what is sent after a denial to what was sent before', async () => {
  const service = linkServer();
  const device = createDevice();
  const app = await device.launch();
  app.library.LinkAnalytics.logEvent('login');
  await device.wait(10_100);
  await set(app, 'denied');
  await device.wait(100);
  await set(app, 'granted');
  app.library.LinkAnalytics.logEvent('share');
  await device.wait(0);
  const index = device.phone.disk.get(`${PREFIX}events`);
  await device.wait(10_100);
  const [before, after] = service
    .to('events')
    .map(({ body }) => body as { deviceId: string; events: { id: string; name: string }[] });
  expect(after?.events).toMatchObject([{ name: 'share' }]);
  expect(after?.deviceId).not.toBe(before?.deviceId);
  expect(after?.deviceId).toMatch(/^\w{20,}$/);
  expect(after?.events[0]?.id).toMatch(/^\w{20,}-\d+$/);
  expect(index).not.toContain(before?.events[0]?.id);
  const prefix = ({ events }: { events: { id: string }[] }) => events[0]?.id.split('-')[0];
  expect(after && prefix(after)).not.toBe(before && prefix(before));
});

test('events that are being read when consent turns denied are not sent after a grant', async () => {
  const service = linkServer();
  const device = createDevice();
  const { disk } = device.phone;
  disk.set(`${PREFIX}events`, '1 device 0 1 ');
  disk.set(`${PREFIX}events:0`, '{"id":"a-1","name":"login"}');
  const storage = {
    getItem: (key: string) =>
      new Promise<string | null>((resolve) => setTimeout(() => resolve(disk.get(key) ?? null), 100)),
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem: (key: string) => void disk.delete(key),
  };
  const app = await device.launch({ config: { storage } });
  await device.wait(150);
  await app.rerender({ ...CONFIG, storage, consent: 'denied' });
  await device.wait(1000);
  await app.rerender({ ...CONFIG, storage, consent: 'granted' });
  await device.wait(11_000);
  expect(service.to('events')).toHaveLength(0);
});

test('a send that fails after consent was withdrawn does not hold up the next grant', async () => {
  const answer = gate<number>();
  linkServer({ events: () => answer.wait() });
  const device = createDevice();
  const app = await device.launch();
  app.library.LinkAnalytics.logEvent('login');
  await device.wait(10_100);
  await set(app, 'pending');
  answer.open(503);
  await device.wait(0);
  const service = linkServer();
  await set(app, 'granted');
  expect(service.to('events')).toHaveLength(1);
});

test.each([
  ['the index is read', 'getItem'],
  ['a segment is removed', 'removeItem'],
] as const)('a save does not write the index when consent turns pending while %s', async (_, method) => {
  linkServer();
  const { disk } = createDevice().phone;
  const held = gate<undefined>();
  let isSlow = false;
  const slowly = async <T,>(work: () => T): Promise<T> => {
    if (isSlow) await held.wait();
    return work();
  };
  const writes: string[] = [];
  const storage = {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem(key: string, value: string) {
      writes.push(key);
      disk.set(key, value);
    },
    removeItem: (key: string) => void disk.delete(key),
  };
  const intact = { ...storage };
  if (method === 'getItem') storage.getItem = ((key: string) => slowly(() => intact.getItem(key))) as never;
  else storage.removeItem = ((key: string) => slowly(() => intact.removeItem(key))) as never;
  const device = createDevice();
  const app = await device.launch({ config: { storage } });
  app.library.LinkAnalytics.logEvent('login');
  await device.wait(method === 'getItem' ? 1000 : 250);
  isSlow = true;
  if (method === 'getItem') app.library.LinkAnalytics.logEvent('share');
  await device.wait(method === 'getItem' ? 0 : 200);
  expect(held.isReached()).toBe(true);
  writes.length = 0;
  await app.rerender({ ...CONFIG, storage, consent: 'pending' });
  held.open(undefined);
  await device.wait(100);
  expect(writes).toEqual([]);
});
