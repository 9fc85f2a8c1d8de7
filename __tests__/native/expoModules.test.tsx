import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice } from '../support/createDevice';
import { inRelease } from '../support/inRelease';
import { linkServer } from '../support/linkServer';
import { EXPO_MODULES, NO_PACKAGES, type DeviceOptions, type NativeFaults } from '../support/nativeModules';
import { runFirst } from '../support/runFirst';

const LINK = 'https://go.test/a/b';

/** An Expo app with Expo's modules and none of our packages. */
const ONLY_EXPO: DeviceOptions = { expo: EXPO_MODULES, packages: NO_PACKAGES };
/** An app that has both. */
const BOTH: DeviceOptions = { expo: EXPO_MODULES };

const hang = () => new Promise(() => {});
const after = (ms: number, value: unknown) => () => new Promise((resolve) => setTimeout(() => resolve(value), ms));

const countOf = (calls: string[], name: string) => calls.filter((call) => call === name).length;

describe('an Expo app with none of our packages', () => {
  test('finds the link by click id', async () => {
    const { body, app } = await runFirst({ ...ONLY_EXPO, os: 'android', referrer: 'clickId%3Dabc' });
    expect(body).toEqual({ clickId: 'abc' });
    expect(app.context().linkRoute).toBe('/found');
  });

  test('finds the link by clipboard, which is asked for its text with an argument', async () => {
    const { body } = await runFirst({ ...ONLY_EXPO, clipboardHasUrl: true, clipboard: LINK });
    expect(body).toMatchObject({ pastedLink: LINK });
  });

  test('never reads a clipboard that holds no URL', async () => {
    const { body, calls } = await runFirst({ ...ONLY_EXPO, clipboardHasUrl: false, clipboard: LINK });
    expect(body).not.toHaveProperty('pastedLink');
    expect(calls).not.toContain('ExpoClipboard.getStringAsync');
  });

  test.each(['ios', 'android'] as const)('on %s, finds the link by fingerprint', async (os) => {
    const { body, told } = await runFirst({ ...ONLY_EXPO, os });
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
      const { service, told } = await runFirst({ ...ONLY_EXPO, os, installTime: Date.now() - 9 * 24 * 60 * 60 * 1000 });
      expect(told('firstRun')?.reason).toBe('the app was installed 9 days ago');
      expect(service.to('match-link')).toEqual([]);
    })
  );

  test('gets no advice', async () => {
    await runFirst({ ...ONLY_EXPO, os: 'android' }, { ms: 4000 });
    expect(consoleLines()).toEqual([]);
  });
});

test('while our packages answer, nothing of Expo is asked', async () => {
  for (const os of ['ios', 'android'] as const) {
    const { calls } = await runFirst({ ...BOTH, os, clipboardHasUrl: true, clipboard: LINK });
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
  const { body, told } = await runFirst({ os: 'android', packages: NO_PACKAGES }, { ms: 100 });
  expect(body).toMatchObject({ model: 'Phone 1', manufacturer: 'Google', systemVersion: '15', userAgent: null });
  expect(told('fingerprint')?.reason).toBe('without userAgent');
  const ios = await runFirst({ os: 'ios', packages: NO_PACKAGES }, { ms: 100 });
  expect(ios.body).toMatchObject({ model: null, manufacturer: 'Apple', systemVersion: '18.1' });
  expect(ios.told('fingerprint')?.reason).toBe('without model, userAgent');
  consoleLines();
});

test('a release build says in the reason what is missing of ours, too', () =>
  inRelease(async () => {
    const android = await runFirst({ os: 'android', packages: NO_PACKAGES });
    expect(android.told('referrer')?.reason).toMatch(/Cannot find module .*; Error: no ExpoApplication$/);
    const ios = await runFirst({ os: 'ios', packages: NO_PACKAGES });
    expect(ios.told('clipboard')?.reason).toMatch(/Cannot find module .*; Error: no ExpoClipboard$/);
  }));

test('a clipboard of ours that doesn’t say whether it holds a URL is no answer', async () => {
  const faults = { 'RNCClipboard.hasWebURL': () => Promise.resolve() };
  const { body } = await runFirst({ ...BOTH, faults, clipboardHasUrl: true, clipboard: LINK });
  expect(body).toMatchObject({ pastedLink: LINK });
});

test('a phone’s maker and version are Expo’s, where ours is missing', async () => {
  const faults = {
    'ExpoDevice.manufacturer': 'Maker',
    'ExpoDevice.osVersion': '99',
  } as unknown as NativeFaults;
  const { body } = await runFirst({ os: 'android', expo: ['ExpoDevice'], packages: NO_PACKAGES, faults });
  expect(body).toMatchObject({ manufacturer: 'Maker', systemVersion: '99' });
  consoleLines();
});

test.each([
  ['without Expo', undefined],
  ['in an Expo app without the package', []],
])('%s, the reason says which module there is not', async (_, expo) => {
  const options = { packages: NO_PACKAGES, ...(expo && { expo }) };
  const android = await runFirst({ ...options, os: 'android' });
  expect(android.told('referrer')?.reason).toMatch(/; Error: no ExpoApplication$/);
  const ios = await runFirst({ ...options, os: 'ios' });
  expect(ios.told('clipboard')?.reason).toMatch(/; Error: no ExpoClipboard$/);
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
    const { body } = await runFirst({ ...BOTH, os: 'android', faults });
    expect(body).toMatchObject({ manufacturer: 'Google', userAgent: expect.stringContaining('Dalvik') as string });
  });

  test('for a constant that is empty', async () => {
    for (const value of [null, '', 'unknown', 42]) {
      const faults = { 'RNDeviceInfo.model': value as null, 'ExpoDevice.modelName': 'Phone 2' as unknown as null };
      expect((await runFirst({ ...BOTH, faults })).body).toMatchObject({ model: 'Phone 2' });
    }
  });

  test('after half of the time where one hangs, and the answer that comes first counts', async () => {
    const faults = { 'RNDeviceInfo.getUserAgent': hang };
    const { device, service } = await runFirst({ ...BOTH, faults }, { ms: 450 });
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
    expect((await runFirst({ ...BOTH, faults }, { ms: 800 })).body).toMatchObject({ userAgent: 'slow' });
  });

  test('and together they take no longer than one', async () => {
    const faults = { 'RNDeviceInfo.getUserAgent': hang, 'ExponentConstants.getWebViewUserAgentAsync': hang };
    const { service, device } = await runFirst({ ...BOTH, faults }, { ms: 950 });
    expect(service.to('match-link')).toEqual([]);
    await device.wait(50);
    expect(service.to('match-link')[0]?.body).toMatchObject({ userAgent: null });
  });

  test('and the third one in time where two hang', async () => {
    const faults = { 'RNDeviceInfo.getSystemManufacturer': hang, 'ExpoDevice.manufacturer': hang() as never };
    const { body } = await runFirst({ ...BOTH, os: 'android', faults }, { ms: 1000 });
    expect(body).toMatchObject({ manufacturer: 'Google' });
  });

  test('but not after a denial', async () => {
    const faults = { 'RNDeviceInfo.getUserAgent': hang, 'PlayInstallReferrer.getInstallReferrerInfo': hang };
    const { app, device, calls } = await runFirst({ ...BOTH, os: 'android', faults }, { ms: 100 });
    await app.rerender({ ...CONFIG, consent: 'denied' });
    await device.wait(5000);
    expect(calls.filter((call) => call.startsWith('Expo'))).toEqual([]);
  });

  test('for the install time, in time for the shortest wait', async () => {
    const faults = { 'RNDeviceInfo.getFirstInstallTime': hang };
    const { told, device } = await runFirst(
      { ...BOTH, faults, installTime: Date.now() - 9 * 24 * 60 * 60 * 1000 },
      { ms: 200 }
    );
    expect(told('firstRun')).toBeUndefined();
    await device.wait(50);
    expect(told('firstRun')?.reason).toContain('installed 9 days ago');
  });

  test('after half of the time, however little the app gives', async () => {
    const faults = { 'RNDeviceInfo.getFirstInstallTime': hang };
    const installTime = Date.now() - 9 * 24 * 60 * 60 * 1000;
    const { told } = await runFirst({ ...BOTH, faults, installTime }, { ms: 150, config: { timeoutMs: 400 } });
    expect(told('firstRun')?.reason).toContain('installed 9 days ago');
  });
});

describe('the install referrer', () => {
  const ours = 'PlayInstallReferrer.getInstallReferrerInfo';
  const expos = 'ExpoApplication.getInstallReferrerAsync';

  test('is asked of Expo after half of the time that the match waits', async () => {
    const { device, service } = await runFirst(
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
    const { calls, told } = await runFirst({ ...ONLY_EXPO, os: 'android', referrer }, { ms: 5000 });
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
    const { calls } = await runFirst({ ...ONLY_EXPO, os: 'android', faults: { [expos]: fail } }, { ms: 5000 });
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
    const { calls } = await runFirst({ ...BOTH, os: 'android', faults }, { ms: 5000 });
    expect([countOf(calls, ours), countOf(calls, expos)]).toEqual([3, 3]);
  });

  describe('whose failure may pass', () => {
    const failOurs = () => {
      const native = require('react-native') as typeof import('react-native');
      native.DeviceEventEmitter.emit('play_install_referrer_error', { message: 'failed', responseCode: 1 });
    };
    const failExpos = () => Promise.reject(new Error('Connection to install referrer service was lost.'));

    test.each([
      ['ours', hang, failExpos],
      ['Expo’s', failOurs, hang],
    ])('is asked of both again although %s hangs', async (_, askOurs, askExpos) => {
      const faults = { [ours]: askOurs, [expos]: askExpos };
      const { calls } = await runFirst({ ...BOTH, os: 'android', faults }, { ms: 15_000 });
      expect([countOf(calls, ours), countOf(calls, expos)]).toEqual([3, 3]);
    });

    test('is not asked again after a denial', async () => {
      const faults = { [ours]: failOurs, [expos]: failExpos };
      const { app, device, calls } = await runFirst({ ...BOTH, os: 'android', faults }, { ms: 100 });
      await app.rerender({ ...CONFIG, consent: 'denied' });
      await device.wait(15_000);
      expect([countOf(calls, ours), countOf(calls, expos)]).toEqual([1, 1]);
    });

    test('counts from the other one that is slow, although both are asked again', async () => {
      const faults = { [ours]: failOurs, [expos]: after(2000, 'clickId=abc') };
      const { service, told } = await runFirst({ ...BOTH, os: 'android', faults }, { ms: 2000 });
      expect(service.to('match-link').map(({ body }) => body)).toEqual([{ clickId: 'abc' }]);
      expect(told('referrer')?.outcome).toBe('found');
    });

    test('is found in the last attempt, however slow the other one is', async () => {
      const faults = { [ours]: failOurs, [expos]: after(6000, 'clickId=abc') };
      const { told } = await runFirst({ ...BOTH, os: 'android', faults }, { ms: 20_000 });
      expect(told('referrer')?.outcome).toBe('found');
    });
  });

  test('that Google Play doesn’t have is Expo’s text "null", and no click id', async () => {
    const { body, told, calls } = await runFirst({ ...ONLY_EXPO, os: 'android', referrer: 'null' });
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
    const { calls, told } = await runFirst({ ...BOTH, ...copied, faults });
    expect(texts.map((name) => countOf(calls, name))).toEqual([1, 0]);
    expect(told('clipboard')?.outcome).toBe('failed');
  });

  test('where our package is slow to say it: Expo’s is read', async () => {
    const faults = { 'RNCClipboard.hasWebURL': after(600, true) };
    const { calls, body } = await runFirst({ ...BOTH, ...copied, faults }, { ms: 2000 });
    expect(texts.map((name) => countOf(calls, name))).toEqual([0, 1]);
    expect(body).toMatchObject({ pastedLink: LINK });
  });

  test.each([
    ['our package', 'RNCClipboard.hasWebURL', {}],
    ['Expo’s', 'ExpoClipboard.hasUrlAsync', { packages: NO_PACKAGES }],
  ])('and none once consent is denied while %s is asked', async (_, path, options) => {
    const faults = { [path]: after(300, true) };
    const { calls, app, device } = await runFirst({ ...BOTH, ...options, ...copied, faults }, { ms: 100 });
    await app.rerender({ ...CONFIG, consent: 'denied' });
    await device.wait(5000);
    expect(texts.map((name) => countOf(calls, name))).toEqual([0, 0]);
  });

  test('where our package says that there is none', async () => {
    const faults = { 'RNCClipboard.hasWebURL': () => Promise.resolve(false) };
    const { calls } = await runFirst({ ...BOTH, ...copied, faults });
    expect(texts.map((name) => countOf(calls, name))).toEqual([0, 0]);
    expect(calls).not.toContain('ExpoClipboard.hasUrlAsync');
  });
});

const throwing: object = new Proxy(
  {},
  {
    get: () => {
      throw new Error('read');
    },
  }
);

/** What is good when it is read, and throws when it is read again. */
function readOnce(module: object): object {
  const seen = new Set<string | symbol>();
  return new Proxy(module, {
    get(target, name) {
      if (seen.has(name)) throw new Error('read again');
      seen.add(name);
      return Reflect.get(target, name) as unknown;
    },
  });
}

describe.each(['ios', 'android'] as const)('on %s, an Expo app', (os) => {
  test.each([
    ['is nothing', null],
    ['is a number', 42],
    ['is a text', 'expo'],
    ['is a function', () => 42],
    ['throws on every read', throwing],
    ['has no modules', {}],
    ['has nothing for modules', { modules: null }],
    ['has a number for modules', { modules: 42 }],
    ['has modules that throw on every read', { modules: throwing }],
    ['has modules once', readOnce({ modules: throwing })],
    [
      'has modules of wrong types',
      { modules: { ExpoApplication: 42, ExpoDevice: 'x', ExponentConstants: [], ExpoClipboard: () => {} } },
    ],
  ])('whose world %s gets its link in time', async (_, expo) => {
    const world = globalThis as { expo?: unknown };
    const device = createDevice({ os, packages: NO_PACKAGES });
    linkServer({ 'match-link': { link: '/found' } });
    const app = await device.launch({
      load() {
        world.expo = expo;
        return require('react-native-deferred-link') as typeof import('react-native-deferred-link');
      },
    });
    expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/found' });
    await device.wait(4000);
    delete world.expo;
    consoleLines();
  });
});
