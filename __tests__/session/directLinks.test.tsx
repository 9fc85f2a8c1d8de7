import { render } from '@testing-library/react-native';
import { consoleLines } from '../support/consoleLines';
import { CONFIG, createDevice, type Launch } from '../support/createDevice';
import { linkServer, never } from '../support/linkServer';
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

describe('short links (§4.2, §4.3.6)', () => {
  const TARGET = { link: 'https://shop.test/product/42?ref=mail' };

  test('a web link of one segment is resolved, and its type stays', async () => {
    const service = linkServer({ 'resolve-short': TARGET });
    const app = await createDevice({ disk: used(), initialUrl: 'https://go.test/abc?x=1' }).launch();
    expect(service.to('resolve-short').map(({ body }) => body)).toEqual([{ url: 'https://go.test/abc?x=1' }]);
    expect(app.context()).toMatchObject({
      linkUrl: TARGET.link,
      linkRoute: '/product/42?ref=mail',
      linkType: 'verified',
    });
  });

  test.each(['https://go.test/', 'https://go.test/a/b', 'myapp://abc', 'https://go.test/?a=b'])(
    '%s is not asked for',
    async (url) => {
      const service = linkServer();
      await createDevice({ disk: used(), initialUrl: url }).launch();
      expect(service.requests).toEqual([]);
    }
  );

  test.each([
    ['404 means that it is not a short link', 404, false],
    ['an answer without a usable link leaves the link as it is', { link: 'javascript:alert(1)' }, false],
    ['a refused request leaves the link as it is, and is logged', 400, true],
    ['a service that is down leaves the link as it is, and is logged', 503, true],
  ] as const)('%s', async (_, answer, isLogged) => {
    linkServer({ 'resolve-short': answer });
    const device = createDevice({ disk: used(), initialUrl: 'https://go.test/abc?secret=1' });
    const app = await device.launch();
    // A service that doesn't answer is asked three times.
    await device.wait(1300);
    expect(app.context()).toMatchObject({
      linkUrl: 'https://go.test/abc?secret=1',
      linkRoute: '/abc?secret=1',
      linkType: 'verified',
    });
    const lines = consoleLines();
    expect(lines).toHaveLength(isLogged ? 1 : 0);
    expect(lines.join()).not.toContain('secret');
  });

  test('a service that never answers does not hold the link beyond the budget', async () => {
    linkServer({ 'resolve-short': never });
    const device = createDevice({ disk: used(), initialUrl: 'https://go.test/abc' });
    const app = await device.launch();
    await device.wait(4900);
    expect(app.context().isLinkProcessed).toBe(false);
    await device.wait(100);
    expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/abc' });
    expect(consoleLines()).toHaveLength(1);
  });

  test.each([
    ['https://shop.test/product/42', 'https://shop.test/product/42#token=S3CRET'],
    ['https://shop.test/product/42#size', 'https://shop.test/product/42#size'],
    ['/product/42', '/product/42#token=S3CRET'],
  ])('a fragment stays on the phone, and with the link that is resolved to %s', async (link, linkUrl) => {
    const service = linkServer({ 'resolve-short': { link } });
    const app = await createDevice({ disk: used(), initialUrl: 'https://go.test/abc?x=1#token=S3CRET' }).launch();
    expect(service.to('resolve-short').map(({ body }) => body)).toEqual([{ url: 'https://go.test/abc?x=1' }]);
    expect(app.context()).toMatchObject({ linkUrl, linkRoute: '/product/42' });
  });

  test('a link that is not resolved keeps its fragment', async () => {
    linkServer({ 'resolve-short': 404 });
    const app = await createDevice({ disk: used(), initialUrl: 'https://go.test/abc#a#b' }).launch();
    expect(app.context().linkUrl).toBe('https://go.test/abc#a#b');
  });

  test('links below one of linkPrefixes are resolved, however long they are', async () => {
    const service = linkServer({ 'resolve-short': TARGET });
    const device = createDevice({ disk: used() });
    const app = await device.launch({ config: { linkDomains: ['go.test'], linkPrefixes: ['/promo'] } });
    await device.tap('https://go.test/promo/summer/2026');
    expect(app.context().linkRoute).toBe('/product/42?ref=mail');
    await device.tap('https://go.test/shop/lamps');
    expect(app.context().linkRoute).toBe('/shop/lamps');
    expect(service.requests.map(({ body }) => body.url)).toEqual(['https://go.test/promo/summer/2026']);
  });

  test('with linkDomains a login callback is not sent to the service', async () => {
    const service = linkServer({ 'resolve-short': TARGET });
    const device = createDevice({ disk: used() });
    const app = await device.launch({ config: { linkDomains: ['go.test'] } });
    await device.tap('https://app.test/callback?code=secret');
    expect(service.requests).toEqual([]);
    expect(app.context().linkRoute).toBe('/callback?code=secret');
    await device.tap('https://GO.test./abc');
    expect(app.context().linkRoute).toBe('/product/42?ref=mail');
  });
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

describe('a new activity in a living process, on Android', () => {
  /** Back destroys the activity, and a link makes a new one: no event is sent for it. */
  async function reopen(device: ReturnType<typeof createDevice>, app: Launch, url: unknown) {
    await device.background();
    await app.unmount();
    device.phone.initialUrl = url;
    await app.mount();
    await device.foreground();
    await device.wait(100);
  }

  test('its link is published when the app comes to the foreground, while the first root stays mounted', async () => {
    const device = createDevice({ os: 'android', disk: used() });
    const app = await device.launch();
    await device.background();
    device.phone.initialUrl = 'shop://cart';
    await device.foreground();
    expect(app.context().linkRoute).toBe('/cart');
    await app.clearLink();
    for (let times = 0; times < 2; times++) {
      await device.background();
      await device.foreground();
    }
    expect(app.context().linkUrl).toBeNull();
  });

  test('its link is published when its own provider mounts, while the first one stays mounted', async () => {
    const device = createDevice({ os: 'android', disk: used() });
    const app = await device.launch();
    device.phone.initialUrl = 'shop://cart';
    render(<app.library.LinkProvider config={CONFIG}>{null}</app.library.LinkProvider>);
    await device.wait(0);
    expect(app.context().linkRoute).toBe('/cart');
    consoleLines();
  });

  test('on iOS nothing is asked again', async () => {
    const device = createDevice({ os: 'ios', disk: used() });
    await device.launch();
    device.phone.calls.length = 0;
    await device.background();
    await device.foreground();
    expect(device.phone.calls.filter((call) => call.includes('getInitialURL'))).toEqual([]);
  });

  test('the link that made it is published', async () => {
    const device = createDevice({ os: 'android', disk: used() });
    const app = await device.launch();
    await reopen(device, app, 'shop://cart');
    expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/cart', linkType: 'scheme' });
  });

  test('an echo of the link that made it is not published again; a tap two seconds later is', async () => {
    const device = createDevice({ os: 'android', disk: used() });
    const app = await device.launch();
    await device.wait(10_000);
    await reopen(device, app, 'shop://cart');
    await app.clearLink();
    await device.tap('shop://cart');
    expect(app.context().linkUrl).toBeNull();
    await device.wait(1900);
    await device.tap('shop://cart');
    expect(app.context().linkRoute).toBe('/cart');
  });

  test('the filter and the diagnostics hear of the same launch link once, however often the app returns', async () => {
    const asked: string[] = [];
    const steps: string[] = [];
    const device = createDevice({ os: 'android', disk: used(), initialUrl: 'shop://login/callback' });
    await device.launch({
      config: {
        filter: (url) => asked.push(url) === 0,
        onDiagnostic: ({ step }) => void (/initialLink|filter/.test(step) && steps.push(step)),
      },
    });
    for (let times = 0; times < 3; times++) {
      await device.background();
      await device.foreground();
    }
    expect(asked).toEqual(['shop://login/callback']);
    expect(steps).toEqual(['filter', 'initialLink']);
    device.phone.initialUrl = 'shop://cart';
    await device.foreground();
    expect(asked).toEqual(['shop://login/callback', 'shop://cart']);
  });

  test('the launch link that the system still holds is not published again', async () => {
    const device = createDevice({ os: 'android', disk: used(), initialUrl: 'shop://cart' });
    const app = await device.launch();
    await app.clearLink();
    await device.wait(5000);
    await reopen(device, app, 'shop://cart');
    expect(app.context().linkUrl).toBeNull();
  });

  test('nor is it after another link was tapped', async () => {
    const device = createDevice({ os: 'android', disk: used(), initialUrl: 'shop://cart' });
    const app = await device.launch();
    await device.tap('shop://other');
    await app.clearLink();
    await app.unmount();
    await app.mount();
    await device.wait(100);
    expect(app.context().linkUrl).toBeNull();
  });

  test('a link that was tapped before and that the app has set as its intent is not published again', async () => {
    const device = createDevice({ os: 'android', disk: used() });
    const app = await device.launch();
    await device.tap('shop://cart');
    await app.clearLink();
    await reopen(device, app, 'shop://cart');
    expect(app.context().linkUrl).toBeNull();
  });

  test('each activity may bring another link, the first one again too', async () => {
    const device = createDevice({ os: 'android', disk: used(), initialUrl: 'shop://a' });
    const app = await device.launch();
    for (const url of ['shop://b', 'shop://a']) {
      await app.clearLink();
      await device.wait(5000);
      await reopen(device, app, url);
      expect(app.context().linkUrl).toBe(url);
    }
  });

  test.each([
    ['without a link', null],
    ['by a link that config.filter refuses', 'shop://login/callback?code=1'],
  ])('after one that was made %s, the link from before is a new one', async (_, url) => {
    const device = createDevice({ os: 'android', disk: used(), initialUrl: 'shop://cart' });
    const app = await device.launch({ config: { filter: (link) => !link.startsWith('shop://login') } });
    for (let times = 0; times < 2; times++) {
      await app.clearLink();
      await device.wait(5000);
      await reopen(device, app, url);
      expect(app.context().linkUrl).toBeNull();
      await reopen(device, app, 'shop://cart');
      expect(app.context().linkRoute).toBe('/cart');
    }
  });

  test('a system that fails to say which link it holds may still hold the old one', async () => {
    const answer = jest.fn<Promise<unknown>, []>().mockResolvedValue('shop://cart');
    const device = createDevice({ os: 'android', disk: used(), faults: { 'IntentAndroid.getInitialURL': answer } });
    const app = await device.launch();
    await app.clearLink();
    answer.mockRejectedValueOnce(new Error('no activity'));
    await reopen(device, app, null);
    await reopen(device, app, null);
    expect(answer).toHaveBeenCalledTimes(5);
    expect(app.context().linkUrl).toBeNull();
  });

  test('a launch link that comes after one without a link is older than the link that was tapped before', async () => {
    let launchWith: (url: string) => void = () => {};
    const answer = jest.fn<Promise<unknown>, []>().mockResolvedValue(null);
    answer.mockReturnValueOnce(new Promise((resolve) => (launchWith = resolve)));
    const device = createDevice({ os: 'android', disk: used(), faults: { 'IntentAndroid.getInitialURL': answer } });
    const app = await device.launch();
    await device.wait(1000);
    await device.tap('shop://cart');
    await reopen(device, app, null);
    launchWith('shop://old');
    await device.wait(100);
    expect(app.context().linkRoute).toBe('/cart');
  });

  test.each(['shop://old', null])(
    'a link that is tapped before the system says what made it (%s) is newer',
    async (url) => {
      let say: (url: string | null) => void = () => {};
      const answer = jest.fn<Promise<unknown>, []>().mockResolvedValueOnce(null);
      answer.mockReturnValueOnce(new Promise((resolve) => (say = resolve)));
      const device = createDevice({ os: 'android', disk: used(), faults: { 'IntentAndroid.getInitialURL': answer } });
      const app = await device.launch();
      await reopen(device, app, null);
      await device.tap('shop://cart');
      say(url);
      await device.wait(100);
      expect(app.context().linkRoute).toBe('/cart');
      await app.clearLink();
      // The app has set the tapped link as its intent.
      answer.mockResolvedValue('shop://cart');
      await reopen(device, app, null);
      expect(answer).toHaveBeenCalledTimes(5);
      expect(app.context().linkUrl).toBeNull();
    }
  );

  test('its link is published once, also if it comes as an event too', async () => {
    const device = createDevice({ os: 'android', disk: used() });
    const app = await device.launch();
    await reopen(device, app, 'shop://cart');
    await app.clearLink();
    await device.tap('shop://cart');
    expect(app.context().linkUrl).toBeNull();
  });

  test('config.filter is asked, and short links are resolved', async () => {
    linkServer({ 'resolve-short': { link: '/target' } });
    const device = createDevice({ os: 'android', disk: used() });
    const app = await device.launch({ config: { filter: (url) => !url.startsWith('shop://login') } });
    await reopen(device, app, 'shop://login/callback?code=1');
    expect(app.context().linkUrl).toBeNull();
    await reopen(device, app, 'https://go.test/abc');
    expect(app.context().linkRoute).toBe('/target');
  });

  test('one that comes while the match is under way wins over it', async () => {
    let answer: (link: object) => void = () => {};
    linkServer({ 'match-link': () => new Promise((resolve) => (answer = resolve)) });
    const device = createDevice({ os: 'android', referrer: 'clickId=abc' });
    const app = await device.launch();
    await reopen(device, app, 'shop://cart');
    answer({ link: '/deferred' });
    await device.wait(100);
    expect(app.context().linkRoute).toBe('/cart');
  });

  test('iOS, where the launch link never changes, is not asked again', async () => {
    const device = createDevice({ os: 'ios', disk: used() });
    const app = await device.launch();
    device.phone.calls.length = 0;
    await reopen(device, app, 'shop://cart');
    expect(device.phone.calls).not.toContain('LinkingManager.getInitialURL');
    expect(app.context().linkUrl).toBeNull();
  });

  test('StrictMode, which mounts twice, asks once', async () => {
    const device = createDevice({ os: 'android', disk: used(), initialUrl: 'shop://cart' });
    const app = await device.launch({ strict: true });
    expect(device.phone.calls.filter((call) => call === 'IntentAndroid.getInitialURL')).toHaveLength(1);
    expect(app.context().linkRoute).toBe('/cart');
  });
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
