import { HttpResponse } from 'msw';
import type { Consent, Diagnostic } from 'react-native-deferred-link';
import { addEvents, diskWith, eventsOn, ownKeys } from '../storage/stored';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice, type Launch } from '../support/createDevice';
import { launchApp, numbers, sizes } from '../support/eventTools';
import { gate } from '../support/gate';
import { linkServer, never } from '../support/linkServer';

/** A phone with two events that an earlier launch has left. */
const deviceWithEvents = () => createDevice({ disk: addEvents(diskWith({ id: 'install-of-old' }), 0, 1) });

/** What an app does in one handler. */
async function handle(handler: () => void) {
  handler();
  // Outside of `act`, which would keep the rendering for later than on a phone.
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

/** The app's own store: React Native renders what it tells in a microtask, as with useSyncExternalStore. */
const createConsentStore = (app: Launch) => ({
  set: (consent: Consent) => void Promise.resolve().then(() => app.renderNow({ ...CONFIG, consent })),
});

test('an event and the grant in one handler: what was stored goes first, under its old id, and all of it once', async () => {
  const service = linkServer();
  const device = deviceWithEvents();
  const { app, logMany } = await launchApp(device, { config: { consent: 'pending' } });
  const store = createConsentStore(app);
  await handle(() => {
    logMany(2, 3);
    store.set('granted');
  });
  await device.wait(20_000);
  expect(numbers(service)).toEqual([0, 1, 2]);
  expect(service.to('events').map(({ body }) => body.installId)).toEqual(['install-of-old']);
  expect(eventsOn(device.phone.disk)).toEqual([]);
});

test.each(['pending', 'denied'] as const)(
  'an event and a consent that turns %s in one handler: nothing is stored or sent any more',
  async (consent) => {
    const service = linkServer();
    const device = createDevice({ disk: diskWith() });
    const { app, logMany } = await launchApp(device);
    const store = createConsentStore(app);
    await handle(() => {
      logMany(0, 30);
      store.set(consent);
    });
    await device.wait(20_000);
    expect(service.requests).toEqual([]);
    expect(eventsOn(device.phone.disk)).toEqual([]);
  }
);

test('consent that comes and goes within one turn leaves no request behind', async () => {
  const service = linkServer();
  const device = deviceWithEvents();
  const { app } = await launchApp(device, { config: { consent: 'pending' } });
  const store = createConsentStore(app);
  await handle(() => {
    for (const consent of ['granted', 'pending', 'granted', 'pending'] as const) store.set(consent);
  });
  await device.wait(20_000);
  expect(service.requests).toEqual([]);
  expect(eventsOn(device.phone.disk)).toHaveLength(2);
});

test('a request that outlives a withdrawn consent is the only one until it is answered', async () => {
  let answer = (_: object) => {};
  const service = linkServer({ events: () => new Promise<object>((resolve) => (answer = resolve)) });
  const device = createDevice();
  const { app, logMany } = await launchApp(device);
  logMany(0, 20);
  await device.wait(0);
  for (const consent of ['pending', 'granted'] as const) await app.rerender({ ...CONFIG, consent });
  logMany(20, 60);
  await device.background();
  expect(sizes(service)).toEqual([20]);
  answer({});
  await device.wait(0);
  expect(sizes(service)).toEqual([20, 40]);
});

test.each([
  ['API_KEY', { API_KEY: '' }],
  ['baseUrl', { baseUrl: 'http://links.test' }],
])('denied with a mistake in config.%s removes stored events and the install id', async (_, mistake) => {
  linkServer();
  const device = deviceWithEvents();
  await device.launch({ config: { ...mistake, consent: 'denied' } });
  await device.wait(100);
  expect([...device.phone.disk.keys()]).toEqual([]);
  consoleLines();
});

test('granted with a mistake in the config leaves what is stored alone', async () => {
  const service = linkServer();
  const device = deviceWithEvents();
  const { logMany } = await launchApp(device, { config: { API_KEY: '' } });
  logMany(0, 30);
  await device.background();
  await device.wait(20_000);
  expect(service.requests).toEqual([]);
  expect(eventsOn(device.phone.disk)).toHaveLength(2);
  consoleLines();
});

test('a removal that fails is tried again when the app leaves', async () => {
  linkServer();
  const device = deviceWithEvents();
  const { disk } = device.phone;
  let isBroken = true;
  const storage = {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem(key: string) {
      if (isBroken) throw new Error('disk is busy');
      disk.delete(key);
    },
  };
  await device.launch({ config: { storage, consent: 'denied' } });
  await device.wait(100);
  expect(eventsOn(disk)).toHaveLength(2);
  isBroken = false;
  await device.background();
  expect(eventsOn(disk)).toEqual([]);
  consoleLines();
});

test('a write that hangs never lands after the removal that a denial asks for', async () => {
  linkServer({ events: never });
  const device = createDevice();
  const { disk } = device.phone;
  const late: (() => void)[] = [];
  let isSlow = false;
  const storage = {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem(key: string, value: string) {
      const write = () => void disk.set(key, value);
      if (isSlow) return new Promise<void>((resolve) => late.push(() => resolve(write())));
      return write();
    },
    removeItem: (key: string) => void disk.delete(key),
  };
  const { app, logMany } = await launchApp(device, { config: { storage } });
  await device.wait(100);
  isSlow = true;
  logMany(0, 1);
  await device.wait(100);
  expect(late).toHaveLength(1);
  await app.rerender({ ...CONFIG, storage, consent: 'denied' });
  isSlow = false;
  await device.wait(10_000);
  late.forEach((land) => land());
  await device.wait(100);
  expect([...disk.keys()]).toEqual([]);
  consoleLines();
});

const set = (app: Launch, consent: Consent) => app.rerender({ ...CONFIG, consent });

const stored = (device: { phone: { disk: Map<string, string> } }) => ownKeys(device.phone.disk);

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
  expect(after?.body.installId).not.toBe(before?.body.installId);
});

test.each([
  ['pending', 'not sent until the grant', [20]],
  ['denied', 'never sent', []],
] as const)('events that are being stored when consent turns %s are %s', async (consent, _, sentLater) => {
  const service = linkServer();
  const steps: string[] = [];
  const config = { ...CONFIG, onDiagnostic: ({ step }: Diagnostic) => void steps.push(step) };
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
  const app = await device.launch({ config });
  await device.wait(1000);
  isHeld = true;
  for (let count = 0; count < 20; count++) app.library.LinkAnalytics.logEvent('login');
  await device.wait(100);
  expect(hold.isReached()).toBe(true);
  await app.rerender({ ...config, consent });
  isHeld = false;
  hold.open(undefined);
  await device.wait(60_000);
  expect(service.to('events')).toEqual([]);
  expect(steps).not.toContain('events');
  expect(stored(device).length > 0).toBe(consent === 'pending');
  expect(eventsOn(device.phone.disk).length > 0).toBe(consent === 'pending');
  await set(app, 'granted');
  await device.wait(100);
  expect(sizes(service)).toEqual(sentLater);
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
  // The first write had begun with consent.
  expect([...disk.values()].join()).not.toMatch(/share|purchase/);

  await app.rerender({ ...CONFIG, storage, consent: 'granted' });
  await device.wait(100);
  expect([...disk.values()].join()).toMatch(/login[^]*share[^]*purchase/);
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
  const onDisk = [...device.phone.disk.values()].join();
  await device.wait(10_100);
  const [before, after] = service
    .to('events')
    .map(({ body }) => body as { installId: string; events: { id: string; name: string }[] });
  expect(after?.events).toMatchObject([{ name: 'share' }]);
  expect(after?.installId).not.toBe(before?.installId);
  expect(after?.installId).toMatch(/^\w{20,}$/);
  expect(after?.events[0]?.id).toMatch(/^\w{20,}-\d+$/);
  expect(onDisk).not.toContain(before?.events[0]?.id);
  const prefix = ({ events }: { events: { id: string }[] }) => events[0]?.id.split('-')[0];
  expect(after && prefix(after)).not.toBe(before && prefix(before));
});

test.each([
  ['denied', 'not sent after a grant', []],
  ['pending', 'sent once after a grant', [0, 1]],
] as const)('events that are being read when consent turns %s are %s', async (consent, _, sent) => {
  const service = linkServer();
  const device = deviceWithEvents();
  const { disk } = device.phone;
  const storage = {
    getItem: (key: string) =>
      new Promise<string | null>((resolve) => setTimeout(() => resolve(disk.get(key) ?? null), 100)),
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem: (key: string) => void disk.delete(key),
  };
  const app = await device.launch({ config: { storage } });
  await device.wait(50);
  await app.rerender({ ...CONFIG, storage, consent });
  if (consent === 'denied') await device.wait(1000);
  await app.rerender({ ...CONFIG, storage, consent: 'granted' });
  await device.wait(11_000);
  expect(numbers(service)).toEqual(sent);
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
