import type { Diagnostic } from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice } from '../support/createDevice';
import { inRelease } from '../support/inRelease';
import { linkServer, never } from '../support/linkServer';
import { diskWith, idOn, ownKeys, runOn } from '../storage/stored';

const NOTHING = { isLinkProcessed: true, linkUrl: null, linkRoute: null, linkType: null };

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
        reason: 'the app was installed 8 days ago',
      });
      // Written, so that no later launch asks how old the install is.
      expect(runOn(device.phone.disk)).toBe('used');
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
    ['is zero', 0],
    ['is not a number', 'yesterday'],
    ['lies in the future', Date.UTC(2027, 0, 1)],
  ])('matches where the install time %s', (_, installTime) =>
    inRelease(async () => {
      linkServer(found);
      const app = await createDevice({ installTime: installTime as number }).launch();
      expect(app.context().linkRoute).toBe('/found');
    })
  );

  test('does not match an install of seven days', () =>
    inRelease(async () => {
      linkServer(found);
      const app = await createDevice({ installTime: daysAgo(7) }).launch();
      expect(app.context()).toMatchObject(NOTHING);
    }));

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
      reason: 'config.isNewInstall said so',
    });
    expect(runOn(device.phone.disk)).toBe('used');
  });

  test('isNewInstall is not asked where an earlier launch has left its mark', async () => {
    const service = linkServer(found);
    const isNewInstall = jest.fn(() => true);
    const device = createDevice({ disk: diskWith() });
    await device.launch({ config: { isNewInstall } });
    expect(isNewInstall).not.toHaveBeenCalled();
    expect(service.requests).toEqual([]);
  });

  test('isNewInstall is not asked where a backup was restored: that install is new, also with the old sign-in', async () => {
    linkServer(found);
    const isNewInstall = jest.fn(() => false);
    const disk = diskWith({ installTime: daysAgo(100) });
    const device = createDevice({ os: 'android', installTime: daysAgo(0), disk });
    const app = await device.launch({ config: { isNewInstall } });
    expect(app.context().linkRoute).toBe('/found');
    expect(isNewInstall).not.toHaveBeenCalled();
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
    ['answers with a text', () => 'yes', 'not a boolean'],
  ])('isNewInstall that %s is ignored, and logged', async (_, isNewInstall, reason) => {
    linkServer(found);
    const device = createDevice({ installTime: Date.now() });
    const app = await device.launch({ config: { isNewInstall: isNewInstall as never } });
    await device.wait(2000);
    expect(app.context().linkRoute).toBe('/found');
    expect(consoleLines()).toEqual([`error: [Link] config.isNewInstall was ignored: ${reason}.`]);
  });
});

test('isNewInstall gets no more than half of a short timeoutMs', async () => {
  linkServer({ 'match-link': { link: '/found' } });
  const device = createDevice({ installTime: Date.now() });
  const app = await device.launch({ config: { isNewInstall: never as never, timeoutMs: 1000 } });
  await device.wait(600);
  expect(app.context().linkRoute).toBe('/found');
  expect(consoleLines()).toEqual([expect.stringContaining('no answer within 500 ms')]);
});

test('an install that must not be matched is marked with the first write, so that no kill leaves its first run open', async () => {
  linkServer();
  const device = createDevice();
  const written: unknown[] = [];
  const storage = {
    getItem: () => null,
    setItem: (key: string, value: string) => void written.push(runOn(new Map([[key, value]]))),
  };
  await device.launch({ config: { isNewInstall: false, storage } });
  await device.wait(1000);
  expect(new Set(written)).toEqual(new Set(['used']));
});

describe('the record is defended', () => {
  test('storage that the host app clears gets it back when the app leaves the foreground', async () => {
    const service = linkServer({ 'match-link': { link: '/found' } });
    const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
    const app = await device.launch();
    await device.wait(100);
    const before = new Map(device.phone.disk);
    device.phone.disk.clear();
    await device.background();
    await device.wait(100);
    expect(ownKeys(device.phone.disk).map((key) => device.phone.disk.get(key))).toContain([...before.values()][0]);
    await app.unmount();
    const later = await device.launch();
    await device.wait(100);
    expect(later.context()).toMatchObject(NOTHING);
    expect(service.to('match-link')).toHaveLength(1);
  });

  test('also on a later launch, which has only read it', async () => {
    linkServer();
    const device = createDevice({ disk: diskWith({ id: 'of-old' }) });
    await device.launch();
    device.phone.disk.clear();
    await device.background();
    await device.wait(100);
    expect(idOn(device.phone.disk)).toBe('of-old');
  });

  test('a save of events is a time to look, too', async () => {
    linkServer();
    const device = createDevice();
    const app = await device.launch();
    await device.wait(100);
    const before = new Map(device.phone.disk);
    device.phone.disk.clear();
    app.library.LinkAnalytics.logEvent('login');
    await device.wait(100);
    expect(ownKeys(device.phone.disk).map((key) => device.phone.disk.get(key))).toContain([...before.values()][0]);
  });

  test('a record that is still there is not written again', async () => {
    linkServer();
    const device = createDevice();
    await device.launch();
    await device.wait(100);
    device.phone.calls.length = 0;
    await device.background();
    await device.wait(100);
    expect(device.phone.calls).toContain('RNAsyncStorage.legacy_multiGet');
    expect(device.phone.calls).not.toContain('RNAsyncStorage.legacy_multiSet');
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
      expect(device.phone.calls.filter((call) => call.includes('multi'))).toEqual([]);
    }
  });

  test('a record that could not be written is reported once, and written when storage works again', async () => {
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
    expect(consoleLines()).toEqual(['error: [Link] Storage could not be written: Error: SQLITE_BUSY.']);
    expect(entries.filter(({ step }) => step === 'storage').map(({ outcome }) => outcome)).toContain('failed');
    isBroken = false;
    await device.background();
    expect(runOn(disk)).toBe('used');
  });
});
