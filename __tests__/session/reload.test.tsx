import type { Diagnostic } from 'react-native-deferred-link';
import { CONFIG, createDevice } from '../support/createDevice';
import { inRelease } from '../support/inRelease';
import { linkServer, never } from '../support/linkServer';
import { diskWith } from '../storage/stored';

const LAUNCH = 'https://go.test/abc?token=secret';

/** A phone whose app was launched by a link, which somebody took. */
async function launchAndTake(options: Parameters<typeof createDevice>[0] = {}, config = {}) {
  linkServer({ 'resolve-short': { link: '/product/42' } });
  const device = createDevice({ disk: diskWith(), initialUrl: LAUNCH, ...options });
  const app = await device.launch({ config });
  await device.wait(100);
  expect(app.context().linkRoute).toBe('/product/42');
  await app.clearLink();
  await device.wait(100);
  return { device, app };
}

/** JavaScript is loaded again in the same process. */
async function reload({ device, app }: Awaited<ReturnType<typeof launchAndTake>>, config = {}) {
  await app.unmount();
  const outcomes: string[] = [];
  const onDiagnostic = ({ step, outcome }: Diagnostic) => void (step === 'initialLink' && outcomes.push(outcome));
  const next = await device.launch({ config: { ...config, onDiagnostic } });
  await device.wait(600);
  return { app: next, device, outcomes, route: next.context().linkRoute };
}

test.each(['ios', 'android'] as const)('on %s, the launch link that was taken is not opened again', (os) =>
  inRelease(async () => {
    const before = await launchAndTake({ os });
    expect([...before.device.phone.disk.values()].join()).toContain('"launch"');
    const { app, route, outcomes } = await reload(before);
    expect(outcomes).toEqual(['reload']);
    expect(route).toBeNull();
    expect(app.context().isLinkProcessed).toBe(true);
  })
);

test.each([1999, -1999])('the start of the process may differ by %s ms', (ms) =>
  inRelease(async () => {
    const before = await launchAndTake();
    before.device.phone.startupTime += ms;
    expect((await reload(before)).route).toBeNull();
  })
);

test.each([2000, -2000, 1e9])('in a process that began %s ms away, it is a tap', (ms) =>
  inRelease(async () => {
    const before = await launchAndTake();
    before.device.phone.startupTime += ms;
    expect(await reload(before)).toMatchObject({ route: '/product/42', outcomes: ['found'] });
  })
);

test.each(['shop://cart', LAUNCH.replace('abc', 'acb')])('%s is another link, and the process is not asked', (url) =>
  inRelease(async () => {
    const before = await launchAndTake();
    before.device.phone.initialUrl = url;
    const { outcomes, device } = await reload(before);
    expect(outcomes).toEqual(['found']);
    expect(device.phone.calls).not.toContain('RNDeviceInfo.getStartupTime');
  })
);

test.each([0, -1, NaN, null, '1767000000000'])('a start of %p is no answer', (startupTime) =>
  inRelease(async () => {
    const before = await launchAndTake({ startupTime: startupTime as number });
    expect([...before.device.phone.disk.values()].join()).not.toContain('"launch"');
    expect((await reload(before)).route).toBe('/product/42');
  })
);

test.each([
  ['hangs', never],
  ['fails', () => Promise.reject(new Error('no clock'))],
])('a process whose start %s after the reload holds the link up for half a second', (_, fault) =>
  inRelease(async () => {
    let start: () => Promise<number> = async () => 1_767_000_000_000;
    const before = await launchAndTake({ faults: { 'RNDeviceInfo.getStartupTime': () => start() } });
    start = fault;
    expect((await reload(before)).route).toBe('/product/42');
  })
);

test('without that fact, as before device-info 14.1, the link opens again', () =>
  inRelease(async () => {
    const before = await launchAndTake({ faults: { 'RNDeviceInfo.getStartupTime': null } });
    expect((await reload(before)).route).toBe('/product/42');
  }));

test('a launch that was interrupted before somebody took the link opens it again', () =>
  inRelease(async () => {
    linkServer({ 'resolve-short': { link: '/product/42' } });
    const device = createDevice({ disk: diskWith(), initialUrl: LAUNCH });
    const app = await device.launch();
    await device.wait(100);
    expect((await reload({ device, app })).route).toBe('/product/42');
  }));

test('in development a reload opens the link again', async () => {
  const before = await launchAndTake();
  expect((await reload(before)).route).toBe('/product/42');
  expect(before.device.phone.calls).not.toContain('RNDeviceInfo.getStartupTime');
});

test('the link that is held back stays the known one, and a tap on it is a tap', () =>
  inRelease(async () => {
    const before = await launchAndTake({ os: 'android' });
    const { app, device } = await reload(before);
    await device.background();
    await device.foreground();
    await device.wait(100);
    expect(app.context().linkRoute).toBeNull();
    await device.tap(LAUNCH);
    await device.wait(100);
    expect(app.context().linkRoute).toBe('/product/42');
  }));

test.each([
  ['while the first check still runs', [600, 0]],
  ['and answers before the first question is answered', [900, 0]],
])('the link that is held back stays so if Android is asked again %s', (_, delays) =>
  inRelease(async () => {
    const later = <T,>(ms: number | undefined, value: () => T) =>
      new Promise<T>((resolve) => setTimeout(() => resolve(value()), ms));
    const waits = { launch: [] as number[], start: 0 };
    const faults = {
      'IntentAndroid.getInitialURL': () => later(waits.launch.shift(), () => LAUNCH),
      'RNDeviceInfo.getStartupTime': () => later(waits.start, () => 1_767_000_000_000),
    };
    const before = await launchAndTake({ os: 'android', faults });
    await before.app.unmount();
    Object.assign(waits, { launch: [...delays], start: 300 });
    const app = await before.device.launch();
    await before.device.wait(700);
    await before.device.background();
    await before.device.foreground();
    await before.device.wait(600);
    expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
  })
);

test('a new activity that holds no link, and then the same one, is a tap', () =>
  inRelease(async () => {
    const { app, device } = await launchAndTake({ os: 'android' });
    for (const url of [null, LAUNCH]) {
      device.phone.initialUrl = url;
      await device.wait(2000);
      await device.background();
      await device.foreground();
      await device.wait(100);
    }
    expect(app.context().linkRoute).toBe('/product/42');
  }));

test('without consent nothing is read, and the link opens without a wait', () =>
  inRelease(async () => {
    const before = await launchAndTake();
    await before.app.unmount();
    const app = await before.device.launch({ config: { consent: 'pending' } });
    expect(app.context().linkUrl).not.toBeNull();
    expect(before.device.phone.calls.filter((call) => /Storage|StartupTime/.test(call))).toEqual([]);
  }));

test('a link that was taken without consent is noted once consent is given', () =>
  inRelease(async () => {
    const { device, app } = await launchAndTake({}, { consent: 'pending' });
    await app.rerender({ ...CONFIG, consent: 'granted' });
    await device.wait(100);
    expect((await reload({ device, app })).route).toBeNull();
  }));

test('storage that takes too long holds the link up for half a second', () =>
  inRelease(async () => {
    const disk = diskWith();
    linkServer();
    const device = createDevice({ initialUrl: 'shop://cart' });
    const slow = {
      getItem: (key: string) =>
        new Promise<string | null>((done) => setTimeout(() => done(disk.get(key) ?? null), 3000)),
      setItem: () => {},
    };
    const app = await device.launch({ config: { storage: slow } });
    await device.wait(400);
    expect(app.context().linkUrl).toBeNull();
    await device.wait(150);
    expect(app.context().linkRoute).toBe('/cart');
  }));

test('a link that comes as an event and as launch link is known after it was taken, too', () =>
  inRelease(async () => {
    linkServer({ 'resolve-short': { link: '/product/42' } });
    let answer: (url: string) => void = () => {};
    const faults = { 'LinkingManager.getInitialURL': () => new Promise<string>((resolve) => (answer = resolve)) };
    const device = createDevice({ disk: diskWith(), faults });
    const app = await device.launch();
    await device.tap(LAUNCH);
    await app.clearLink();
    answer(LAUNCH);
    await device.wait(100);
    await app.unmount();
    const next = await device.launch();
    answer(LAUNCH);
    await device.wait(600);
    expect(next.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
  }));

test('what is kept of the link is a short hash', () =>
  inRelease(async () => {
    const { device } = await launchAndTake();
    const stored = [...device.phone.disk.values()].join();
    expect(stored).toContain('"launch"');
    expect(stored).not.toMatch(/secret|go\.test/);
  }));
