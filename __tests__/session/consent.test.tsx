import type { Consent } from 'react-native-deferred-link';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice, type Launch } from '../support/createDevice';
import { gate } from '../support/gate';
import { linkServer, never } from '../support/linkServer';
import { diskWith, ownKeys, runOn } from '../storage/stored';

const LINK = 'https://shop.test/product/42';

const FOUND = { isLinkProcessed: true, linkUrl: LINK, linkRoute: '/product/42', linkType: 'deferred' };

const NOTHING = { isLinkProcessed: true, linkUrl: null, linkRoute: null, linkType: null };

const set = (app: Launch, consent: Consent) => app.rerender({ ...CONFIG, consent });

/** Native calls that read or keep something about the person or the phone. */
const intrusive = (calls: string[]) => calls.filter((call) => !/^(Linking|Intent|AppState)/.test(call));

const stored = (device: { phone: { disk: Map<string, string> } }) => ownKeys(device.phone.disk);

const WITHHELD = ['pending', 'denied'] as const;

test.each(WITHHELD)('while %s nothing is read, sent or stored, and the app goes on at once', async (consent) => {
  const service = linkServer({ 'match-link': { link: LINK } });
  for (const os of ['ios', 'android'] as const) {
    const device = createDevice({ os, referrer: 'clickId=abc', clipboard: LINK, clipboardHasUrl: true });
    const app = await device.launch({ config: { consent, retryUnansweredMatch: true } });
    await device.wait(100);
    expect(app.context()).toMatchObject(NOTHING);
    app.library.LinkAnalytics.logEvent('login');
    await device.background();
    await device.foreground();
    await device.wait(60_000);
    const kept = intrusive(device.phone.calls).filter(
      (call) => consent === 'pending' || !/multi(Get|Remove)/.test(call)
    );
    expect(kept).toEqual([]);
    expect(device.phone.disk.size).toBe(0);
    await app.unmount();
  }
  expect(service.requests).toEqual([]);
});

test.each(WITHHELD)(
  'while %s a short link that opens the app is resolved by one request without an id, and nothing is read or stored',
  async (consent) => {
    const service = linkServer({ 'resolve-short': ({ body }) => ({ link: `${String(body.url)}/target` }) });
    const device = createDevice({ initialUrl: 'https://shop.test/abc#part' });
    const app = await device.launch({ config: { consent, linkDomains: ['shop.test'] } });
    await device.wait(100);
    expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/abc/target', linkType: 'verified' });
    await device.tap('https://shop.test/xyz');
    expect(app.context()).toMatchObject({ linkRoute: '/xyz/target', linkType: 'verified' });
    await device.tap('shop://cart');
    expect(app.context()).toMatchObject({ linkRoute: '/cart', linkType: 'scheme' });
    await device.tap('https://other.test/code');
    expect(app.context()).toMatchObject({ linkRoute: '/code', linkType: 'verified' });
    await device.wait(60_000);
    expect(service.requests.map(({ path, body }) => [path, body])).toEqual([
      ['resolve-short', { url: 'https://shop.test/abc' }],
      ['resolve-short', { url: 'https://shop.test/xyz' }],
    ]);
    expect(service.requests.map(({ headers }) => headers.has('X-Install-ID'))).toEqual([false, false]);
    expect(intrusive(device.phone.calls).filter((call) => !/multi(Get|Remove)/.test(call))).toEqual([]);
    expect(device.phone.disk.size).toBe(0);
  }
);

test('a resolve without consent that fails is repeated, without an id', async () => {
  const service = linkServer({ 'resolve-short': () => (service.requests.length > 1 ? { link: LINK } : 503) });
  const device = createDevice({ initialUrl: 'https://shop.test/abc' });
  const app = await device.launch({ config: { consent: 'denied', linkDomains: ['shop.test'] } });
  await device.wait(300);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/product/42', linkType: 'verified' });
  expect(service.requests.map(({ headers }) => headers.has('X-Install-ID'))).toEqual([false, false]);
});

test('a mistake in the config stops the resolve, too', async () => {
  const service = linkServer();
  const device = createDevice({ initialUrl: 'https://shop.test/abc' });
  const app = await device.launch({ config: { API_KEY: '', consent: 'pending' } });
  await device.wait(100);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/abc' });
  expect(service.requests).toEqual([]);
  expect(consoleLines()).toHaveLength(1);
});

test('without linkDomains, development names what leaves without consent, once and only when something does', async () => {
  linkServer({ 'resolve-short': { link: LINK } });
  const device = createDevice();
  await device.launch({ config: { consent: 'pending' } });
  await device.tap('shop://cart');
  expect(consoleLines()).toEqual([]);
  await device.tap('https://shop.test/abc');
  await device.tap('https://shop.test/xyz');
  expect(consoleLines()).toEqual([expect.stringContaining('Until you set config.linkDomains')]);
});

test.each(WITHHELD)(
  '%s → granted runs what was held: a deferred link appears, and events that waited go',
  async (consent) => {
    const service = linkServer({ 'match-link': { link: LINK } });
    const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
    const app = await device.launch({ config: { consent } });
    app.library.LinkAnalytics.logEvent('login');
    await device.wait(60_000);
    await set(app, 'granted');
    await device.wait(100);
    expect(app.context()).toMatchObject(FOUND);
    expect(service.to('match-link').map(({ body }) => body)).toEqual([{ clickId: 'abc' }]);
    app.library.LinkAnalytics.logEvent('search');
    await device.wait(11_000);
    const names = service
      .to('events')
      .flatMap(({ body }) => (body.events as { name: string }[]).map(({ name }) => name));
    expect(names).toEqual(consent === 'pending' ? ['login', 'search'] : ['search']);
    expect(runOn(device.phone.disk)).toBe('used');
  }
);

test('consent that is read from storage just after the start does not run ahead of the launch link', async () => {
  linkServer({ 'match-link': { link: LINK } });
  const launch = gate<string>();
  const device = createDevice({ faults: { 'LinkingManager.getInitialURL': launch.wait } });
  const app = await device.launch({ config: { consent: 'pending' } });
  await set(app, 'denied');
  await device.wait(50);
  expect(app.context().isLinkProcessed).toBe(false);
  launch.open('shop://cart');
  await device.wait(50);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/cart' });
});

test.each(WITHHELD)(
  'a consent that turns %s while the launch link is read does not run ahead of it',
  async (consent) => {
    const service = linkServer({ 'match-link': { link: LINK } });
    const launch = gate<string>();
    const device = createDevice({ faults: { 'LinkingManager.getInitialURL': launch.wait } });
    const app = await device.launch();
    await set(app, consent);
    await device.wait(50);
    expect(app.context().isLinkProcessed).toBe(false);
    launch.open('shop://cart');
    await device.wait(50);
    expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/cart' });
    expect(service.requests).toEqual([]);
  }
);

test('a grant while the launch link is being read matches before the app goes on', async () => {
  linkServer({ 'match-link': { link: LINK } });
  const launch = gate<null>();
  const device = createDevice({ faults: { 'LinkingManager.getInitialURL': launch.wait } });
  const app = await device.launch({ config: { consent: 'pending' } });
  await set(app, 'granted');
  launch.open(null);
  await device.wait(100);
  expect(app.context()).toMatchObject(FOUND);
  expect(app.seen.filter(({ isLinkProcessed, linkUrl }) => isLinkProcessed && !linkUrl)).toEqual([]);
});

test('a direct link that opened the app before the grant uses the first run up', async () => {
  const service = linkServer({ 'match-link': { link: LINK } });
  const device = createDevice({ os: 'android', referrer: 'clickId=abc', initialUrl: 'shop://cart' });
  const app = await device.launch({ config: { consent: 'pending' } });
  await device.wait(1000);
  await set(app, 'granted');
  await device.wait(1000);
  expect(app.context().linkRoute).toBe('/cart');
  expect(service.to('match-link')).toEqual([]);
  expect(runOn(device.phone.disk)).toBe('used');
});

test('a first run that ends while its write is under way is stored after the next grant, and not before', async () => {
  const service = linkServer({ 'match-link': { link: LINK } });
  const device = createDevice();
  const { disk } = device.phone;
  const hold = gate<void>();
  const storage = {
    getItem: (key: string) => disk.get(key) ?? null,
    async setItem(key: string, value: string) {
      await hold.wait();
      disk.set(key, value);
    },
  };
  const app = await device.launch({ config: { storage } });
  await device.wait(100);
  expect(app.context()).toMatchObject(FOUND);
  await app.rerender({ ...CONFIG, storage, consent: 'pending' });
  hold.open();
  await device.wait(10_000);
  expect(runOn(disk)).toBe('first');
  await app.rerender({ ...CONFIG, storage, consent: 'granted' });
  await device.wait(0);
  expect(runOn(disk)).toBe('used');
  expect(service.to('match-link')).toHaveLength(1);
});

test('a later launch that is denied and granted again does not match, then or afterwards', async () => {
  const service = linkServer({ 'match-link': { link: LINK } });
  const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
  const first = await device.launch();
  await device.wait(1000);
  await first.unmount();
  const second = await device.launch();
  await device.wait(1000);
  await set(second, 'denied');
  await device.wait(1000);
  await set(second, 'granted');
  await device.wait(1000);
  await second.unmount();
  await device.launch();
  await device.wait(1000);
  expect(service.to('match-link')).toHaveLength(1);
});

test('an unanswered match is not tried again in the foreground while consent is pending', async () => {
  const service = linkServer({ 'match-link': 503 });
  const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
  const config = { retryUnansweredMatch: true };
  const app = await device.launch({ config });
  await device.wait(1000);
  await app.rerender({ ...CONFIG, ...config, consent: 'pending' });
  await device.background();
  await device.foreground();
  await device.wait(1000);
  expect(service.to('match-link')).toHaveLength(1);
  await app.rerender({ ...CONFIG, ...config, consent: 'granted' });
  await device.wait(1000);
  expect(service.to('match-link')).toHaveLength(2);
  consoleLines();
});

test('pending → denied removes what an earlier launch has stored, and only that', async () => {
  linkServer({ 'match-link': { link: LINK }, events: 503 });
  const device = createDevice({ disk: new Map([['cart', '1']]) });
  const earlier = await device.launch();
  earlier.library.LinkAnalytics.logEvent('login');
  await device.wait(2000);
  expect(stored(device).length).toBeGreaterThan(1);
  await earlier.unmount();
  const app = await device.launch({ config: { consent: 'pending' } });
  await device.wait(2000);
  expect(stored(device).length).toBeGreaterThan(1);
  await set(app, 'denied');
  await device.wait(2000);
  expect([...device.phone.disk.keys()]).toEqual(['cart']);
  consoleLines();
});

test('a consent that is none of the three counts as pending', async () => {
  const service = linkServer({ 'match-link': { link: LINK } });
  const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
  const app = await device.launch({ config: { consent: 'yes' as Consent } });
  await device.wait(1000);
  expect(app.context()).toMatchObject(NOTHING);
  expect(service.requests).toEqual([]);
  expect(consoleLines()).toEqual([expect.stringContaining("config.consent must be 'granted', 'pending' or 'denied'")]);
});

test('a grant while the launch link is read keeps to the budget', async () => {
  linkServer();
  const faults = { 'LinkingManager.getInitialURL': never, 'RNAsyncStorage.legacy_multiGet': never };
  const device = createDevice({ faults });
  const app = await device.launch({ config: { timeoutMs: 600, consent: 'pending' } });
  await device.wait(100);
  await app.rerender({ ...CONFIG, timeoutMs: 600, consent: 'granted' });
  await device.wait(399);
  expect(app.context().isLinkProcessed).toBe(false);
  await device.wait(101);
  expect(app.context().isLinkProcessed).toBe(true);
});

test('a grant right after a denial keeps the first run used', async () => {
  const service = linkServer({ 'match-link': { link: LINK } });
  const device = createDevice({ disk: diskWith() });
  const { disk } = device.phone;
  const storage = {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem: (key: string) => new Promise<void>((resolve) => setTimeout(() => resolve(void disk.delete(key)), 50)),
  };
  const app = await device.launch({ config: { storage } });
  await app.rerender({ ...CONFIG, storage, consent: 'denied' });
  await app.rerender({ ...CONFIG, storage, consent: 'granted' });
  await device.wait(1000);
  expect(runOn(disk)).toBe('used');
  expect(service.to('match-link')).toHaveLength(0);
});

test('a launch that is denied wipes both keys, and reads neither', async () => {
  const device = createDevice({ disk: diskWith() });
  const first = await device.launch();
  first.library.LinkAnalytics.logEvent('login');
  await device.wait(0);
  expect(stored(device)).toHaveLength(2);
  await first.unmount();
  await device.launch({ config: { consent: 'denied' } });
  await device.wait(0);
  expect(stored(device)).toEqual([]);

  device.phone.calls.length = 0;
  await device.launch({ config: { consent: 'denied' } });
  await device.wait(0);
  // Both keys, without a look.
  expect(device.phone.calls.filter((call) => call.includes('multiRemove'))).toHaveLength(2);
});

test('a storage that can’t remove is left with empty values', async () => {
  linkServer({ 'match-link': 404 });
  const device = createDevice();
  const { disk } = device.phone;
  const storage = {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => void disk.set(key, value),
  };
  const app = await device.launch({ config: { storage } });
  app.library.LinkAnalytics.logEvent('login');
  await device.wait(0);
  await app.rerender({ ...CONFIG, storage, consent: 'denied' });
  await device.wait(0);
  expect(new Set(disk.values())).toEqual(new Set(['']));
});
