import type { Consent } from 'react-native-deferred-link';
import { CONFIG, createDevice, type Launch } from '../support/createDevice';
import { INDEX, INSTALL_ID, launchApp, numbers, queueKeys, sizes, storedEvent } from '../support/eventTools';
import { linkServer, never } from '../support/linkServer';
import { consoleLines } from '../support/consoleLines';

const PREFIX = 'react-native-deferred-link:';

/** A phone with two events that an earlier launch has left. */
const deviceWithEvents = () =>
  createDevice({
    disk: new Map([
      [`${PREFIX}first-run`, '{"v":1}'],
      [INSTALL_ID, '1 install-of-old '],
      [INDEX, '2 0 1 '],
      [`${INDEX}:0`, [storedEvent(0), storedEvent(1)].join('\n')],
    ]),
  });

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
  expect(service.to('events').map(({ body }) => body.deviceId)).toEqual(['install-of-old']);
  expect(queueKeys(device.phone.disk)).toEqual([INDEX]);
});

test.each(['pending', 'denied'] as const)(
  'an event and a consent that turns %s in one handler: nothing is stored or sent any more',
  async (consent) => {
    const service = linkServer();
    const device = createDevice({ disk: new Map([[`${PREFIX}first-run`, '{"v":1}']]) });
    const { app, logMany } = await launchApp(device);
    const store = createConsentStore(app);
    await handle(() => {
      logMany(0, 30);
      store.set(consent);
    });
    await device.wait(20_000);
    expect(service.requests).toEqual([]);
    expect(queueKeys(device.phone.disk).filter((key) => key !== INDEX)).toEqual([]);
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
  expect(queueKeys(device.phone.disk)).toEqual([INDEX, `${INDEX}:0`]);
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
  expect(queueKeys(device.phone.disk)).toEqual([INDEX, `${INDEX}:0`]);
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
  expect(queueKeys(disk)).toEqual([INDEX, `${INDEX}:0`]);
  isBroken = false;
  await device.background();
  expect(queueKeys(disk)).toEqual([]);
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
});
