import type * as Integration from 'react-native-deferred-link/expo-router';
import { consoleLines } from '../support/consoleLines';
import { createDevice } from '../support/createDevice';
import { linkServer } from '../support/linkServer';

type Options = Integration.NativeIntentOptions;

const load = () => require('react-native-deferred-link/expo-router') as typeof Integration;

/**
 * An app with Expo Router as far as links go. Like expo-router 57 it asks `+native-intent` with the whole URL:
 * for the launch URL, or the root URL of the scheme without one (getLinkingConfig), and for every later one
 * (link/linking), which it opens only if the answer is not empty.
 */
function createApp(options: Options, launchUrl: string | null) {
  const opened: string[] = [];
  const pathOf = (url: string) => `/${url.replace(/^[a-z]+:\/\/\/?(?:[^/?]*\.test\/?)?/, '').replace(/^\//, '')}`;
  let isStarted = false;

  function start() {
    isStarted = true;
    const { DeviceEventEmitter } = require('react-native') as typeof import('react-native');
    const { redirectSystemPath } = load().createNativeIntent(options);
    const initial = redirectSystemPath({ path: launchUrl ?? 'shop:///', initial: true });
    opened.push(`initial ${pathOf(initial ?? '')}`);
    DeviceEventEmitter.addListener('url', ({ url }: { url: string }) => {
      const href = redirectSystemPath({ path: url, initial: false });
      if (href) opened.push(`router ${pathOf(href)}`);
    });
  }

  function RootLayout() {
    load().useLinkRoute((route) => opened.push(`push ${route}`));
    return null;
  }

  return {
    opened,
    children() {
      if (!isStarted) start();
      return <RootLayout />;
    },
  };
}

const DOMAINS = { linkDomains: ['go.shop.test'] };

async function launch(options: Options, initialUrl: string | null = null, waitMs = 3000) {
  const app = createApp(options, initialUrl);
  const device = createDevice({ os: 'android', referrer: 'clickId=abc', initialUrl });
  await device.launch({ children: app.children, config: DOMAINS });
  await device.wait(waitMs);
  return { app, device };
}

beforeEach(() => {
  linkServer({
    'match-link': { link: 'https://go.shop.test/deferred' },
    'resolve-short': ({ body }) => ({ link: `https://shop.test/product/${String(body.url).slice(-3)}` }),
  });
});

test('a launch without a link starts at the root, and a deferred link is opened from there', async () => {
  const { app } = await launch(DOMAINS);
  expect(app.opened).toEqual(['initial /', 'push /product/red']);
});

test('a short link that starts the app is never shown as a route, and is opened resolved, once', async () => {
  const { app } = await launch(DOMAINS, 'https://go.shop.test/abc');
  expect(app.opened).toEqual(['initial /', 'push /product/abc']);
});

test('the route to wait on is the app to choose', async () => {
  const { app } = await launch({ ...DOMAINS, initialPath: '/welcome' }, 'https://go.shop.test/abc');
  expect(app.opened).toEqual(['initial /welcome', 'push /product/abc']);
});

test('a short link that is tapped later keeps the route that is shown until it is resolved', async () => {
  const { app, device } = await launch(DOMAINS, 'shop://cart');
  await device.tap('https://go.shop.test/xyz');
  await device.wait(100);
  expect(app.opened).toEqual(['initial /cart', 'push /product/xyz']);
});

test('links that are routes of the app are opened by Expo Router alone, every time they are tapped', async () => {
  const { app, device } = await launch(DOMAINS, 'https://shop.test/product/1');
  await device.tap('shop://cart');
  await device.wait(3000);
  await device.tap('shop://cart');
  await device.wait(3000);
  expect(app.opened).toEqual(['initial /product/1', 'router /cart', 'router /cart']);
});

test('after a launch link that came as an event too, a short link to the same route is opened', async () => {
  linkServer({ 'resolve-short': { link: 'shop://cart' } });
  const { app, device } = await launch(DOMAINS, 'shop://cart', 500);
  await device.tap('shop://cart');
  await device.wait(3000);
  expect(app.opened).toEqual(['initial /cart', 'router /cart']);
  await device.tap('https://go.shop.test/abc');
  await device.wait(100);
  expect(app.opened.slice(2)).toEqual(['push /cart']);
});

test('a deferred link to the root is opened though a launch without a link starts there', async () => {
  linkServer({ 'match-link': { link: 'shop:///' } });
  const { app } = await launch(DOMAINS);
  expect(app.opened).toEqual(['initial /', 'push /']);
});

test('without linkDomains every http(s) link is left to the session', async () => {
  const { app, device } = await launch({}, 'https://shop.test/product/1');
  await device.tap('shop://cart');
  await device.wait(100);
  expect(app.opened).toEqual(['initial /', 'push /product/1', 'router /cart']);
});

test('a URL that the filter refuses is opened by Expo Router, and one for which it throws is left to the session', async () => {
  const filter = (url: string) => {
    if (url.endsWith('xyz')) throw new Error('no idea');
    return !url.includes('/callback');
  };
  const app = createApp({ filter }, 'https://shop.test/callback?code=1');
  const device = createDevice({ os: 'ios', initialUrl: 'https://shop.test/callback?code=1' });
  await device.launch({ children: app.children, config: { filter } });
  await device.wait(100);
  await device.tap('https://shop.test/callback?code=2');
  await device.tap('https://go.shop.test/xyz');
  await device.wait(100);
  expect(app.opened).toEqual([
    'initial /callback?code=1',
    'push /product/red',
    'router /callback?code=2',
    'push /product/xyz',
  ]);
  expect(consoleLines()).toEqual([expect.stringContaining('config.filter failed')]);
});

test.each([null, undefined, '', 42, '%', 'https://', 'exp://127.0.0.1:8081/--/', '\u0000'])(
  '%j as a path is passed on and never throws',
  async (path) => {
    const device = createDevice();
    await device.launch();
    const { redirectSystemPath } = load().createNativeIntent(DOMAINS);
    for (const initial of [true, false]) expect(redirectSystemPath({ path: path as string, initial })).toBe(path);
  }
);

test('until the first link is resolved the root is shown', () => {
  const { redirectSystemPath } = load().createNativeIntent();
  expect(redirectSystemPath({ path: 'https://go.test/abc', initial: true })).toBe('/');
});

test('useLinkRoute hands out what came with the link, to be passed on as parameters', async () => {
  linkServer({ 'match-link': { link: '/product/42?ref=mail', data: { invitedBy: 'Ada' } } });
  const pushed: object[] = [];
  function RootLayout() {
    load().useLinkRoute((_, { pathname, params, data }) => {
      pushed.push({ pathname, params: { ...params, invitedBy: data?.invitedBy } });
    });
    return null;
  }
  const device = createDevice();
  await device.launch({ children: () => <RootLayout /> });
  await device.wait(100);
  expect(pushed).toEqual([{ pathname: '/product/42', params: { ref: 'mail', invitedBy: 'Ada' } }]);
});

test('without +native-intent, which keeps links from being opened twice, the first direct link says where it belongs', async () => {
  const pushed: string[] = [];
  function RootLayout() {
    load().useLinkRoute((route) => pushed.push(route));
    return null;
  }
  const device = createDevice();
  await device.launch({ children: () => <RootLayout /> });
  await device.wait(100);
  expect(consoleLines()).toEqual([]);
  for (const url of ['shop://cart', 'shop://product/1']) await device.tap(url);
  expect(pushed).toEqual([expect.any(String), '/cart', '/product/1']);
  expect(consoleLines()).toEqual([
    'warn: [Link] Expo Router opens links too, because createNativeIntent was never called: add +native-intent.ts to ' +
      'your routes folder (https://github.com/react-native-deferred-link/react-native-deferred-link/blob/main/docs/expo-router.md).',
  ]);
});
