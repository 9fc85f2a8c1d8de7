import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice } from '../support/createDevice';
import { inRelease } from '../support/inRelease';
import { linkServer } from '../support/linkServer';
import { eventsOn, runOn } from '../storage/stored';

const STORAGE = '@react-native-async-storage/async-storage';
const REFERRER = 'react-native-play-install-referrer';
const CLIPBOARD = '@react-native-clipboard/clipboard';
const DEVICE_INFO = 'react-native-device-info';

test.each([
  ['2', { [STORAGE]: 'async-storage-2' }],
  ['3', {}],
])('async-storage %s keeps the record and the events', async (_, packages) => {
  const service = linkServer();
  const device = createDevice({ packages });
  const app = await device.launch();
  app.library.LinkAnalytics.logEvent('login');
  await device.wait(100);
  expect(runOn(device.phone.disk)).toBe('used');
  expect(eventsOn(device.phone.disk)).toHaveLength(1);
  await device.launch();
  await device.wait(100);
  expect(service.to('match-link')).toHaveLength(1);
  expect(service.to('events')).toHaveLength(1);
  expect(eventsOn(device.phone.disk)).toEqual([]);
});

describe.each([
  ['1.1', { [REFERRER]: 'play-install-referrer-1' }],
  ['2.0', {}],
])('play-install-referrer %s', (_, packages) => {
  test('gives the click id', async () => {
    const service = linkServer();
    await createDevice({ os: 'android', packages, referrer: 'clickId%3Dabc' }).launch();
    expect(service.to('match-link')[0]?.body).toEqual({ clickId: 'abc' });
  });

  test.each([-1, 1, 2, 3, 4])('fails with code %i, and a fingerprint is sent', async (referrer) => {
    const service = linkServer();
    await createDevice({ os: 'android', packages, referrer }).launch();
    expect(service.to('match-link')[0]?.body).toMatchObject({ platform: 'android' });
  });

  test('never calls back, and a fingerprint is sent in time', async () => {
    const service = linkServer();
    const device = createDevice({
      os: 'android',
      packages,
      faults: { 'PlayInstallReferrer.getInstallReferrerInfo': () => undefined },
    });
    const app = await device.launch();
    await device.wait(3000);
    expect(service.to('match-link')[0]?.body).toMatchObject({ platform: 'android' });
    expect(app.context().isLinkProcessed).toBe(true);
  });

  test('is not asked on iOS, where it never calls back', async () => {
    const service = linkServer();
    const device = createDevice({ os: 'ios', packages });
    await device.launch();
    expect(service.to('match-link')).toHaveLength(1);
    expect(device.phone.calls).not.toContain('PlayInstallReferrer.getInstallReferrerInfo');
  });
});

describe.each([
  ['13', 'device-info-13'],
  ['14', 'device-info-14'],
  ['15', DEVICE_INFO],
])('device-info %s', (_, path) => {
  test.each(['android', 'ios'] as const)('on %s, the facts are those that the package itself reads', async (os) => {
    const service = linkServer();
    const device = createDevice({ os, packages: { [DEVICE_INFO]: path } });
    await device.launch();
    const info = require(DEVICE_INFO) as typeof import('react-native-device-info');
    expect(service.to('match-link')[0]?.body).toMatchObject({
      model: info.getModel(),
      manufacturer: await info.getManufacturer(),
      systemVersion: info.getSystemVersion(),
      userAgent: await info.getUserAgent(),
    });
    const asked = () => device.phone.calls.filter((call) => call === 'RNDeviceInfo.getFirstInstallTime').length;
    const before = asked();
    expect(before).toBeGreaterThan(0);
    await info.getFirstInstallTime();
    expect(asked()).toBe(before + 1);
  });
});

test('the locale is the one that the app formats with, whatever the settings say', async () => {
  const service = linkServer();
  await createDevice({ os: 'android', locale: 'de_DE' }).launch();
  expect(service.to('match-link')[0]?.body.locale).toEqual([
    { languageTag: Intl.DateTimeFormat().resolvedOptions().locale },
  ]);
});

test('a release build reads device facts without the JavaScript of device-info', () =>
  inRelease(async () => {
    const service = linkServer();
    await createDevice({ installTime: Date.now(), packages: { [DEVICE_INFO]: 'no-such-package' } }).launch();
    expect(service.to('match-link')[0]?.body).toMatchObject({ model: 'Phone 1', userAgent: 'Mozilla/5.0 (test)' });
  }));

/** Which package is asked on which system, and what of its native side. */
const USES = [
  ['android', STORAGE, 'RNAsyncStorage'],
  ['android', REFERRER, 'PlayInstallReferrer'],
  ['android', DEVICE_INFO, 'RNDeviceInfo'],
  ['ios', CLIPBOARD, 'RNCClipboard'],
  ['ios', DEVICE_INFO, 'RNDeviceInfo'],
] as const;

describe.each(USES)('%s: what is said once of %s', (os, name, native) => {
  async function adviceOn(options: Parameters<typeof createDevice>[0]) {
    linkServer({ 'match-link': { link: '/found' } });
    const device = createDevice({ os, ...options });
    const app = await device.launch();
    await device.wait(100);
    expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: name === STORAGE ? null : '/found' });
    const lines = consoleLines().filter((line) => line.startsWith('warn: [Link] Without '));
    expect(lines).toEqual([expect.stringMatching(new RegExp(` ${name}`))]);
    return lines.join();
  }

  test('where it is not installed: the line that installs it', async () => {
    const advice = await adviceOn({ packages: { [name]: null } });
    const otherwise = {
      [STORAGE]: ', or pass config.storage',
      [CLIPBOARD]: ', or set config.shouldUseClipboard to false',
      [REFERRER]: '',
      [DEVICE_INFO]: '',
    };
    expect(advice).toMatch(new RegExp(`Run \`npm install ${name}\`${otherwise[name]}\\.$`));
  });

  test('where a test has no mock of it: to mock it', async () => {
    const advice = await adviceOn({ faults: { [native]: null } });
    expect(advice).toMatch(new RegExp(`jest\\.mock\\('${name}', …\\) \\(\\S+docs/testing\\.md\\)`));
    expect(advice).not.toMatch(/npm install|rebuild/);
  });

  test('where a build lacks its native side: to rebuild', async () => {
    const worker = process.env.JEST_WORKER_ID;
    delete process.env.JEST_WORKER_ID;
    try {
      const advice = await adviceOn({ faults: { [native]: null } });
      expect(advice).toContain(`${name} is installed, but this build lacks its native side: rebuild the app`);
      expect(advice).toContain('`pod install`');
      expect(advice).not.toMatch(/npm install|jest/);
    } finally {
      process.env.JEST_WORKER_ID = worker;
    }
  });

  test.each(['Cannot use import statement outside a module', "Unexpected token 'export'", 'Unexpected token export'])(
    'where Jest fails with "%s": to transform it',
    async (message) => {
      const advice = await adviceOn({ packages: { [name]: new SyntaxError(message) } });
      expect(advice).toMatch(/transformIgnorePatterns, or mock it \(\S+docs\/testing\.md\)/);
      expect(advice).not.toMatch(/npm install|rebuild/);
    }
  );
});

/** Every mock that the packages ship, as they differ over the versions that package.json allows. */
const OFFICIAL_MOCKS = [
  ['async-storage 2', STORAGE, 'async-storage-2/jest/async-storage-mock'],
  ['async-storage 3', STORAGE, '@react-native-async-storage/async-storage/jest'],
  ['clipboard 1.14', CLIPBOARD, 'clipboard-1-14/jest/clipboard-mock'],
  ['clipboard 1.16', CLIPBOARD, '@react-native-clipboard/clipboard/jest/clipboard-mock'],
  ['device-info 13', DEVICE_INFO, 'device-info-13/jest/react-native-device-info-mock'],
  ['device-info 14', DEVICE_INFO, 'device-info-14/jest/react-native-device-info-mock'],
  ['device-info 15', DEVICE_INFO, 'react-native-device-info/jest/react-native-device-info-mock'],
] as const;

const defaultOf = (mock: object) => ('default' in mock ? mock.default : mock);

/** As it is, as the default export of an ES module, and as both. */
const SHAPES: [string, (mock: object) => object][] = [
  ['as it is', (mock) => mock],
  ['as a default export alone', (mock) => ({ __esModule: true, default: defaultOf(mock) })],
  ['as a default export beside itself', (mock) => ({ ...mock, __esModule: true, default: defaultOf(mock) })],
];

describe.each(SHAPES)('with the official mock %s', (_, shape) => {
  test.each(OFFICIAL_MOCKS)('of %s a first run is matched', async (_version, name, path) => {
    const service = linkServer({ 'match-link': { link: '/found' } });
    // A fresh one: those of earlier tests have been restored to nothing.
    jest.resetModules();
    const mock = jest.requireActual<object>(path);
    const device = createDevice({ os: 'ios', packages: { [name]: shape(mock) } });
    const app = await device.launch();
    await device.wait(100);
    expect(app.context().linkRoute).toBe('/found');
    // What the mocks of device-info call "unknown" is nothing.
    expect(service.to('match-link')[0]?.body).toMatchObject({ model: name === DEVICE_INFO ? null : 'Phone 1' });
    if (name === STORAGE) {
      const { getAllKeys } = defaultOf(mock) as { getAllKeys(): Promise<string[]> };
      expect(await getAllKeys()).toHaveLength(1);
    }
    if (name === CLIPBOARD) expect((mock as { getString: jest.Mock }).getString).toHaveBeenCalledTimes(1);
    if (name === DEVICE_INFO) expect((mock as { getModel: jest.Mock }).getModel).toHaveBeenCalledTimes(1);
    expect(consoleLines()).toEqual([]);
  });
});

test('a mock of device-info gives every fact that it knows', async () => {
  const service = linkServer();
  const mock = {
    getModel: () => 'Pixel 8',
    getSystemVersion: () => '14',
    getManufacturer: () => Promise.resolve('Maker'),
    getUserAgent: () => Promise.resolve('Agent'),
    getFirstInstallTime: () => Promise.resolve(Date.now() - 9 * 24 * 60 * 60 * 1000),
  };
  const onDiagnostic = jest.fn();
  await createDevice({ os: 'android', packages: { [DEVICE_INFO]: mock } }).launch({ config: { onDiagnostic } });
  expect(service.to('match-link')[0]?.body).toMatchObject({
    model: 'Pixel 8',
    systemVersion: '14',
    manufacturer: 'Maker',
    userAgent: 'Agent',
  });
  expect(onDiagnostic).toHaveBeenCalledWith(
    expect.objectContaining({ reason: expect.stringContaining('installed 9 days ago') as string })
  );
});

test.each([
  ['its methods', (mock: object) => mock],
  ['a default export alone', (mock: object) => ({ __esModule: true, default: mock })],
])('a mock of device-info with %s wins over a stub of its native side', async (_, shape) => {
  const service = linkServer();
  const mock = shape({ getModel: jest.fn(() => 'Mocked'), getSystemVersion: () => '1', getUserAgent: () => 'Agent' });
  const device = createDevice();
  await device.launch({
    load() {
      // The device has put the native side there by then.
      jest.doMock(DEVICE_INFO, () => mock);
      return require('react-native-deferred-link') as typeof import('react-native-deferred-link');
    },
  });
  expect(service.to('match-link')[0]?.body).toMatchObject({ model: 'Mocked', systemVersion: '1', userAgent: 'Agent' });
});

test('without device-info itself, a stub of its native side gives the facts', async () => {
  const service = linkServer();
  await createDevice().launch({
    load() {
      jest.doMock(DEVICE_INFO, () => {
        throw new Error(`Cannot find module '${DEVICE_INFO}'`);
      });
      return require('react-native-deferred-link') as typeof import('react-native-deferred-link');
    },
  });
  expect(service.to('match-link')[0]?.body).toMatchObject({
    manufacturer: 'Apple',
    model: expect.any(String) as string,
  });
});

test('a mock of the install referrer with a default export alone gives the click id', async () => {
  const service = linkServer();
  const PlayInstallReferrer = {
    getInstallReferrerInfo: (answer: (info: object, error: null) => void) =>
      answer({ installReferrer: 'clickId=abc' }, null),
  };
  for (const mock of [{ PlayInstallReferrer }, { __esModule: true, default: { PlayInstallReferrer } }]) {
    await createDevice({ os: 'android', packages: { [REFERRER]: mock } }).launch();
  }
  expect(service.to('match-link').map(({ body }) => body)).toEqual([{ clickId: 'abc' }, { clickId: 'abc' }]);
});

test('an install referrer that fails with what has no text is told, and nothing is thrown', async () => {
  const service = linkServer();
  const error: { self?: unknown } = {};
  error.self = error;
  const PlayInstallReferrer = {
    getInstallReferrerInfo: (answer: (info: null, error: object) => void) =>
      void setTimeout(() => answer(null, error), 1),
  };
  const device = createDevice({ os: 'android', packages: { [REFERRER]: { PlayInstallReferrer } } });
  await device.launch();
  await device.wait(100);
  expect(service.to('match-link')[0]?.body).toMatchObject({ platform: 'android' });
});

test.each([
  ['nothing', {}],
  ['methods that answer with nothing', { getItem: () => {}, setItem: () => {} }],
  ['methods in two places', { getItem: () => null, default: { setItem: () => {} } }],
] as [string, object][])('a mock of the storage with %s', async (name, mock) => {
  const service = linkServer({ 'match-link': { link: '/found' } });
  const device = createDevice({ packages: { [STORAGE]: mock } });
  const app = await device.launch();
  app.library.LinkAnalytics.logEvent('login');
  await device.wait(11_000);
  const isEmpty = name === 'nothing';
  expect(app.context().linkRoute).toBe(isEmpty ? null : '/found');
  expect(service.to('events')).toHaveLength(1);
  expect(consoleLines().filter((line) => line.includes('jest.mock'))).toHaveLength(isEmpty ? 1 : 0);
});

test('a mock of the storage that can’t remove is left with empty values', async () => {
  linkServer();
  const items = new Map<string, string>();
  const mock = {
    getItem: (key: string) => Promise.resolve(items.get(key) ?? null),
    setItem: (key: string, value: string) => Promise.resolve(void items.set(key, value)),
  };
  const device = createDevice({ packages: { [STORAGE]: { __esModule: true, default: mock } } });
  const app = await device.launch();
  await device.wait(100);
  expect([...items.values()].join('')).not.toBe('');
  await app.rerender({ ...CONFIG, consent: 'denied' });
  await device.wait(100);
  expect([...items.values()].join('')).toBe('');
});

test('async-storage that fails, but has its native side, is not taken for missing', async () => {
  linkServer();
  const faults = { 'RNAsyncStorage.legacy_multiGet': () => Promise.reject(new Error('disk I/O')) };
  await createDevice({ faults }).launch();
  expect(consoleLines()).toEqual([expect.stringMatching(/^error: \[Link\] Storage could not be read: .*disk I\/O/)]);
});

test('a storage of the app’s own that fails is not taken for async-storage', async () => {
  linkServer();
  const storage = { getItem: () => Promise.reject(new Error('native module is null')), setItem: () => {} };
  await createDevice().launch({ config: { storage } });
  expect(consoleLines()).toEqual(['error: [Link] Storage could not be read: Error: native module is null.']);
});

test('a mock of the clipboard package that can’t say whether it holds a URL is read', async () => {
  const service = linkServer();
  const mock = { getString: () => Promise.resolve('https://go.test/a/b') };
  await createDevice({ packages: { [CLIPBOARD]: { __esModule: true, default: mock } } }).launch();
  expect(service.to('match-link')[0]?.body.pastedLink).toBe('https://go.test/a/b');
});

test('with no optional package at all, and a storage of one’s own, a link is still found', async () => {
  const service = linkServer({ 'match-link': { link: '/found' } });
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
  for (const os of ['ios', 'android'] as const) {
    items.clear();
    const device = createDevice({
      os,
      packages: { [STORAGE]: null, [REFERRER]: null, [CLIPBOARD]: null, [DEVICE_INFO]: null },
    });
    const app = await device.launch({ config: { storage } });
    expect(app.context().linkRoute).toBe('/found');
  }
  expect(service.to('match-link')[0]?.body).toMatchObject({ platform: 'ios', model: null, screenWidth: 750 });
  expect(consoleLines().every((line) => line.startsWith('warn: [Link]'))).toBe(true);
});

test('importing the library touches no native package', async () => {
  const device = createDevice({
    packages: { [STORAGE]: null, [REFERRER]: null, [CLIPBOARD]: null, [DEVICE_INFO]: null },
  });
  await device.launch({ config: { consent: 'pending' } });
  expect(device.phone.calls.filter((call) => !/^(LinkingManager|AppState)/.test(call))).toEqual([]);
});
