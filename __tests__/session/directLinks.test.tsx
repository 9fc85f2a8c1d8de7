import { consoleLines } from '../support/consoleLines';
import { createDevice } from '../support/createDevice';
import { linkServer } from '../support/linkServer';
import { diskWith, isInstall } from '../storage/stored';

const used = () => diskWith();

test.each([
  ['https://shop.test/product/42?ref=a', 'verified', '/product/42?ref=a'],
  ['HTTPS://SHOP.TEST/A/b', 'verified', '/A/b'],
  ['myapp://product/42?ref=a', 'scheme', '/product/42?ref=a'],
  ['myapp:///product/42', 'scheme', '/product/42'],
] as const)('%s opens the app as a %s link (§1.2, §2.6)', async (url, linkType, linkRoute) => {
  for (const os of ['ios', 'android'] as const) {
    const app = await createDevice({ os, initialUrl: url, disk: used() }).launch();
    expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: url, linkType, linkRoute });
  }
});

test('a link that arrives while the app runs is published', async () => {
  const device = createDevice({ disk: used() });
  const app = await device.launch();
  await device.tap('myapp://cart');
  expect(app.context()).toMatchObject({ linkUrl: 'myapp://cart', linkRoute: '/cart', linkType: 'scheme' });
  await device.tap('https://shop.test/a/b');
  expect(app.context()).toMatchObject({ linkRoute: '/a/b', linkType: 'verified' });
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'content://contacts/1',
  'blob:https://shop.test/1',
  'vbscript:x',
  'about:blank',
  'intent://scan/#Intent;end',
  'exp://127.0.0.1:8081',
  'exps://127.0.0.1:8081',
  'expo-development-client://x',
  'exp+shop://expo-development-client/?url=http%3A%2F%2F127.0.0.1%3A8081',
  '',
  '   ',
  'not a link',
  '/promo/1',
  `https://shop.test/${'x'.repeat(8192)}`,
  42,
  null,
  undefined,
  { url: 'https://shop.test/a/b' },
])('%j is not a link, from the launch or later', async (url) => {
  const service = linkServer();
  const device = createDevice({ disk: used(), initialUrl: url });
  const app = await device.launch();
  await device.tap(url);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
  expect(service.requests).toEqual([]);
});

describe('newest intent wins', () => {
  test('the link that opened the app wins over the deferred match, which is not run', async () => {
    const service = linkServer({ 'match-link': { link: '/deferred' } });
    const device = createDevice({ os: 'android', referrer: 'clickId=abc', initialUrl: 'myapp://cart' });
    const app = await device.launch();
    expect(app.context()).toMatchObject({ linkRoute: '/cart', linkType: 'scheme' });
    device.phone.initialUrl = null;
    const later = await device.launch();
    expect(later.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
    expect(service.requests).toEqual([]);
  });

  test('a link opened during matching wins over the deferred match', async () => {
    let answer: (link: object) => void = () => {};
    linkServer({ 'match-link': () => new Promise((resolve) => (answer = resolve)) });
    const device = createDevice();
    const app = await device.launch();
    await device.tap('myapp://cart');
    expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/cart' });
    answer({ link: '/deferred' });
    await device.wait(100);
    expect(app.context().linkRoute).toBe('/cart');
  });

  test('a slower, older short link never overwrites a newer link', async () => {
    let answer: (link: object) => void = () => {};
    linkServer({ 'resolve-short': () => new Promise((resolve) => (answer = resolve)) });
    const device = createDevice({ disk: used() });
    const app = await device.launch();
    await device.tap('https://go.test/slow');
    await device.tap('myapp://cart');
    answer({ link: '/old' });
    await device.wait(100);
    expect(app.context().linkRoute).toBe('/cart');
  });

  test('a launch link that comes late is still opened', async () => {
    let answer: (url: string) => void = () => {};
    const device = createDevice({
      disk: used(),
      faults: { 'LinkingManager.getInitialURL': () => new Promise((resolve) => (answer = resolve)) },
    });
    const app = await device.launch();
    await device.wait(500);
    expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
    answer('myapp://late');
    await device.wait(0);
    expect(app.context().linkRoute).toBe('/late');
  });

  test('a launch link that comes after a newer link is dropped', async () => {
    let answer: (url: string) => void = () => {};
    const device = createDevice({
      disk: used(),
      faults: { 'LinkingManager.getInitialURL': () => new Promise((resolve) => (answer = resolve)) },
    });
    const app = await device.launch();
    await device.tap('myapp://newer');
    answer('myapp://late');
    await device.wait(100);
    expect(app.context().linkRoute).toBe('/newer');
  });
});

describe('each link once', () => {
  test('the launch link sent again as an event is the same link', async () => {
    const device = createDevice({ disk: used(), initialUrl: 'myapp://cart' });
    const app = await device.launch();
    await app.clearLink();
    await device.wait(1500);
    await device.tap('myapp://cart');
    expect(app.context().linkUrl).toBeNull();
  });

  test('a tap that the system delivers as two events is one link', async () => {
    const device = createDevice({ disk: used() });
    const app = await device.launch();
    await device.tap('myapp://cart');
    await app.clearLink();
    await device.wait(1900);
    await device.tap('myapp://cart');
    expect(app.context().linkUrl).toBeNull();
    await device.wait(100);
    await device.tap('myapp://cart');
    expect(app.context().linkRoute).toBe('/cart');
  });

  test('on Android, a tap that comes as two events and brings the app to the front is one link', async () => {
    const device = createDevice({ os: 'android', disk: used() });
    const app = await device.launch();
    await device.background();
    await device.tap('myapp://cart');
    await app.clearLink();
    await device.foreground();
    await device.wait(100);
    await device.tap('myapp://cart');
    expect(app.context().linkUrl).toBeNull();
    await device.wait(2000);
    await device.tap('myapp://cart');
    expect(app.context().linkRoute).toBe('/cart');
  });

  test.each(['a launch link', 'a tapped link'])('%s with another one in between is a new one', async (what) => {
    const device = createDevice({ disk: used(), initialUrl: what === 'a launch link' ? 'myapp://cart' : null });
    const app = await device.launch();
    if (what === 'a tapped link') await device.tap('myapp://cart');
    await device.tap('myapp://other');
    await app.clearLink();
    await device.tap('myapp://cart');
    expect(app.context().linkRoute).toBe('/cart');
  });

  test('the same link tapped again later is a new one', async () => {
    const device = createDevice({ disk: used(), initialUrl: 'myapp://cart' });
    const app = await device.launch();
    await app.clearLink();
    await device.wait(2100);
    await device.tap('myapp://cart');
    expect(app.context().linkRoute).toBe('/cart');
  });
});

test.each([
  [300, 400],
  [5000, 6000],
])('a launch link that comes after the budget of %d ms, at %d ms, is still opened', async (timeoutMs, ms) => {
  const answer = () => new Promise((resolve) => setTimeout(() => resolve('https://shop.test/product/42'), ms));
  const device = createDevice({ disk: used(), faults: { 'LinkingManager.getInitialURL': answer } });
  const app = await device.launch({ config: { timeoutMs } });
  await device.wait(timeoutMs);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
  await device.wait(ms);
  expect(app.context().linkUrl).toBe('https://shop.test/product/42');
});

test('a launch link that comes after half a minute is not opened any more', async () => {
  const answer = () => new Promise((resolve) => setTimeout(() => resolve('https://shop.test/product/42'), 31_000));
  const device = createDevice({ disk: used(), faults: { 'LinkingManager.getInitialURL': answer } });
  const app = await device.launch();
  await device.wait(32_000);
  expect(app.context().linkUrl).toBe(null);
});

test('a short link that is tapped while the record is read is waited for', async () => {
  linkServer({ 'resolve-short': () => new Promise((resolve) => setTimeout(() => resolve({ link: '/target' }), 1000)) });
  const getItem = (key: string) =>
    isInstall(key) ? new Promise<null>((resolve) => setTimeout(() => resolve(null), 300)) : null;
  const device = createDevice();
  const app = await device.launch({ config: { storage: { getItem, setItem: () => {} } } });
  await device.tap('https://go.test/abc');
  await device.wait(1200);
  expect(app.context().isLinkProcessed).toBe(false);
  await device.wait(200);
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/target', linkType: 'verified' });
});

test.each([null, undefined, {}, 'https://shop.test/a/b', { url: 42 }])('the event %j is no link', async (event) => {
  const device = createDevice({ disk: used() });
  const app = await device.launch();
  const { DeviceEventEmitter } = require('react-native') as typeof import('react-native');
  DeviceEventEmitter.emit('url', event);
  await device.wait(0);
  expect(app.context().linkUrl).toBe(null);
});

test('links that can’t be listened for are told', async () => {
  const fail = () => {
    throw new Error('not linked');
  };
  const device = createDevice({ disk: used(), faults: { 'LinkingManager.addListener': fail } });
  await device.launch();
  expect(consoleLines()).toEqual([
    "error: [Link] Links that arrive while the app runs can't be received: Error: not linked.",
  ]);
});

test('an app with scenes, whose launch link comes late and as an event, is not matched instead', async () => {
  linkServer({ 'match-link': () => new Promise((resolve) => setTimeout(() => resolve({ link: '/deferred' }), 1000)) });
  const device = createDevice({ os: 'ios', initialUrl: null });
  const app = await device.launch();
  await device.wait(300);
  await device.tap('https://shop.test/product/42');
  await device.wait(5000);
  expect(app.context()).toMatchObject({ linkRoute: '/product/42', linkType: 'verified' });
  expect(app.seen.some(({ linkType }) => linkType === 'deferred')).toBe(false);
});
