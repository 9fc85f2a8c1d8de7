import type { Diagnostic } from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice } from '../support/createDevice';
import { inRelease } from '../support/inRelease';
import { linkServer } from '../support/linkServer';
import { EXPO_MODULES, NO_PACKAGES, type DeviceOptions } from '../support/nativeModules';

const LINK = 'https://go.test/a/b';

/** An Expo app with Expo's modules and none of our packages. */
const ONLY_EXPO: DeviceOptions = { expo: EXPO_MODULES, packages: NO_PACKAGES };
/** An app that has both. */
const BOTH: DeviceOptions = { expo: EXPO_MODULES };

const hang = () => new Promise(() => {});
const after = (ms: number, value: unknown) => () => new Promise((resolve) => setTimeout(() => resolve(value), ms));

/** What a first run sends, and all that is told of it. */
async function run(options: DeviceOptions, { ms = 0, config = {} } = {}) {
  const service = linkServer({ 'match-link': { link: '/found' } });
  const diagnostics: Diagnostic[] = [];
  const device = createDevice({ installTime: Date.now(), ...options });
  const app = await device.launch({ config: { ...config, onDiagnostic: (entry) => void diagnostics.push(entry) } });
  await device.wait(ms);
  return {
    app,
    device,
    service,
    body: service.to('match-link')[0]?.body,
    calls: device.phone.calls,
    told: (step: string) => diagnostics.find((entry) => entry.step === step),
  };
}

const countOf = (calls: string[], name: string) => calls.filter((call) => call === name).length;

describe('an Expo app with none of our packages', () => {
  test('finds the link by click id', async () => {
    const { body, app } = await run({ ...ONLY_EXPO, os: 'android', referrer: 'clickId%3Dabc' });
    expect(body).toEqual({ clickId: 'abc' });
    expect(app.context().linkRoute).toBe('/found');
  });

  test('finds the link by clipboard, which is asked for its text with an argument', async () => {
    const { body } = await run({ ...ONLY_EXPO, clipboardHasUrl: true, clipboard: LINK });
    expect(body).toMatchObject({ pastedLink: LINK });
  });

  test('never reads a clipboard that holds no URL', async () => {
    const { body, calls } = await run({ ...ONLY_EXPO, clipboardHasUrl: false, clipboard: LINK });
    expect(body).not.toHaveProperty('pastedLink');
    expect(calls).not.toContain('ExpoClipboard.getStringAsync');
  });

  test.each(['ios', 'android'] as const)('on %s, finds the link by fingerprint', async (os) => {
    const { body, told } = await run({ ...ONLY_EXPO, os });
    expect(body).toMatchObject({
      model: 'Phone 1',
      manufacturer: os === 'ios' ? 'Apple' : 'Google',
      systemVersion: os === 'ios' ? '18.1' : '15',
      userAgent: expect.any(String) as string,
    });
    expect(told('fingerprint')).toEqual(expect.not.objectContaining({ reason: expect.anything() as string }));
  });

  test.each(['ios', 'android'] as const)('on %s, knows an old install', (os) =>
    inRelease(async () => {
      const { service, told } = await run({ ...ONLY_EXPO, os, installTime: Date.now() - 9 * 24 * 60 * 60 * 1000 });
      expect(told('firstRun')?.reason).toBe('the app was installed 9 days ago');
      expect(service.to('match-link')).toEqual([]);
    })
  );

  test('gets no advice', async () => {
    await run({ ...ONLY_EXPO, os: 'android' }, { ms: 4000 });
    expect(consoleLines()).toEqual([]);
  });
});

test('while our packages answer, nothing of Expo is asked', async () => {
  for (const os of ['ios', 'android'] as const) {
    const { calls } = await run({ ...BOTH, os, clipboardHasUrl: true, clipboard: LINK });
    expect(calls.filter((call) => call.startsWith('Expo'))).toEqual([]);
  }
});

test('nothing of Expo is read at import', () => {
  const world = globalThis as { expo?: unknown };
  const device = createDevice();
  return device
    .launch({
      config: { consent: 'pending' },
      load() {
        Object.defineProperty(world, 'expo', {
          configurable: true,
          get() {
            throw new Error('read');
          },
        });
        return require('react-native-deferred-link') as typeof import('react-native-deferred-link');
      },
    })
    .finally(() => delete world.expo);
});

test('where neither has a model, React Native itself knows it', async () => {
  const { body, told } = await run({ os: 'android', packages: NO_PACKAGES }, { ms: 100 });
  expect(body).toMatchObject({ model: 'Phone 1', manufacturer: 'Google', systemVersion: '15', userAgent: null });
  expect(told('fingerprint')?.reason).toBe('without userAgent');
  const ios = await run({ os: 'ios', packages: NO_PACKAGES }, { ms: 100 });
  expect(ios.body).toMatchObject({ model: null, manufacturer: 'Apple', systemVersion: '18.1' });
  expect(ios.told('fingerprint')?.reason).toBe('without model, userAgent');
  consoleLines();
});

describe('the next source is asked', () => {
  test.each([
    ['rejects', () => Promise.reject(new Error('native'))],
    [
      'throws',
      () => {
        throw new Error('native');
      },
    ],
    ['answers with unknown', () => Promise.resolve('unknown')],
    ['answers with nothing', () => Promise.resolve(null)],
    ['answers with an empty text', () => Promise.resolve('')],
    ['answers with another type', () => Promise.resolve(42)],
  ])('at once where one %s', async (_, fault) => {
    const faults = { 'RNDeviceInfo.getUserAgent': fault, 'RNDeviceInfo.getSystemManufacturer': fault };
    const { body } = await run({ ...BOTH, os: 'android', faults });
    expect(body).toMatchObject({ manufacturer: 'Google', userAgent: expect.stringContaining('Dalvik') as string });
  });

  test('for a constant that is empty', async () => {
    for (const value of [null, '', 'unknown', 42]) {
      const faults = { 'RNDeviceInfo.model': value as null, 'ExpoDevice.modelName': 'Phone 2' as unknown as null };
      expect((await run({ ...BOTH, faults })).body).toMatchObject({ model: 'Phone 2' });
    }
  });

  test('after half of the time where one hangs, and the answer that comes first counts', async () => {
    const faults = { 'RNDeviceInfo.getUserAgent': hang };
    const { device, service } = await run({ ...BOTH, faults }, { ms: 450 });
    expect(device.phone.calls).not.toContain('ExponentConstants.getWebViewUserAgentAsync');
    expect(service.to('match-link')).toEqual([]);
    await device.wait(50);
    expect(service.to('match-link')[0]?.body).toMatchObject({ userAgent: 'Mozilla/5.0 (test)' });
  });

  test('and the first one still counts if the second one fails', async () => {
    const faults = {
      'RNDeviceInfo.getUserAgent': after(800, 'slow'),
      'ExponentConstants.getWebViewUserAgentAsync': () => Promise.reject(new Error('native')),
    };
    expect((await run({ ...BOTH, faults }, { ms: 800 })).body).toMatchObject({ userAgent: 'slow' });
  });

  test('and together they take no longer than one', async () => {
    const faults = { 'RNDeviceInfo.getUserAgent': hang, 'ExponentConstants.getWebViewUserAgentAsync': hang };
    const { service, device } = await run({ ...BOTH, faults }, { ms: 950 });
    expect(service.to('match-link')).toEqual([]);
    await device.wait(50);
    expect(service.to('match-link')[0]?.body).toMatchObject({ userAgent: null });
  });

  test('but not after a denial', async () => {
    const faults = { 'RNDeviceInfo.getUserAgent': hang, 'PlayInstallReferrer.getInstallReferrerInfo': hang };
    const { app, device, calls } = await run({ ...BOTH, os: 'android', faults }, { ms: 100 });
    await app.rerender({ ...CONFIG, consent: 'denied' });
    await device.wait(5000);
    expect(calls.filter((call) => call.startsWith('Expo'))).toEqual([]);
  });

  test('for the install time, in time for the shortest wait', async () => {
    const faults = { 'RNDeviceInfo.getFirstInstallTime': hang };
    const { told, device } = await run(
      { ...BOTH, faults, installTime: Date.now() - 9 * 24 * 60 * 60 * 1000 },
      { ms: 200 }
    );
    expect(told('firstRun')).toBeUndefined();
    await device.wait(50);
    expect(told('firstRun')?.reason).toContain('installed 9 days ago');
  });
});

describe('the install referrer', () => {
  const ours = 'PlayInstallReferrer.getInstallReferrerInfo';
  const expos = 'ExpoApplication.getInstallReferrerAsync';

  test('is asked of Expo after half of the time that the match waits', async () => {
    const { device, service } = await run(
      { ...BOTH, os: 'android', referrer: 'clickId=abc', faults: { [ours]: () => {} } },
      { ms: 1450 }
    );
    expect(device.phone.calls).not.toContain(expos);
    await device.wait(50);
    expect(service.to('match-link')[0]?.body).toEqual({ clickId: 'abc' });
  });

  test.each([
    [1, 3],
    [-1, 3],
    [2, 1],
    [3, 1],
    [4, 1],
  ])('that fails with code %i in Expo’s words is asked for %i times', async (referrer, times) => {
    const { calls, told } = await run({ ...ONLY_EXPO, os: 'android', referrer }, { ms: 5000 });
    expect(countOf(calls, expos)).toBe(times);
    expect(told('referrer')?.outcome).toBe('failed');
  });

  test('is asked of Expo again after a remote exception', async () => {
    const fail = () =>
      Promise.reject(
        new Error(
          'RemoteException getting install referrer information. This may happen if the process hosting the remote object is no longer available.'
        )
      );
    const { calls } = await run({ ...ONLY_EXPO, os: 'android', faults: { [expos]: fail } }, { ms: 5000 });
    expect(countOf(calls, expos)).toBe(3);
  });

  test.each([
    ['ours', 1, 2],
    ['Expo’s', 2, 1],
  ])('is asked of both again if the failure of %s may pass', async (_, code, expoCode) => {
    const faults = {
      [ours]() {
        const native = require('react-native') as typeof import('react-native');
        native.DeviceEventEmitter.emit('play_install_referrer_error', { message: 'failed', responseCode: code });
      },
      [expos]: () =>
        Promise.reject(new Error(`General error retrieving the install referrer: response code ${expoCode}`)),
    };
    const { calls } = await run({ ...BOTH, os: 'android', faults }, { ms: 5000 });
    expect([countOf(calls, ours), countOf(calls, expos)]).toEqual([3, 3]);
  });

  test('that Google Play doesn’t have is Expo’s text "null", and no click id', async () => {
    const { body, told, calls } = await run({ ...ONLY_EXPO, os: 'android', referrer: 'null' });
    expect(body).toMatchObject({ platform: 'android' });
    expect(told('referrer')).toMatchObject({ outcome: 'none', reason: 'no clickId' });
    expect(countOf(calls, expos)).toBe(1);
  });
});

describe('a person sees one paste prompt', () => {
  const copied = { clipboardHasUrl: true, clipboard: LINK };
  const texts = ['RNCClipboard.getString', 'ExpoClipboard.getStringAsync'];

  test('where our package says that there is a URL, and its text is not to be had', async () => {
    const faults = { 'RNCClipboard.getString': () => Promise.reject(new Error('refused')) };
    const { calls, told } = await run({ ...BOTH, ...copied, faults });
    expect(texts.map((name) => countOf(calls, name))).toEqual([1, 0]);
    expect(told('clipboard')?.outcome).toBe('failed');
  });

  test('where our package is slow to say it: Expo’s is read', async () => {
    const faults = { 'RNCClipboard.hasWebURL': after(600, true) };
    const { calls, body } = await run({ ...BOTH, ...copied, faults }, { ms: 2000 });
    expect(texts.map((name) => countOf(calls, name))).toEqual([0, 1]);
    expect(body).toMatchObject({ pastedLink: LINK });
  });

  test('where our package says that there is none', async () => {
    const faults = { 'RNCClipboard.hasWebURL': () => Promise.resolve(false) };
    const { calls } = await run({ ...BOTH, ...copied, faults });
    expect(texts.map((name) => countOf(calls, name))).toEqual([0, 0]);
    expect(calls).not.toContain('ExpoClipboard.hasUrlAsync');
  });
});

describe('the advice names what would help this app', () => {
  async function adviceOn(options: DeviceOptions) {
    const worker = process.env.JEST_WORKER_ID;
    delete process.env.JEST_WORKER_ID;
    try {
      await run(options, { ms: 4000 });
    } finally {
      process.env.JEST_WORKER_ID = worker;
    }
    return consoleLines();
  }

  test.each([
    ['ios', [], 'expo-application expo-clipboard expo-device expo-constants'],
    ['android', [], 'expo-application expo-constants'],
    ['ios', ['ExponentConstants', 'ExpoDevice'], 'expo-application expo-clipboard'],
    ['android', ['ExponentConstants'], 'expo-application'],
  ] as const)('on %s in an Expo app with %j: %s', async (os, expo, names) => {
    const lines = await adviceOn({ os, expo, packages: NO_PACKAGES });
    expect(lines).toEqual([expect.stringContaining(`Run \`npx expo install ${names}\` and rebuild the app`)]);
  });

  test.each([
    ['ios', '@react-native-clipboard/clipboard react-native-device-info'],
    ['android', 'react-native-play-install-referrer react-native-device-info'],
  ] as const)('on %s in an app without Expo: %s', async (os, names) => {
    const lines = await adviceOn({ os, packages: NO_PACKAGES });
    expect(lines).toHaveLength(1);
    const [, named = ''] = /npm install ([^`]*)`/.exec(lines[0] ?? '') ?? [];
    expect(named.split(' ').sort()).toEqual(names.split(' ').sort());
  });

  test('to rebuild, where ours is installed and Expo’s isn’t', async () => {
    const lines = await adviceOn({ expo: [], faults: { RNDeviceInfo: null } });
    expect(lines).toEqual([
      expect.stringMatching(/react-native-device-info is installed, but this build lacks its native side[^;]*$/),
    ]);
  });

  test('not in a test that has nothing in the place of Expo’s modules', async () => {
    await run({ expo: [], packages: NO_PACKAGES }, { ms: 4000 });
    expect(consoleLines()).toEqual([]);
  });
});

describe.each([
  ['a TurboModule', true],
  ['a legacy module', false],
])('device-info as %s', (_, isTurbo) => {
  test.each(['ios', 'android'] as const)('gives every fact on %s', async (os) => {
    const { body, told } = await run({ os, isTurbo });
    expect(body).toMatchObject({
      model: 'Phone 1',
      manufacturer: os === 'ios' ? 'Apple' : 'Google',
      systemVersion: os === 'ios' ? '18.1' : '15',
      userAgent: 'Mozilla/5.0 (test)',
    });
    expect(told('fingerprint')?.reason).toBeUndefined();
  });

  test('is read in a release build without its JavaScript', () =>
    inRelease(async () => {
      const { body } = await run({ isTurbo, packages: { 'react-native-device-info': 'no-such-package' } });
      expect(body).toMatchObject({ model: 'Phone 1', userAgent: 'Mozilla/5.0 (test)' });
    }));
});

test('an Expo app whose modules throw on every read gets its link in time', async () => {
  const world = globalThis as { expo?: unknown };
  const throwing: object = new Proxy(
    {},
    {
      get: () => {
        throw new Error('read');
      },
    }
  );
  const device = createDevice({ packages: NO_PACKAGES });
  linkServer({ 'match-link': { link: '/found' } });
  const app = await device.launch({
    load() {
      world.expo = throwing;
      return require('react-native-deferred-link') as typeof import('react-native-deferred-link');
    },
  });
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/found' });
  delete world.expo;
});
