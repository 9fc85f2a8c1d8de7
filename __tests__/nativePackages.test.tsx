import { consoleLines } from './support/consoleLines';
import { createDevice } from './support/createDevice';
import { linkServer } from './support/linkServer';

const STORAGE = '@react-native-async-storage/async-storage';
const REFERRER = 'react-native-play-install-referrer';
const CLIPBOARD = '@react-native-clipboard/clipboard';
const DEVICE_INFO = 'react-native-device-info';

test.each([
  ['2', { [STORAGE]: 'async-storage-2' }],
  ['3', {}],
])('async-storage %s keeps the flag and the events', async (_, packages) => {
  const service = linkServer();
  const device = createDevice({ packages });
  const app = await device.launch();
  app.library.LinkAnalytics.logEvent('login');
  await device.wait(100);
  expect([...device.phone.disk.keys()].sort()).toEqual([
    'react-native-deferred-link:events',
    'react-native-deferred-link:events:0',
    'react-native-deferred-link:first-run',
  ]);
  await device.launch();
  await device.wait(100);
  expect(service.to('match-link')).toHaveLength(1);
  expect(service.to('events')).toHaveLength(1);
  expect([...device.phone.disk.keys()].sort()).toEqual([
    'react-native-deferred-link:events',
    'react-native-deferred-link:first-run',
  ]);
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

describe('a package that is not installed is said once, with the line that installs it', () => {
  test.each([
    ['android', STORAGE],
    ['android', REFERRER],
    ['android', DEVICE_INFO],
    ['ios', CLIPBOARD],
    ['ios', DEVICE_INFO],
  ] as const)('%s: %s', async (os, name) => {
    linkServer({ 'match-link': { link: '/found' } });
    const device = createDevice({ os, packages: { [name]: null } });
    const app = await device.launch();
    await device.wait(100);
    expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: name === STORAGE ? null : '/found' });
    const lines = consoleLines().filter((line) => line.includes('npm install'));
    expect(lines).toEqual([expect.stringMatching(new RegExp(`\\[Link\\] No .*, so .*npm install ${name}`))]);
  });
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
