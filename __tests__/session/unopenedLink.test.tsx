import type * as Library from 'react-native-deferred-link';
import type { Diagnostic } from 'react-native-deferred-link';
import { unopenedOn } from '../storage/stored';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice, type Launch } from '../support/createDevice';
import { DEFERRED } from '../support/createNavigationApp';
import { createTaker } from '../support/createTaker';
import { gate } from '../support/gate';
import { linkServer } from '../support/linkServer';

const LINK = 'https://shop.test/product/42?ref=mail';
const DATA = { invitedBy: 'Ada' };
const MATCH = { by: 'clickId', confidence: 1 };
const DAY_MS = 24 * 60 * 60 * 1000;

const NOTHING = { isLinkProcessed: true, linkUrl: null, linkRoute: null, linkType: null, link: null };

/** A first launch that finds the link, and whose process dies before anybody takes it. */
async function leaveLink(device = createDevice({ os: 'android', referrer: 'clickId=abc' })) {
  linkServer({ 'match-link': { link: LINK, data: DATA, match: MATCH } });
  const app = await device.launch();
  await device.wait(100);
  expect(app.context().linkUrl).toBe(LINK);
  await app.unmount();
  return device;
}

async function launchTaker(device: ReturnType<typeof createDevice>, config: object = {}) {
  const taker = createTaker();
  const entries: Diagnostic[] = [];
  const onDiagnostic = (entry: Diagnostic) => void entries.push(entry);
  const app = await device.launch({ children: taker.children, config: { ...config, onDiagnostic } });
  await device.wait(100);
  return { app, entries, ...taker };
}

const publishedIn = (entries: Diagnostic[]) =>
  entries.filter(({ step }) => step === 'publish').map(({ outcome }) => outcome);

test('a link that nobody took is given to a taker of the next launch, once and whole', async () => {
  const device = await leaveLink();
  const { app, taken, shown, entries } = await launchTaker(device);
  expect(taken).toMatchObject([
    { url: LINK, route: '/product/42?ref=mail', type: 'deferred', data: DATA, match: MATCH },
  ]);
  expect(entries).toContainEqual(
    expect.objectContaining({ step: 'publish', outcome: 'deferred', reason: expect.stringContaining('earlier launch') })
  );
  for (const isShown of [false, true]) {
    shown.current = isShown;
    await app.rerender();
  }
  expect(taken).toHaveLength(1);
  await app.unmount();
  expect((await launchTaker(device)).taken).toEqual([]);
});

test('it outlives launches without a taker', async () => {
  const device = await leaveLink();
  for (let n = 0; n < 2; n++) {
    const app = await device.launch();
    await device.wait(100);
    await app.unmount();
  }
  expect((await launchTaker(device)).taken).toMatchObject([{ url: LINK }]);
});

test('the context of a later launch never shows it', async () => {
  const device = await leaveLink();
  const { app } = await launchTaker(device);
  expect(app.seen.every(({ linkUrl }) => linkUrl === null)).toBe(true);
  const other = await leaveLink(createDevice({ os: 'android', referrer: 'clickId=abc' }));
  const plain = await other.launch();
  await other.wait(100);
  expect(plain.context()).toMatchObject(NOTHING);
});

test('a launch without a taker leaves it to the next one', async () => {
  const device = await leaveLink();
  const app = await device.launch();
  await device.wait(100);
  await app.unmount();
  expect((await launchTaker(device)).taken).toMatchObject([{ url: LINK }]);
});

test('a taker that is gone before storage has answered leaves it to the next launch', async () => {
  const device = await leaveLink();
  const { disk } = device.phone;
  const hold = gate<undefined>();
  const storage = {
    getItem: async (key: string) => {
      await hold.wait();
      return disk.get(key) ?? null;
    },
    setItem: (key: string, value: string) => void disk.set(key, value),
  };
  const { app, shown } = await launchTaker(device, { storage });
  shown.current = false;
  await app.rerender({ ...CONFIG, storage });
  hold.open(undefined);
  await device.wait(100);
  await app.unmount();
  expect((await launchTaker(device)).taken).toMatchObject([{ url: LINK }]);
});

test('it waits for a taker that mounts later, such as behind a login', async () => {
  const device = await leaveLink();
  const taker = createTaker();
  taker.shown.current = false;
  const app = await device.launch({ children: taker.children });
  await device.wait(60_000);
  expect(taker.taken).toEqual([]);
  taker.shown.current = true;
  await app.rerender();
  await device.wait(100);
  expect(taker.taken).toMatchObject([{ url: LINK }]);
});

test('it is erased from storage before a taker gets it, so a link that crashes the app does so once', async () => {
  const device = await leaveLink();
  const onDisk: unknown[] = [];
  const children = (library: typeof Library) => {
    function Taker() {
      library.useLinkEvent(() => void onDisk.push(unopenedOn(device.phone.disk)));
      return null;
    }
    return <Taker />;
  };
  await device.launch({ children });
  await device.wait(100);
  expect(onDisk).toEqual([undefined]);
});

test('where storage can’t erase it, a taker gets it all the same', async () => {
  const device = await leaveLink();
  const { disk } = device.phone;
  const storage = {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: () => Promise.reject(new Error('disk is full')),
  };
  const { taken } = await launchTaker(device, { storage });
  expect(taken).toMatchObject([{ url: LINK }]);
  expect(consoleLines()).toEqual([expect.stringContaining('Storage could not be written')]);
});

test('where storage never answers the erasing, a taker gets it after five seconds', async () => {
  const device = await leaveLink();
  const { disk } = device.phone;
  const storage = { getItem: (key: string) => disk.get(key) ?? null, setItem: () => new Promise<void>(() => {}) };
  const { taken } = await launchTaker(device, { storage });
  await device.wait(4800);
  expect(taken).toEqual([]);
  await device.wait(200);
  expect(taken).toMatchObject([{ url: LINK }]);
  expect(consoleLines()).toEqual([expect.stringContaining('Storage could not be written')]);
});

const TAKERS: Record<string, (app: Launch) => Promise<void>> = {
  'clearLink()': (app) => app.clearLink(),
  'a link that is opened': async () => {},
};

test.each(Object.entries(TAKERS))('%s removes it', async (name, take) => {
  linkServer({ 'match-link': { link: LINK } });
  const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
  const app = await device.launch();
  await device.wait(100);
  await take(app);
  if (name !== 'clearLink()') await device.tap('shop://cart');
  await device.wait(100);
  await app.unmount();
  expect((await launchTaker(device)).taken).toEqual([]);
});

test('a useLinkEvent handler that ran removes it', async () => {
  linkServer({ 'match-link': { link: LINK } });
  const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
  const first = await launchTaker(device);
  expect(first.taken).toHaveLength(1);
  expect(publishedIn(first.entries)).toEqual(['deferred']);
  await first.app.unmount();
  expect((await launchTaker(device)).taken).toEqual([]);
});

test.each(['a launch by another link', 'a tap while it waits for a taker'])('%s removes it', async (how) => {
  const device = await leaveLink();
  if (how.startsWith('a launch')) device.phone.initialUrl = 'shop://cart';
  const app = await device.launch();
  await device.wait(100);
  if (how.startsWith('a tap')) await device.tap('shop://cart');
  await device.wait(100);
  await app.unmount();
  device.phone.initialUrl = null;
  const { taken } = await launchTaker(device);
  expect(taken).toEqual([]);
});

test.each([
  // A clock that was ahead is set back when the phone finds a network.
  [-DAY_MS, 0],
  [1 - DAY_MS, 1],
  [0, 1],
  [DAY_MS - 1, 1],
  [DAY_MS, 0],
])('it is kept for a day: after %d ms %d taker gets it', async (ms, count) => {
  const found = Date.now();
  const device = await leaveLink();
  jest.setSystemTime(found + ms);
  const { taken } = await launchTaker(device);
  expect(taken).toHaveLength(count);
  expect(unopenedOn(device.phone.disk)).toBeUndefined();
});

test('taking a link that was opened asks the phone nothing while consent is pending', async () => {
  linkServer();
  const device = createDevice({ os: 'android' });
  const { taken } = await launchTaker(device, { consent: 'pending' });
  await device.tap('shop://cart');
  await device.wait(100);
  expect(taken).toMatchObject([{ url: 'shop://cart' }]);
  expect(device.phone.calls.filter((call) => /RNDeviceInfo|multi/.test(call))).toEqual([]);
});

test('denied removes it', async () => {
  const device = await leaveLink();
  const app = await device.launch({ config: { consent: 'denied' } });
  await device.wait(100);
  await app.unmount();
  linkServer({ 'match-link': 404 });
  expect((await launchTaker(device)).taken).toEqual([]);
});

test.each(['denied', 'pending'] as const)('%s while it waits for a taker: no taker gets it', async (consent) => {
  const device = await leaveLink();
  const taker = createTaker();
  taker.shown.current = false;
  const app = await device.launch({ children: taker.children });
  await device.wait(100);
  await app.rerender({ ...CONFIG, consent });
  taker.shown.current = true;
  await app.rerender({ ...CONFIG, consent });
  await device.wait(100);
  expect(taker.taken).toEqual([]);
  await app.unmount();
  linkServer({ 'match-link': 404 });
  expect((await launchTaker(device)).taken).toHaveLength(consent === 'denied' ? 0 : 1);
});

test('consent that is withdrawn and given back in one launch leaves it to the next', async () => {
  const device = await leaveLink();
  const app = await device.launch();
  await device.wait(100);
  await app.rerender({ ...CONFIG, consent: 'pending' });
  await app.rerender(CONFIG);
  await device.wait(100);
  await app.unmount();
  expect((await launchTaker(device)).taken).toMatchObject([{ url: LINK }]);
});

test.each([
  ['a link that is opened before consent removes it', 'shop://cart', 0],
  ['an app that only comes back before consent leaves it', null, 1],
])('%s', async (_, tapped, count) => {
  const device = await leaveLink();
  const app = await device.launch({ config: { consent: 'pending' } });
  await device.wait(1000);
  if (tapped) await device.tap(tapped);
  // The system holds no link by then.
  await device.background();
  await device.foreground();
  await app.rerender(CONFIG);
  await device.wait(100);
  await app.unmount();
  expect((await launchTaker(device)).taken).toHaveLength(count);
});

test('a link that is taken after consent was withdrawn is erased once consent is back', async () => {
  linkServer({ 'match-link': { link: LINK } });
  const device = createDevice(DEFERRED);
  const app = await device.launch();
  await device.wait(100);
  await app.rerender({ ...CONFIG, consent: 'pending' });
  expect(app.context().linkUrl).toBe(LINK);
  await app.clearLink();
  await app.rerender(CONFIG);
  await device.wait(100);
  await app.unmount();
  expect((await launchTaker(device)).taken).toEqual([]);
});

test('taking the link after a denial reads nothing from the phone', async () => {
  linkServer({ 'match-link': { link: LINK } });
  const device = createDevice(DEFERRED);
  const app = await device.launch();
  await device.wait(100);
  await app.rerender({ ...CONFIG, consent: 'denied' });
  device.phone.calls.length = 0;
  await app.clearLink();
  await device.wait(100);
  expect(device.phone.calls.filter((call) => /RNDeviceInfo|Referrer|multi/.test(call))).toEqual([]);
});

test('while consent is pending it is not offered, and a grant offers it', async () => {
  const device = await leaveLink();
  const { app, taken } = await launchTaker(device, { consent: 'pending' });
  expect(taken).toEqual([]);
  await app.rerender({ ...CONFIG, consent: 'granted' });
  await device.wait(100);
  expect(taken).toMatchObject([{ url: LINK }]);
});
