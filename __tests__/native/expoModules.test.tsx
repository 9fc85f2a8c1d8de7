import { consoleLines } from '../support/consoleLines';
import { createDevice } from '../support/createDevice';
import { BOTH, LINK, ONLY_EXPO } from '../support/expoApps';
import { inRelease } from '../support/inRelease';
import { linkServer } from '../support/linkServer';
import { NO_PACKAGES, type NativeFaults } from '../support/nativeModules';
import { runFirst } from '../support/runFirst';

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
