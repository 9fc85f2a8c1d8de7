import { act } from '@testing-library/react-native';
import type * as Library from 'react-native-deferred-link';
import { runOn } from './storage/stored';
import { consoleLines } from './support/consoleLines';
import { createDevice, settle, type Launch, type Phone } from './support/createDevice';
import { linkServer, never } from './support/linkServer';

const DOMAINS = { linkDomains: ['go.test'] };
const SHORT = 'https://go.test/abc';
const RESOLVES = { 'resolve-short': { link: 'https://shop.test/product/42' } };

const load = () => require('react-native-deferred-link') as typeof Library;

async function open(app: Launch, url: unknown): Promise<boolean> {
  let isLink = false;
  await act(async () => {
    isLink = app.library.openLink(url as string);
    await settle();
  });
  return isLink;
}

/** An app that has found no link, and every route that it is handed from then on. */
async function launchIdle(config: Partial<Library.Config> = DOMAINS, os: Phone['os'] = 'ios') {
  const device = createDevice({ os });
  const routes: string[] = [];
  const app = await device.launch({
    config,
    children: (library, Probe) => {
      function Taker() {
        library.useLinkEvent(({ route }) => void routes.push(route));
        return <Probe />;
      }
      return <Taker />;
    },
  });
  await device.wait(1000);
  return { device, app, routes };
}

test('a short link that the app hands over is resolved, and handed out once', async () => {
  const service = linkServer(RESOLVES);
  const { app, routes } = await launchIdle();
  expect(await open(app, SHORT)).toBe(true);
  expect(routes).toEqual(['/product/42']);
  expect(service.to('resolve-short').map(({ body }) => body)).toEqual([{ url: SHORT }]);
});

test.each([
  ['https://go.test/a/b', 'verified'],
  ['shop://a/b', 'scheme'],
])('%s has the type %s', async (url, type) => {
  linkServer();
  const device = createDevice();
  const app = await device.launch({ config: DOMAINS });
  expect(await open(app, url)).toBe(true);
  expect(app.context()).toMatchObject({ linkType: type, linkUrl: url });
});

test.each([
  ['a text', 'hello'],
  ['nothing', undefined],
  ['a path', '/product/42'],
  ['a script', 'javascript:alert(1)'],
  ['what the filter refuses', 'shop://login?code=1'],
  ['a web address of somebody else', 'https://evil.test/a/b'],
])('%s is no link of the app', async (_, url) => {
  linkServer();
  const { app, routes } = await launchIdle({ ...DOMAINS, filter: (link) => !link.includes('login') });
  expect(await open(app, url)).toBe(false);
  expect(routes).toEqual([]);
});

test.each([
  'https://evil.test/@go.test/',
  'https://evil.test?u=@go.test/',
  'https://evil.test#@go.test/',
  'https://evil.test\\@go.test/a',
  'https://go.test@evil.test/a',
  'https://go.test.evil.test/a',
  'https://evilgo.test/a',
  'https://go．test/a',
  'https:evil.test/go.test',
  'ht\ntps://evil.test/',
  'java\nscript://go.test/%0aalert(1)',
  'intent://go.test#Intent;end',
])('%j looks like ours, and opens nothing', async (url) => {
  linkServer();
  const { app, routes } = await launchIdle();
  expect(await open(app, url)).toBe(false);
  expect(routes).toEqual([]);
});

test('somebody else’s address is not shown to the filter', async () => {
  linkServer();
  const asked: string[] = [];
  const { app } = await launchIdle({ ...DOMAINS, filter: (url) => asked.push(url) > 0 });
  await open(app, 'https://evil.test/a/b');
  expect(asked).toEqual([]);
});

test('without linkDomains every web address is taken, with an advice', async () => {
  linkServer();
  const { app, routes } = await launchIdle({});
  expect(await open(app, 'shop://cart')).toBe(true);
  expect(consoleLines()).toEqual([]);
  expect(await open(app, 'https://shop.test/a/b')).toBe(true);
  expect(routes).toEqual(['/cart', '/a/b']);
  expect(consoleLines()).toEqual([
    expect.stringMatching(
      /Without config\.linkDomains, openLink\(\) .* a screen of your app\. Set it to your link hosts\./
    ),
  ]);
});

test('two calls with the same URL, or a call and the system’s event, are one tap for two seconds', async () => {
  linkServer();
  const { device, app, routes } = await launchIdle();
  expect([await open(app, 'shop://cart'), await open(app, 'shop://cart')]).toEqual([true, true]);
  await device.tap('shop://cart');
  expect(routes).toEqual(['/cart']);
  await device.wait(2000);
  await open(app, 'shop://cart');
  expect(routes).toEqual(['/cart', '/cart']);
});

test('the same URL in a new activity of Android is a tap', async () => {
  linkServer();
  const { device, app, routes } = await launchIdle(DOMAINS, 'android');
  await open(app, 'shop://cart');
  await device.wait(2000);
  await app.unmount();
  device.phone.initialUrl = 'shop://cart';
  await app.mount();
  await device.wait(100);
  expect(routes).toEqual(['/cart', '/cart']);
});

test.each(['before', 'after'])(
  'a call %s Android’s event is one tap, also if the app makes that its intent',
  async (when) => {
    linkServer();
    const { device, app, routes } = await launchIdle(DOMAINS, 'android');
    if (when === 'before') await open(app, 'shop://cart');
    device.phone.initialUrl = 'shop://cart';
    await device.tap('shop://cart');
    if (when === 'after') await open(app, 'shop://cart');
    await device.wait(2000);
    await device.background();
    await device.foreground();
    await device.wait(100);
    expect(routes).toEqual(['/cart']);
  }
);

// The system’s event, a call and the answer about the launch link.
test.each(['EC', 'CEC', 'LC', 'LCE', 'LEC', 'CL', 'CLE', 'ECL', 'CEL'])(
  'one URL in the order %s is one tap',
  async (order) => {
    linkServer();
    const routes: string[] = [];
    let answer: (url: string | null) => void = () => {};
    const getInitialURL = () => new Promise((resolve) => (answer = resolve));
    const device = createDevice({ os: 'android', faults: { 'IntentAndroid.getInitialURL': getInitialURL } });
    const app = await device.launch({
      children: (library) => {
        function Taker() {
          library.useLinkEvent(({ route }) => void routes.push(route));
          return null;
        }
        return <Taker />;
      },
    });
    for (const way of order) {
      if (way === 'E') await device.tap('shop://cart');
      else if (way === 'C') expect(await open(app, 'shop://cart')).toBe(true);
      else answer('shop://cart');
      await act(settle);
    }
    answer(null);
    await device.wait(1000);
    expect(routes).toEqual(['/cart']);
  }
);

test('it wins over a match that is under way, and uses the first run up', async () => {
  linkServer({ 'match-link': never });
  const device = createDevice();
  const app = await device.launch({ config: DOMAINS });
  await device.wait(500);
  await open(app, 'shop://cart');
  expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/cart' });
  expect(runOn(device.phone.disk)).toBe('used');
});

describe('before a provider has mounted', () => {
  const launchAfter = (urls: unknown[], answers: unknown[], initialUrl: string | null = null, config = {}) => {
    const device = createDevice({ initialUrl });
    return device.launch({
      config: { ...DOMAINS, ...config },
      load() {
        const library = load();
        answers.push(...urls.map((url) => library.openLink(url as string)));
        return library;
      },
    });
  };

  test('the newest URL waits for it, and is newer than the launch link', async () => {
    linkServer(RESOLVES);
    const answers: unknown[] = [];
    const app = await launchAfter(['shop://older', 'no link', SHORT], answers, 'shop://launch');
    expect(answers).toEqual([true, false, true]);
    expect(app.seen.map(({ linkRoute }) => linkRoute).filter(Boolean)).toEqual(['/product/42']);
  });

  test('the launch link itself, handed over before, is opened once', async () => {
    linkServer();
    const app = await launchAfter(['shop://launch'], [], 'shop://launch');
    await app.clearLink();
    expect(app.seen.map(({ linkRoute }) => linkRoute)).toEqual([null, '/launch', null]);
  });

  test('the filter and linkDomains are asked at the mount', async () => {
    linkServer();
    const answers: unknown[] = [];
    const filter = (url: string) => !url.includes('login');
    const refused = await launchAfter(['shop://login'], answers, 'shop://launch', { filter });
    const foreign = await launchAfter(['https://evil.test/a/b'], answers, 'shop://launch');
    expect(answers).toEqual([true, true]);
    expect([refused, foreign].map((app) => app.context().linkRoute)).toEqual(['/launch', '/launch']);
  });
});

test('below a provider of 0.3.x, links are left to the app', async () => {
  linkServer();
  const device = createDevice();
  const app = await device.launch({ load: () => ({ ...load(), ...require('react-native-deferred-link/v0.3') }) });
  expect(await open(app, 'shop://cart')).toBe(false);
});

test('on the web it does nothing, and says so once', async () => {
  const device = createDevice({ os: 'web' });
  const app = await device.launch();
  expect([await open(app, 'shop://cart'), await open(app, 'shop://cart')]).toEqual([false, false]);
  expect(app.context().linkUrl).toBeNull();
  expect(consoleLines()).toEqual([
    expect.stringMatching(/openLink\(\) does nothing on the web \(\S+docs\/api\.md#on-the-web\)/),
  ]);
});
