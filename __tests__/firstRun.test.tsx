import { HttpResponse } from 'msw';
import type { Diagnostic } from 'react-native-deferred-link';
import { consoleLines } from './support/consoleLines';
import { CONFIG, createDevice } from './support/createDevice';
import { linkServer, never } from './support/linkServer';

const FLAG = 'react-native-deferred-link:first-run';
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
  const device = createDevice({ os: 'ios', disk: new Map([[FLAG, '{"v":1}']]) });
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
  expect(device.phone.disk.has(FLAG)).toBe(false);
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
  const device = createDevice({ os: 'android', disk: new Map([[FLAG, value]]) });
  const app = await device.launch();
  expect(app.context()).toMatchObject(NOTHING);
  expect(service.requests).toEqual([]);
});

test('a flag that can’t be read counts as not first, and isn’t written', async () => {
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
});

test('a flag that is never read holds the app for two seconds, not for the whole budget', async () => {
  linkServer();
  const device = createDevice({ faults: { 'RNAsyncStorage.legacy_multiGet': never } });
  const app = await device.launch();
  await device.wait(1950);
  expect(app.context().isLinkProcessed).toBe(false);
  await device.wait(50);
  expect(app.context()).toMatchObject(NOTHING);
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
      expect([...items.keys()].sort()).toEqual([FLAG, 'react-native-deferred-link:install-id']);
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
    expect(storage.items.has(FLAG)).toBe(true);
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

describe('retryUnansweredMatch', () => {
  const retry = { config: { retryUnansweredMatch: true } };
  const unanswered = [
    ['no network', HttpResponse.error()],
    ['500', 500],
    ['503', 503],
    ['429', 429],
    ['a captive portal', new HttpResponse('<html>')],
  ] as const;

  test.each(unanswered)('after %s the next launch asks again in the background', async (_, answer) => {
    const answers: Parameters<typeof linkServer>[0] = { 'match-link': answer };
    const service = linkServer(answers);
    const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
    const first = await device.launch(retry);
    expect(first.context()).toMatchObject(NOTHING);
    await device.wait(100);
    let find: (link: object) => void = () => {};
    answers['match-link'] = () => new Promise((resolve) => (find = resolve));
    const second = await device.launch(retry);
    expect(second.context()).toMatchObject(NOTHING);
    find({ link: '/found' });
    await device.wait(100);
    expect(second.context()).toMatchObject({ linkRoute: '/found', linkType: 'deferred' });
    await device.launch(retry);
    await device.wait(100);
    expect(service.to('match-link')).toHaveLength(2);
    expect(consoleLines()).toHaveLength(1);
  });

  test('it asks again when the app comes to the foreground', async () => {
    const answers: Record<string, object | number> = { 'match-link': 503 };
    const service = linkServer(answers);
    const device = createDevice();
    const app = await device.launch(retry);
    await device.background();
    answers['match-link'] = { link: '/found' };
    await device.foreground();
    expect(app.context()).toMatchObject({ linkRoute: '/found', linkType: 'deferred' });
    await device.background();
    await device.foreground();
    expect(service.to('match-link')).toHaveLength(2);
    expect(consoleLines()).toHaveLength(1);
  });

  test.each([
    ['refused', 400, 1],
    ['answered with nothing', 404, 0],
  ] as const)('a match that was %s is not tried again', async (_, answer, errors) => {
    const service = linkServer({ 'match-link': answer });
    const device = createDevice();
    await device.launch(retry);
    await device.background();
    await device.foreground();
    await device.launch(retry);
    expect(service.to('match-link')).toHaveLength(1);
    expect(consoleLines()).toHaveLength(errors);
  });

  test('it ends after 24 hours', async () => {
    const service = linkServer({ 'match-link': 503 });
    const device = createDevice();
    await device.launch(retry);
    await device.wait(100);
    jest.setSystemTime(Date.now() + 24 * 3600 * 1000 - 1000);
    await device.launch(retry);
    await device.wait(100);
    jest.setSystemTime(Date.now() + 2000);
    const app = await device.launch(retry);
    await device.wait(100);
    expect(app.context()).toMatchObject(NOTHING);
    expect(service.to('match-link')).toHaveLength(2);
    expect(consoleLines()).toHaveLength(2);
  });

  test('a link that is tapped meanwhile ends it', async () => {
    const service = linkServer({ 'match-link': 503 });
    const device = createDevice();
    const app = await device.launch(retry);
    await device.tap('myapp://cart');
    await device.foreground();
    await device.wait(100);
    expect(app.context().linkRoute).toBe('/cart');
    await device.launch(retry);
    expect(service.to('match-link')).toHaveLength(1);
    expect(consoleLines()).toHaveLength(1);
  });

  test('a retry shows no paste prompt', async () => {
    linkServer({ 'match-link': 503 });
    const device = createDevice({ os: 'ios', clipboard: 'https://go.test/x/y', clipboardHasUrl: true });
    await device.launch(retry);
    await device.wait(100);
    await device.launch(retry);
    await device.wait(100);
    expect(device.phone.calls).not.toContain('RNCClipboard.getString');
    expect(consoleLines()).toHaveLength(2);
  });

  test('a retry in the same launch sends what the first attempt found, the pasted link too', async () => {
    const service = linkServer({ 'match-link': 503 });
    const device = createDevice({ os: 'ios', clipboard: 'https://go.test/x/y', clipboardHasUrl: true });
    await device.launch(retry);
    await device.foreground();
    const [first, second] = service.to('match-link').map(({ body }) => body);
    expect(second).toEqual(first);
    expect(second?.pastedLink).toBe('https://go.test/x/y');
    expect(consoleLines()).toHaveLength(2);
  });

  test('by default an unanswered match is not tried again', async () => {
    const service = linkServer({ 'match-link': 503 });
    const device = createDevice();
    await device.launch();
    await device.foreground();
    await device.launch();
    await device.foreground();
    expect(service.to('match-link')).toHaveLength(1);
    expect(consoleLines()).toHaveLength(1);
  });
});

test('an open first run ends after a day in a process that lives on, too', async () => {
  let answer: object | number = 503;
  const service = linkServer({ 'match-link': () => answer });
  const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
  const app = await device.launch({ config: { retryUnansweredMatch: true } });
  await device.wait(100);
  expect(consoleLines()).toHaveLength(1);
  answer = { link: 'https://shop.test/product/42' };
  await device.background();
  jest.advanceTimersByTime(24 * 60 * 60 * 1000);
  await device.foreground();
  await device.wait(100);
  expect(service.to('match-link')).toHaveLength(1);
  expect(app.context()).toMatchObject(NOTHING);
});

test('the flag is written once, however many links follow', async () => {
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
  expect(writes.filter((key) => key === FLAG)).toHaveLength(1);
});

test('a retry that is under way is not made twice', async () => {
  const service = linkServer({ 'match-link': 503 });
  const device = createDevice();
  const app = await device.launch({ config: { retryUnansweredMatch: true } });
  await device.wait(100);
  const hanging = linkServer({ 'match-link': never });
  await device.foreground();
  await device.foreground();
  expect([service, hanging].map((each) => each.to('match-link').length)).toEqual([1, 1]);
  await device.wait(6000);
  expect(app.context()).toMatchObject(NOTHING);
  expect(consoleLines()).toHaveLength(2);
});

test('flag and launch link are read together', async () => {
  linkServer({ 'match-link': { link: '/found' } });
  const slowly = <T,>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), 300));
  const device = createDevice({ faults: { 'LinkingManager.getInitialURL': () => slowly(null) } });
  const getItem = (key: string) => (key === FLAG ? slowly(null) : null);
  const app = await device.launch({ config: { storage: { getItem, setItem: () => {} } } });
  await device.wait(299);
  expect(app.context().isLinkProcessed).toBe(false);
  await device.wait(1);
  expect(app.context().linkRoute).toBe('/found');
});

test('a flag that is never read takes half of a small budget', async () => {
  const device = createDevice();
  const app = await device.launch({ config: { timeoutMs: 1000, storage: { getItem: never, setItem: () => {} } } });
  await device.wait(499);
  expect(app.context().isLinkProcessed).toBe(false);
  await device.wait(1);
  expect(app.context()).toMatchObject(NOTHING);
});

test('a flag that is open since a time to come counts as used', async () => {
  const service = linkServer();
  const openSince = Date.now() + 60_000;
  const device = createDevice({ disk: new Map([[FLAG, JSON.stringify({ v: 1, openSince })]]) });
  await device.launch({ config: { retryUnansweredMatch: true } });
  await device.wait(100);
  expect(service.to('match-link')).toHaveLength(0);
});

/** A release build, in which the age of an install is obeyed. */
async function inRelease(run: () => Promise<void>) {
  const flags = globalThis as { __DEV__?: boolean };
  flags.__DEV__ = false;
  try {
    await run();
  } finally {
    flags.__DEV__ = true;
  }
}

describe('an app that adds the library to an update', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const daysAgo = (days: number) => Date.now() - days * DAY_MS;
  const found = { 'match-link': { link: '/found' } };

  test.each(['ios', 'android'] as const)('does not match the people who have it already, on %s', (os) =>
    inRelease(async () => {
      const service = linkServer(found);
      const device = createDevice({
        os,
        installTime: daysAgo(8),
        clipboard: 'https://go.test/x',
        clipboardHasUrl: true,
      });
      const entries: Diagnostic[] = [];
      const app = await device.launch({ config: { onDiagnostic: (entry) => entries.push(entry) } });
      await device.wait(100);
      expect(app.context()).toMatchObject(NOTHING);
      expect(service.requests).toEqual([]);
      expect(device.phone.calls.filter((call) => /Clipboard|Referrer/.test(call))).toEqual([]);
      expect(entries.find(({ step }) => step === 'firstRun')).toMatchObject({
        outcome: 'used',
        reason: 'the app was installed 8 days ago, before this library came with an update',
      });
      // Written, so that no later launch asks how old the install is.
      expect(device.phone.disk.has(FLAG)).toBe(true);
    })
  );

  test.each(['ios', 'android'] as const)('matches an install of this week, on %s', (os) =>
    inRelease(async () => {
      linkServer(found);
      const app = await createDevice({ os, installTime: daysAgo(6.9) }).launch();
      expect(app.context().linkRoute).toBe('/found');
    })
  );

  test.each([
    ['is not known', -1],
    ['is not a number', 'yesterday'],
    ['lies in the future', Date.UTC(2027, 0, 1)],
  ])('matches where the install time %s', (_, installTime) =>
    inRelease(async () => {
      linkServer(found);
      const app = await createDevice({ installTime: installTime as number }).launch();
      expect(app.context().linkRoute).toBe('/found');
    })
  );

  test('is told the age in development, where it is not obeyed', async () => {
    linkServer(found);
    const entries: Diagnostic[] = [];
    const device = createDevice({ installTime: daysAgo(100) });
    const app = await device.launch({ config: { onDiagnostic: (entry) => entries.push(entry) } });
    expect(app.context().linkRoute).toBe('/found');
    expect(entries.find(({ step }) => step === 'firstRun')).toMatchObject({
      outcome: 'first',
      reason: expect.stringMatching(/^the app was installed 100 days ago.*; a release build would not match it$/),
    });
  });

  test.each([
    ['true', true],
    ['a function', () => true],
    ['a promise', () => Promise.resolve(true)],
  ])('isNewInstall, %s, overrules the age', (_, isNewInstall) =>
    inRelease(async () => {
      linkServer(found);
      const app = await createDevice({ installTime: daysAgo(100) }).launch({
        config: { isNewInstall, baseUrl: 'https://links.test' },
      });
      expect(app.context().linkRoute).toBe('/found');
    })
  );

  test('isNewInstall, false, keeps a new install from being matched', async () => {
    const service = linkServer(found);
    const device = createDevice({ installTime: Date.now() });
    const entries: Diagnostic[] = [];
    const app = await device.launch({ config: { isNewInstall: false, onDiagnostic: (entry) => entries.push(entry) } });
    await device.wait(100);
    expect(app.context()).toMatchObject(NOTHING);
    expect(service.requests).toEqual([]);
    expect(entries.find(({ step }) => step === 'firstRun')).toMatchObject({
      outcome: 'used',
      reason: 'config.isNewInstall says that this install is not new',
    });
    expect(device.phone.disk.has(FLAG)).toBe(true);
  });

  test('isNewInstall is not asked where an earlier launch has left its mark', async () => {
    const service = linkServer(found);
    const isNewInstall = jest.fn(() => true);
    const device = createDevice({ disk: new Map([[FLAG, '{"v":1}']]) });
    await device.launch({ config: { isNewInstall } });
    expect(isNewInstall).not.toHaveBeenCalled();
    expect(service.requests).toEqual([]);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('mine');
      },
      'Error: mine',
    ],
    ['rejects', () => Promise.reject(new Error('mine')), 'Error: mine'],
    ['never answers', never, 'no answer within 2000 ms'],
    ['answers with a text', () => 'yes', 'it gave no boolean'],
  ])('isNewInstall that %s is ignored, and logged', async (_, isNewInstall, reason) => {
    linkServer(found);
    const device = createDevice({ installTime: Date.now() });
    const app = await device.launch({ config: { isNewInstall: isNewInstall as never } });
    await device.wait(2000);
    expect(app.context().linkRoute).toBe('/found');
    expect(consoleLines()).toEqual([`error: [Link] config.isNewInstall was ignored: ${reason}.`]);
  });
});

describe('the flag is defended', () => {
  test('storage that the host app clears gets it back when the app leaves the foreground', async () => {
    const service = linkServer({ 'match-link': { link: '/found' } });
    const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
    const app = await device.launch();
    await device.wait(100);
    const flag = device.phone.disk.get(FLAG);
    device.phone.disk.clear();
    await device.background();
    await device.wait(100);
    expect(device.phone.disk.get(FLAG)).toBe(flag);
    await app.unmount();
    const later = await device.launch();
    await device.wait(100);
    expect(later.context()).toMatchObject(NOTHING);
    expect(service.to('match-link')).toHaveLength(1);
  });

  test('also on a later launch, which has only read it', async () => {
    linkServer();
    const device = createDevice({ disk: new Map([[FLAG, '{"v":1,"old":true}']]) });
    await device.launch();
    device.phone.disk.clear();
    await device.background();
    await device.wait(100);
    expect(device.phone.disk.get(FLAG)).toBe('{"v":1,"old":true}');
  });

  test('not after a denial, and not while consent is pending', async () => {
    linkServer();
    const device = createDevice();
    const app = await device.launch();
    await device.wait(100);
    for (const consent of ['pending', 'denied'] as const) {
      await app.rerender({ ...CONFIG, consent });
      device.phone.disk.clear();
      device.phone.calls.length = 0;
      await device.background();
      await device.wait(100);
      expect(device.phone.disk.size).toBe(0);
      expect(device.phone.calls.filter((call) => call.includes('multiSet'))).toEqual([]);
    }
  });

  test('a flag that could not be written is told once, and written when storage works again', async () => {
    linkServer();
    const device = createDevice();
    const { disk } = device.phone;
    const entries: Diagnostic[] = [];
    let isBroken = true;
    const storage = {
      getItem: (key: string) => disk.get(key) ?? null,
      setItem(key: string, value: string) {
        if (isBroken) throw new Error('SQLITE_BUSY');
        disk.set(key, value);
      },
    };
    await device.launch({ config: { storage, onDiagnostic: (entry) => entries.push(entry) } });
    for (let times = 0; times < 3; times++) await device.background();
    expect(consoleLines()).toEqual([
      'error: [Link] The first run could not be stored, so that the next launch may match again: Error: SQLITE_BUSY.',
    ]);
    expect(entries.filter(({ step }) => step === 'firstRun').map(({ outcome }) => outcome)).toEqual([
      'first',
      'unsaved',
    ]);
    isBroken = false;
    await device.background();
    expect(disk.has(FLAG)).toBe(true);
  });
});
