import type { Consent, LinkStorage } from 'react-native-deferred-link';
import type * as Creating from 'react-native-deferred-link/create-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice } from '../support/createDevice';
import { eventsOf, INDEX, INSTALL_ID, launchApp, storedEvent } from '../support/eventTools';
import { gate } from '../support/gate';
import { linkServer, never } from '../support/linkServer';

const FLAG = 'react-native-deferred-link:first-run';
const LINK = 'https://shop.test/product/42';
const RANDOM = /^\w{20,}$/;

const idOf = ({ headers }: { headers: Headers }) => headers.get('X-Install-ID');

/** The ids that were sent, each once. */
const sentIds = (service: ReturnType<typeof linkServer>) => [...new Set(service.requests.map(idOf))];

const storageOver = (disk: Map<string, string>): Required<LinkStorage> => ({
  getItem: (key) => disk.get(key) ?? null,
  setItem: (key, value) => void disk.set(key, value),
  removeItem: (key) => void disk.delete(key),
});

test('match, resolve and events carry one id, and the events have it as their device, too', async () => {
  const service = linkServer({
    'match-link': { link: 'https://shop.test/abc' },
    'resolve-short': { link: LINK },
  });
  const { device, logMany } = await launchApp();
  logMany(0, 1);
  await device.wait(1000);
  expect(service.requests.map(({ path }) => path).sort()).toEqual(['events', 'match-link', 'resolve-short']);
  expect(sentIds(service)).toEqual([expect.stringMatching(RANDOM)]);
  expect(service.to('events')[0]?.body.deviceId).toBe(sentIds(service)[0]);
});

test('the next launch has the same id', async () => {
  const service = linkServer();
  const device = createDevice();
  for (let n = 0; n < 2; n++) {
    const { logMany } = await launchApp(device);
    logMany(n, n + 1);
    await device.wait(1000);
  }
  expect(service.requests.length).toBeGreaterThan(2);
  expect(sentIds(service)).toHaveLength(1);
  expect(device.phone.disk.get(INSTALL_ID)).toBe(`1 ${String(sentIds(service)[0])} `);
});

test('an app that clears all storage finds it there again when the app leaves, and so does the next launch', async () => {
  const service = linkServer();
  const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
  await device.launch();
  await device.wait(100);
  const stored = device.phone.disk.get(INSTALL_ID);
  device.phone.disk.clear();
  await device.background();
  await device.wait(100);
  expect(device.phone.disk.get(INSTALL_ID)).toBe(stored);
  const { logMany } = await launchApp(device);
  logMany(0, 1);
  await device.wait(1000);
  expect(service.requests.map(({ path }) => path)).toEqual(['match-link', 'events']);
  expect(sentIds(service)).toHaveLength(1);
});

test('a later launch without events reads the flag and the queue’s index alone', async () => {
  const service = linkServer();
  const disk = new Map([
    [FLAG, '{"v":1}'],
    [INSTALL_ID, '1 install '],
  ]);
  const read: string[] = [];
  const storage = {
    ...storageOver(disk),
    getItem(key: string) {
      read.push(key);
      return disk.get(key) ?? null;
    },
  };
  const { device } = await launchApp(createDevice(), { config: { storage } });
  await device.wait(20_000);
  expect(read.sort()).toEqual([INDEX, FLAG]);
  expect(service.requests).toEqual([]);
});

test('a match waits for no write of it', async () => {
  const service = linkServer({ 'match-link': { link: LINK } });
  const storage = { ...storageOver(new Map()), setItem: never };
  const device = createDevice();
  const app = await device.launch({ config: { storage } });
  await device.wait(0);
  expect(app.context().linkUrl).toBe(LINK);
  expect(sentIds(service)).toEqual([expect.stringMatching(RANDOM)]);
});

test('a disk that answers for the flag and hangs for the id holds a match up for a second at the most', async () => {
  const service = linkServer({ 'match-link': { link: LINK } });
  const disk = new Map<string, string>();
  const storage = { ...storageOver(disk), getItem: (key: string) => (key === INSTALL_ID ? never() : null) };
  const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
  const app = await device.launch({ config: { storage } });
  await device.wait(1000);
  expect(app.context().linkUrl).toBe(LINK);
  expect(sentIds(service)).toEqual([expect.stringMatching(RANDOM)]);
  expect(disk.has(INSTALL_ID)).toBe(false);
});

test.each(['getItem', 'setItem'] as const)('storage whose %s fails: one id for this launch', async (method) => {
  const service = linkServer();
  const disk = new Map([[FLAG, '{"v":1}']]);
  const intact = storageOver(disk);
  const storage = {
    ...intact,
    [method](key: string, value: string) {
      if (key === INSTALL_ID) throw new Error('disk is full');
      return intact[method](key, value);
    },
  };
  const { device, logMany } = await launchApp(createDevice(), { config: { storage } });
  for (let n = 0; n < 3; n++) {
    logMany(n, n + 1);
    await device.wait(11_000);
  }
  expect(service.to('events')).toHaveLength(3);
  expect(sentIds(service)).toEqual([expect.stringMatching(RANDOM)]);
});

describe('storage that can’t tell it in time', () => {
  /** Launches twice over one disk. In the first launch the first answer for the id comes as `answer` says. */
  async function launchTwice(stored: [string, string][], answer: (value: string | null) => Promise<string | null>) {
    const service = linkServer();
    const disk = new Map([[FLAG, '{"v":1}'], ...stored]);
    const intact = storageOver(disk);
    let failures = 1;
    const storage = {
      ...intact,
      getItem: (key: string) =>
        key === INSTALL_ID && failures-- > 0 ? answer(disk.get(key) ?? null) : intact.getItem(key),
    };
    for (let n = 0; n < 2; n++) {
      const { device, logMany } = await launchApp(createDevice(), { config: { storage } });
      for (let event = 0; event < 2; event++) {
        logMany(event, event + 1);
        await device.wait(15_000);
      }
    }
    expect(service.to('events')).toHaveLength(4);
    return service.to('events').map(idOf);
  }

  const slow = [
    [
      'tells it after a second',
      (value: string | null) => new Promise<string | null>((r) => setTimeout(r, 1200, value)),
    ],
    ['fails once', () => Promise.reject(new Error('SQLITE_BUSY'))],
    ['hangs once', never],
  ] as const;

  test.each(slow)('and %s: the requests after the first carry the one that is stored', async (_, answer) => {
    const [, ...ids] = await launchTwice([[INSTALL_ID, '1 stored-id ']], answer);
    expect(ids).toEqual(['stored-id', 'stored-id', 'stored-id']);
  });

  test.each(slow)('and %s: one that was made meanwhile is kept for the next launch', async (_, answer) => {
    const ids = await launchTwice([], answer);
    expect(new Set(ids).size).toBe(1);
  });
});

test('a write that fails is tried again with the next request', async () => {
  const service = linkServer();
  const disk = new Map([[FLAG, '{"v":1}']]);
  const intact = storageOver(disk);
  let failures = 1;
  const storage = {
    ...intact,
    setItem(key: string, value: string) {
      if (key === INSTALL_ID && failures-- > 0) throw new Error('SQLITE_BUSY');
      return intact.setItem(key, value);
    },
  };
  const { device, logMany } = await launchApp(createDevice(), { config: { storage } });
  logMany(0, 1);
  await device.wait(300);
  expect(disk.has(INSTALL_ID)).toBe(false);
  logMany(1, 2);
  await device.wait(10_000);
  expect(disk.get(INSTALL_ID)).toBe(`1 ${String(sentIds(service)[0])} `);
});

test.each([
  ['Android, the same install', 'android', '1700000000000', true, '1700000000000'],
  ['Android, a backup on another phone', 'android', '1600000000000', false, '1700000000000'],
  ['Android, the time unknown then', 'android', '', true, '1700000000000'],
  ['iOS', 'ios', '1600000000000', true, '1600000000000'],
  ['iOS, without a time', 'ios', '', true, ''],
] as const)('a stored id and the time of the install: %s', async (_, os, time, isKept, timeThen) => {
  const service = linkServer();
  const disk = new Map([
    [FLAG, '{"v":1}'],
    [INSTALL_ID, `1 stored-id ${time}`],
  ]);
  const device = createDevice({ os, disk, installTime: 1_700_000_000_000 });
  const { logMany } = await launchApp(device);
  logMany(0, 1);
  await device.wait(1000);
  expect(sentIds(service)).toEqual([isKept ? 'stored-id' : expect.stringMatching(RANDOM)]);
  expect(device.phone.disk.get(INSTALL_ID)).toBe(`1 ${String(sentIds(service)[0])} ${timeThen}`);
});

test.each(['5 days', 'day 5', 0, -1, null])('an install time of %j is not stored with it', async (installTime) => {
  linkServer();
  const device = createDevice({ os: 'android', installTime: installTime as number });
  await device.launch();
  await device.wait(100);
  expect(device.phone.disk.get(INSTALL_ID)).toMatch(/^1 \w{20,} $/);
});

test('a phone that doesn’t tell the time of its install keeps the id', async () => {
  const service = linkServer();
  const disk = new Map([
    [FLAG, '{"v":1}'],
    [INSTALL_ID, '1 stored-id 1600000000000'],
  ]);
  const device = createDevice({ os: 'android', disk, packages: { 'react-native-device-info': null } });
  const { logMany } = await launchApp(device);
  logMany(0, 1);
  await device.wait(1000);
  expect(sentIds(service)).toEqual(['stored-id']);
  consoleLines();
});

test.each([
  ['garbage', '\0{'],
  ['of another version', '2 stored-id '],
  ['behind something else', '11 stored-id '],
  ['followed by what is no time', '1 stored-id 5 days'],
  ['not fit for a header', '1 stored\u00efd '],
  ['endless', `1 ${'x'.repeat(10_000)} `],
])('a stored id that is %s is made anew', async (_, text) => {
  const service = linkServer();
  const disk = new Map([
    [FLAG, '{"v":1}'],
    [INSTALL_ID, text],
  ]);
  const device = createDevice({ disk });
  const { logMany } = await launchApp(device);
  logMany(0, 1);
  await device.wait(1000);
  expect(sentIds(service)).toEqual([expect.stringMatching(RANDOM)]);
  expect(device.phone.disk.get(INSTALL_ID)).toBe(`1 ${String(sentIds(service)[0])} `);
});

test.each([
  ['with events left', [storedEvent(0), storedEvent(1)].join('\n')],
  ['with none left', undefined],
])('the id of version 0.4.0, in the index of its queue, is adopted: %s', async (_, segment) => {
  const service = linkServer();
  const disk = new Map([
    [FLAG, '{"v":1}'],
    [INDEX, '1 id-of-old 0 1 '],
  ]);
  if (segment) disk.set(`${INDEX}:0`, segment);
  const device = createDevice({ disk });
  const first = await launchApp(device);
  first.logMany(2, 3);
  await device.wait(1000);
  const second = await launchApp(device);
  second.logMany(3, 4);
  await device.wait(1000);
  expect(sentIds(service)).toEqual(['id-of-old']);
  expect(device.phone.disk.get(INDEX)).toMatch(/^2 /);
  expect(device.phone.disk.get(INSTALL_ID)).toBe('1 id-of-old ');
});

test('an id of its own wins over the one in an old index', async () => {
  const service = linkServer();
  const disk = new Map([
    [FLAG, '{"v":1}'],
    [INDEX, '1 id-of-old 0 1 '],
    [`${INDEX}:0`, storedEvent(0)],
    [INSTALL_ID, '1 own-id '],
  ]);
  const device = createDevice({ disk });
  await launchApp(device);
  await device.wait(1000);
  expect(sentIds(service)).toEqual(['own-id']);
});

test.each(['pending', 'denied'] as const)('while %s it is neither read nor stored', async (consent) => {
  linkServer();
  const disk = new Map([[INSTALL_ID, '1 stored-id ']]);
  const used: string[] = [];
  const storage: LinkStorage = {
    getItem(key) {
      used.push(`read ${key}`);
      return disk.get(key) ?? null;
    },
    setItem(key, value) {
      used.push(`write ${key}`);
      disk.set(key, value);
    },
    removeItem: (key) => void disk.delete(key),
  };
  const { device, logMany } = await launchApp(createDevice(), { config: { storage, consent } });
  logMany(0, 30);
  await device.background();
  await device.wait(20_000);
  expect(used.filter((use) => use.endsWith(INSTALL_ID))).toEqual([]);
  expect(disk.has(INSTALL_ID)).toBe(consent === 'pending');
});

test('a link that the app wants to make while consent is pending does not read it', async () => {
  const getItem = jest.fn((_: string) => null);
  await createDevice().launch({ config: { consent: 'pending', storage: { getItem, setItem: () => {} } } });
  const { createLink } = require('react-native-deferred-link/create-link') as typeof Creating;
  expect(await createLink({ route: '/invite' })).toMatchObject({ ok: false });
  expect(getItem).not.toHaveBeenCalled();
});

test('denied removes it, and a later grant makes another', async () => {
  const service = linkServer();
  const device = createDevice();
  const { app, logMany } = await launchApp(device);
  logMany(0, 1);
  await device.wait(1000);
  const [before] = sentIds(service);
  await app.rerender({ ...CONFIG, consent: 'denied' });
  expect(device.phone.disk.has(INSTALL_ID)).toBe(false);
  await app.rerender({ ...CONFIG, consent: 'granted' });
  logMany(1, 2);
  await device.wait(11_000);
  const [, after] = sentIds(service);
  expect(after).toMatch(RANDOM);
  expect(after).not.toBe(before);
  expect(device.phone.disk.get(INSTALL_ID)).toBe(`1 ${String(after)} `);
});

test('denied and granted again before anything is removed: still another one', async () => {
  const service = linkServer();
  const disk = new Map([
    [FLAG, '{"v":1}'],
    [INSTALL_ID, '1 stored-id '],
  ]);
  const removals: (() => void)[] = [];
  const storage = {
    ...storageOver(disk),
    removeItem: (key: string) =>
      new Promise<void>((resolve) => {
        removals.push(() => {
          disk.delete(key);
          resolve();
        });
      }),
  };
  const { app, device, logMany } = await launchApp(createDevice(), { config: { storage } });
  for (const consent of ['denied', 'granted'] as const) await app.rerender({ ...CONFIG, storage, consent });
  logMany(0, 1);
  await device.wait(6000);
  expect(sentIds(service)).toEqual([expect.stringMatching(RANDOM)]);
  while (removals.length) {
    removals.shift()?.();
    await device.wait(0);
  }
  expect(disk.get(INSTALL_ID)).toBe(`1 ${String(sentIds(service)[0])} `);
});

test('a write that is under way when consent is denied does not outlive the removal', async () => {
  linkServer();
  const disk = new Map([[FLAG, '{"v":1}']]);
  const intact = storageOver(disk);
  let land = () => {};
  const storage = {
    ...intact,
    setItem(key: string, value: string) {
      if (key !== INSTALL_ID) return intact.setItem(key, value);
      return new Promise<void>((resolve) => {
        land = () => resolve(intact.setItem(key, value));
      });
    },
  };
  const { app, device, logMany } = await launchApp(createDevice(), { config: { storage } });
  logMany(0, 1);
  await device.wait(1000);
  await app.rerender({ ...CONFIG, storage, consent: 'denied' });
  await device.wait(1000);
  land();
  await device.wait(0);
  expect(disk.has(INSTALL_ID)).toBe(false);
});

test.each([
  ['iOS: once', 'ios', [/^1 \w+ $/]],
  ['Android: once alone, and once with the time of the install', 'android', [/^1 \w+ $/, /^1 \w+ 1700000000000$/]],
] as const)('it is written, however many requests carry it, on %s', async (_, os, written) => {
  linkServer();
  const disk = new Map([[FLAG, '{"v":1}']]);
  const setItem = jest.fn(storageOver(disk).setItem);
  const { device, logMany } = await launchApp(createDevice({ os, installTime: 1_700_000_000_000 }), {
    config: { storage: { ...storageOver(disk), setItem } },
  });
  for (let n = 0; n < 3; n++) {
    logMany(n, n + 1);
    await device.wait(11_000);
  }
  const values = setItem.mock.calls.filter(([key]) => key === INSTALL_ID).map(([, value]) => value);
  expect(values).toEqual(written.map((text) => expect.stringMatching(text)));
});

describe('while it is being read', () => {
  /** A phone with an id in a storage that answers for the id when it is told to, and an event that waits for it. */
  async function launchSlowly() {
    const service = linkServer({ create: { url: 'https://go.test/x' } });
    const disk = new Map([
      [FLAG, '{"v":1}'],
      [INSTALL_ID, '1 stored-id '],
    ]);
    const answer = gate<string>();
    let isSlow = true;
    const intact = storageOver(disk);
    const storage = {
      ...intact,
      getItem: (key: string) => (isSlow && key === INSTALL_ID ? answer.wait() : intact.getItem(key)),
    };
    const launched = await launchApp(createDevice(), { config: { storage } });
    const { app, device, logMany } = launched;
    logMany(0, 1);
    await device.wait(400);
    expect(answer.isReached()).toBe(true);
    return {
      ...launched,
      service,
      set: (consent: Consent) => app.rerender({ ...CONFIG, storage, consent }),
      async answerNow() {
        isSlow = false;
        answer.open('1 stored-id ');
        await device.wait(0);
      },
    };
  }

  test('a consent that turns pending lets nothing be sent, and a grant sends the event', async () => {
    const { device, service, set, answerNow } = await launchSlowly();
    await set('pending');
    await answerNow();
    await device.wait(1000);
    expect(service.requests).toEqual([]);
    await set('granted');
    await device.wait(11_000);
    expect(service.to('events')).toHaveLength(1);
    expect(sentIds(service)).toEqual(['stored-id']);
  });

  test('a denial and a grant let nothing be sent under the id from before', async () => {
    const { device, service, set, answerNow, logMany } = await launchSlowly();
    await set('denied');
    await set('granted');
    logMany(1, 2);
    await device.wait(0);
    await answerNow();
    await device.wait(11_000);
    expect(service.to('events').flatMap(eventsOf)).toMatchObject([{ data: 1 }]);
    expect(sentIds(service)).toEqual([expect.stringMatching(RANDOM)]);
  });

  test('a denial and a grant let no link be made for the install from before', async () => {
    const { device, service, set, answerNow } = await launchSlowly();
    const { createLink } = require('react-native-deferred-link/create-link') as typeof Creating;
    const creating = createLink({ route: '/invite' });
    await device.wait(0);
    await set('denied');
    await set('granted');
    await answerNow();
    expect(await creating).toEqual({ ok: false, reason: 'config.consent is not granted' });
    expect(service.to('create')).toEqual([]);
  });
});

test('a request waits for it for half of its time at most, and goes without it', async () => {
  const service = linkServer({ 'resolve-short': { link: LINK } });
  const storage = { ...storageOver(new Map()), getItem: (key: string) => (key === INSTALL_ID ? never() : null) };
  const device = createDevice({ initialUrl: 'https://shop.test/abc' });
  const app = await device.launch({ config: { storage, timeoutMs: 1000 } });
  await device.wait(950);
  expect(app.context().linkUrl).toBe(LINK);
  expect(service.to('resolve-short').map(idOf)).toEqual([null]);
});

test('the time that it takes to read is part of the time of the request', async () => {
  linkServer({ create: never });
  const disk = new Map([[FLAG, '{"v":1}']]);
  const storage = {
    ...storageOver(disk),
    getItem: (key: string) => (key === INSTALL_ID ? never() : (disk.get(key) ?? null)),
  };
  const device = createDevice();
  await device.launch({ config: { storage } });
  const { createLink } = require('react-native-deferred-link/create-link') as typeof Creating;
  const creating = createLink({ route: '/invite' });
  const isSettled = jest.fn();
  void creating.then(isSettled);
  await device.wait(4900);
  expect(isSettled).not.toHaveBeenCalled();
  await device.wait(200);
  expect(isSettled).toHaveBeenCalledTimes(1);
});
