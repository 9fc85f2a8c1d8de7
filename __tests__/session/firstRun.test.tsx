import { HttpResponse } from 'msw';
import { consoleLines } from '../support/consoleLines';
import { createDevice } from '../support/createDevice';
import { linkServer, never } from '../support/linkServer';
import { diskWith, diskWithRecord, isInstall, runOn } from '../storage/stored';

const NOTHING = { isLinkProcessed: true, linkUrl: null, linkRoute: null, linkType: null };

test.each([
  ['a match', { link: '/found' }, 0],
  ['no match', 404, 0],
  ['a refusal', 400, 1],
  ['no answer', HttpResponse.error(), 1],
] as const)('after %s no later launch asks again (§1.3, §3, §4.3.1, §8.1)', async (_, answer, errors) => {
  const service = linkServer({ 'match-link': answer });
  const device = createDevice({ os: 'android' });
  await device.launch();
  await device.wait(100);
  const later = await device.launch();
  expect(later.context()).toMatchObject(NOTHING);
  expect(service.to('match-link')).toHaveLength(1);
  expect(consoleLines()).toHaveLength(errors);
});

test('a later launch reads storage once for the link, and neither facts nor clipboard', async () => {
  linkServer();
  const device = createDevice({ os: 'ios', disk: diskWith() });
  await device.launch();
  expect(device.phone.calls.filter((call) => /Clipboard|DeviceInfo|Referrer|multiSet/.test(call))).toEqual([]);
  // One for the flag, one for the events that may wait.
  expect(device.phone.calls.filter((call) => call.endsWith('multiGet'))).toHaveLength(2);
});

test('the flag is written after the attempt, so that a process killed halfway tries again', async () => {
  const service = linkServer({ 'match-link': never });
  const device = createDevice();
  await device.launch();
  await device.wait(1000);
  expect(runOn(device.phone.disk)).toBe('first');
  await device.launch();
  await device.wait(1000);
  expect(service.to('match-link')).toHaveLength(2);
});

test('writing the flag never delays the context', async () => {
  linkServer({ 'match-link': { link: '/found' } });
  const device = createDevice({ faults: { 'RNAsyncStorage.legacy_multiSet': never } });
  const app = await device.launch();
  expect(app.context().linkRoute).toBe('/found');
});

test.each(['yes', 'true', '{', 'null', '[]', '42', '{"v":9}'])('any stored value counts as used: %s', async (value) => {
  const service = linkServer();
  const device = createDevice({ os: 'android', disk: diskWithRecord(value) });
  const app = await device.launch();
  expect(app.context()).toMatchObject(NOTHING);
  expect(service.requests).toEqual([]);
});

test('a record that can’t be read counts as not first, and isn’t written', async () => {
  const service = linkServer();
  const device = createDevice({
    faults: { 'RNAsyncStorage.legacy_multiGet': () => Promise.reject(new Error('disk')) },
  });
  const app = await device.launch();
  expect(app.context()).toMatchObject(NOTHING);
  await device.tap('myapp://cart');
  expect(app.context().linkRoute).toBe('/cart');
  expect(service.requests).toEqual([]);
  expect(device.phone.disk.size).toBe(0);
  consoleLines();
});

test('a record that is never read holds the app for its budget, and is not written', async () => {
  const service = linkServer();
  const setItem = jest.fn();
  const device = createDevice();
  const app = await device.launch({ config: { timeoutMs: 1000, storage: { getItem: never, setItem } } });
  await device.wait(999);
  expect(app.context().isLinkProcessed).toBe(false);
  await device.wait(1);
  expect(app.context()).toMatchObject(NOTHING);
  await device.wait(60_000);
  expect(setItem).not.toHaveBeenCalled();
  expect(service.to('match-link')).toEqual([]);
  consoleLines();
});

test('a record that takes longer than the budget still answers: the link follows', async () => {
  linkServer({ 'match-link': { link: '/found' } });
  const getItem = () => new Promise<null>((resolve) => setTimeout(resolve, 8000, null));
  const device = createDevice();
  const app = await device.launch({ config: { storage: { getItem, setItem: () => {} } } });
  await device.wait(5000);
  expect(app.context()).toMatchObject(NOTHING);
  await device.wait(3000);
  expect(app.context().linkRoute).toBe('/found');
  consoleLines();
});

describe('a backup restored onto a new install', () => {
  test('is a first run on Android', async () => {
    const service = linkServer({ 'match-link': { link: '/found' } });
    const device = createDevice({ os: 'android' });
    await device.launch();
    await device.wait(100);
    device.phone.installTime += 1000;
    const again = await device.launch();
    expect(again.context().linkRoute).toBe('/found');
    await device.wait(100);
    const later = await device.launch();
    expect(later.context()).toMatchObject(NOTHING);
    expect(service.to('match-link')).toHaveLength(2);
  });

  test('is not on iOS', async () => {
    const service = linkServer();
    const device = createDevice({ os: 'ios' });
    await device.launch();
    await device.wait(100);
    device.phone.installTime += 1000;
    await device.launch();
    expect(service.to('match-link')).toHaveLength(1);
    expect(device.phone.calls).not.toContain('RNDeviceInfo.getFirstInstallTime');
  });

  test.each([
    ['not known now', -1],
    ['not a number now', 'yesterday'],
  ])('an install time that is %s proves nothing', async (_, answer) => {
    const service = linkServer();
    const device = createDevice({ os: 'android' });
    await device.launch();
    await device.wait(100);
    device.phone.installTime = answer as number;
    await device.launch();
    expect(service.to('match-link')).toHaveLength(1);
  });
});

describe('config.storage (§2.1, §2.5)', () => {
  test('takes the place of async-storage, synchronous or not', async () => {
    for (const wrap of [<T,>(value: T) => value, <T,>(value: T) => Promise.resolve(value)]) {
      const service = linkServer();
      const items = new Map<string, string>();
      const storage = {
        getItem: (key: string) => wrap(items.get(key) ?? null),
        setItem: (key: string, value: string) => wrap(void items.set(key, value)),
        removeItem: (key: string) => wrap(void items.delete(key)),
      };
      const device = createDevice();
      await device.launch({ config: { storage } });
      await device.wait(100);
      await device.launch({ config: { storage } });
      expect(service.to('match-link')).toHaveLength(1);
      expect(runOn(items)).toBe('used');
      expect(device.phone.calls.filter((call) => call.includes('AsyncStorage'))).toEqual([]);
    }
  });

  test('works as an instance of a class', async () => {
    class Storage {
      items = new Map<string, string>();
      getItem(key: string) {
        return this.items.get(key) ?? null;
      }
      setItem(key: string, value: string) {
        this.items.set(key, value);
      }
    }
    linkServer();
    const storage = new Storage();
    const device = createDevice();
    await device.launch({ config: { storage } });
    await device.wait(100);
    expect(runOn(storage.items)).toBe('used');
  });

  test('without removeItem nothing is missing', async () => {
    const service = linkServer();
    const items = new Map<string, string>();
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
    };
    const device = createDevice();
    const app = await device.launch({ config: { storage } });
    app.library.LinkAnalytics.logEvent('login');
    await device.background();
    await device.wait(100);
    expect(service.to('events')).toHaveLength(1);
    const later = await device.launch({ config: { storage } });
    await device.wait(100);
    expect(later.context().isLinkProcessed).toBe(true);
    expect(service.to('events')).toHaveLength(1);
  });
});

test('the id is written before the match, the end of the first run after it, and nothing for the links that follow', async () => {
  linkServer({ 'match-link': 404 });
  const device = createDevice();
  const { disk } = device.phone;
  const writes: string[] = [];
  const storage = {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem(key: string, value: string) {
      writes.push(key);
      disk.set(key, value);
    },
  };
  await device.launch({ config: { storage } });
  for (const n of [1, 2, 3]) await device.tap(`myapp://product/${n}`);
  expect(writes).toHaveLength(2);
});

test('record and launch link are read together', async () => {
  linkServer({ 'match-link': { link: '/found' } });
  const slowly = <T,>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), 300));
  const device = createDevice({ faults: { 'LinkingManager.getInitialURL': () => slowly(null) } });
  const getItem = (key: string) => (isInstall(key) ? slowly(null) : null);
  const app = await device.launch({ config: { storage: { getItem, setItem: () => {} } } });
  await device.wait(299);
  expect(app.context().isLinkProcessed).toBe(false);
  await device.wait(1);
  expect(app.context().linkRoute).toBe('/found');
});

test('a record without a time of the install does not wait for a system that never tells it', async () => {
  const device = createDevice({
    os: 'android',
    disk: diskWith(),
    faults: { 'RNDeviceInfo.getFirstInstallTime': never },
  });
  const app = await device.launch();
  expect(app.context()).toMatchObject(NOTHING);
});
