import { act, fireEvent, render, screen } from '@testing-library/react-native';
import { useState, type Context, type ReactNode } from 'react';
import { Pressable } from 'react-native';
import type * as Library from 'react-native-deferred-link';
import type * as ExpoRouter from 'react-native-deferred-link/expo-router';
import { createDevice, settle } from './support/createDevice';
import { createNavigationApp, setUpNavigation } from './support/createNavigationApp';
import { runSample } from './support/docSamples';
import { linkServer } from './support/linkServer';

// The recipes of the guides, word for word. Packages that only an app has are stood in for.

setUpNavigation();

const PAGE = 'where-links-go.md';
const SHORT = 'https://go.example.com/x7Q';
const load = (name: string) => require(name) as unknown;
const sample = (text: string, page = PAGE) => runSample(page, text, load);

beforeEach(() => {
  linkServer({ 'match-link': 404, 'resolve-short': { link: 'https://go.example.com/product/42' } });
});

interface Taps {
  /** The tap that started the app. */
  first?: string | undefined;
}

type Listener = (tap: unknown) => void;

/** expo-notifications, whose last response outlives the JavaScript until it is cleared. */
function standInForExpo({ first }: Taps) {
  const responseWith = (url: string) => ({ notification: { request: { content: { data: { url } } } } });
  const native = { last: first ? responseWith(first) : null, listener: (() => {}) as Listener };
  const factory = () => ({
    getLastNotificationResponse: () => native.last,
    clearLastNotificationResponse: () => void (native.last = null),
    addNotificationResponseReceivedListener(listener: Listener) {
      native.listener = listener;
      return { remove() {} };
    },
  });
  const install = () => jest.doMock('expo-notifications', factory, { virtual: true });
  return { install, tap: (url: string) => native.listener((native.last = responseWith(url))) };
}

/** Firebase's messaging on Android, which gives the first message again after a reload. */
function standInForFirebase({ first }: Taps) {
  const messageWith = (url: string) => ({ messageId: `message of ${url}`, data: { url } });
  const native = { listener: (() => {}) as Listener };
  const factory = () => ({
    getMessaging: () => ({}),
    getInitialNotification: async () => (first ? messageWith(first) : null),
    onNotificationOpenedApp(_: object, listener: Listener) {
      native.listener = listener;
      return () => {};
    },
  });
  const install = () => jest.doMock('@react-native-firebase/messaging', factory, { virtual: true });
  return { install, tap: (url: string) => native.listener(messageWith(url)) };
}

const PUSH = { 'expo-notifications': standInForExpo, '@react-native-firebase/messaging': standInForFirebase };

/** An app with one taker, and the routes that it has opened. */
const TAKERS: Record<string, () => { children: (library: typeof Library) => ReactNode; opened: () => string[] }> = {
  'React Navigation': () => {
    const { children, stacks } = createNavigationApp();
    return {
      children,
      opened: () => stacks.flatMap((stack) => (stack.endsWith('Product id=42') ? ['/product/42'] : [])),
    };
  },
  'Expo Router': () => {
    const routes: string[] = [];
    let pathname = '/';
    function Links() {
      // Expo Router asks it at every launch, with the root's URL if no link started the app.
      const intent = sample('createNativeIntent(', 'expo-router.md') as ExpoRouter.NativeIntent;
      useState(() => intent.redirectSystemPath({ path: 'myapp:///', initial: true }));
      const { useLinkRoute } = require('react-native-deferred-link/expo-router') as typeof ExpoRouter;
      useLinkRoute((route) => void routes.push((pathname = route)));
      return null;
    }
    jest.doMock('expo-router', () => ({ usePathname: () => pathname }), { virtual: true });
    return { children: () => <Links />, opened: () => routes };
  },
  useLinkEvent: () => {
    const routes: string[] = [];
    const Links = ({ library }: { library: typeof Library }) => {
      library.useLinkEvent(({ route }) => void routes.push(route));
      return null;
    };
    return { children: (library) => <Links library={library} />, opened: () => routes };
  },
};

const CELLS = Object.keys(PUSH).flatMap((push) => Object.keys(TAKERS).map((taker) => [push, taker] as const));

describe.each(CELLS)('%s and %s, with a short link', (push, taker) => {
  function createApp(taps: Taps) {
    const notifications = PUSH[push as keyof typeof PUSH](taps);
    const device = createDevice({ disk: new Map() });
    async function launch() {
      notifications.install();
      const app = (TAKERS[taker] as (typeof TAKERS)[string])();
      const run = await device.launch({
        config: { linkDomains: ['go.example.com'] },
        // As in the module of the root: before anything is rendered.
        load() {
          (sample(`from '${push}'`) as { openNotifications(): void }).openNotifications();
          return require('react-native-deferred-link') as typeof Library;
        },
        children: app.children,
      });
      await device.wait(1000);
      await run.rerender();
      await device.wait(1000);
      return { app, run };
    }
    return { device, launch, notifications };
  }

  test('a tap that starts the app opens its link once, and not again after a reload', async () => {
    const { launch } = createApp({ first: SHORT });
    const { app, run } = await launch();
    expect(app.opened()).toEqual(['/product/42']);
    await run.unmount();
    expect((await launch()).app.opened()).toEqual([]);
  });

  test('a tap in a running app opens its link once', async () => {
    const { device, launch, notifications } = createApp({});
    const { app } = await launch();
    expect(app.opened()).toEqual([]);
    await act(async () => notifications.tap(SHORT));
    await device.wait(1000);
    expect(app.opened()).toEqual(['/product/42']);
  });
});

/** An app that notes what it is told, with links of its own domain. */
async function launchNoting(config: Partial<Library.Config> = {}) {
  const routes: string[] = [];
  const device = createDevice();
  const Links = ({ library }: { library: typeof Library }) => {
    library.useLinkEvent(({ route }) => void routes.push(route));
    return null;
  };
  const children = (library: typeof Library) => <Links library={library} />;
  await device.launch({ config: { linkDomains: ['go.example.com'], ...config }, children });
  await device.wait(1000);
  return { device, routes };
}

test.each([
  ['a link of the app', SHORT, true, ['/product/42']],
  ['somebody else’s address', 'https://evil.test/product/42', false, []],
  ['no link', 'WIFI:S:cafe;;', false, []],
])('a scanner reports a code many times, and it is opened once: %s', async (_, data, isOurs, routes) => {
  const app = await launchNoting();
  const CameraView = ({ onBarcodeScanned }: { onBarcodeScanned(code: { data: string }): void }) => (
    <Pressable testID="code" onPress={() => onBarcodeScanned({ data })} />
  );
  jest.doMock('expo-camera', () => ({ CameraView }), { virtual: true });
  const { Scanner } = sample("from 'expo-camera'") as { Scanner(props: { onDone(isOurs: boolean): void }): ReactNode };
  const done: boolean[] = [];
  const view = render(<Scanner onDone={(is) => void done.push(is)} />);
  for (let n = 0; n < 3; n++) fireEvent.press(view.getByTestId('code'));
  await app.device.wait(1000);
  expect(done).toEqual([isOurs]);
  expect(app.routes).toEqual(routes);
});

test('a link of the app inside the app stays in it, and any other goes to the system', async () => {
  const app = await launchNoting();
  const { Linking } = require('react-native') as { Linking: { openURL(url: string): Promise<void> } };
  const sent: string[] = [];
  jest.spyOn(Linking, 'openURL').mockImplementation(async (url) => void sent.push(url));
  const { openUrl } = sample('Linking.openURL(url)') as { openUrl(url: string): Promise<void> };
  for (const url of [SHORT, 'https://news.test/a', 'tel:123']) await openUrl(url);
  await app.device.wait(1000);
  expect(app.routes).toEqual(['/product/42']);
  expect(sent).toEqual(['https://news.test/a', 'tel:123']);
});

test.each([
  ['a link', 'myapp://product/7', ['/product/7']],
  ['none', null, []],
])('Meta’s SDK knows %s', async (_, url, routes) => {
  const app = await launchNoting();
  const AppLink = { fetchDeferredAppLink: async () => url };
  jest.doMock('react-native-fbsdk-next', () => ({ AppLink }), { virtual: true });
  const recipe = sample("from 'react-native-fbsdk-next'") as { openMetaLink(): Promise<void> };
  await act(recipe.openMetaLink);
  await app.device.wait(1000);
  expect(app.routes).toEqual(routes);
});

test('two SDKs: each opens its own links, once, and only the other one looks for the link of a first run', async () => {
  const service = linkServer({ 'match-link': { link: '/product/1' } });
  let complete = (_: { params?: object }) => {};
  const subscribe = ({ onOpenComplete }: { onOpenComplete: typeof complete }) => void (complete = onOpenComplete);
  jest.doMock('react-native-branch', () => ({ __esModule: true, default: { subscribe } }), { virtual: true });
  const device = createDevice();
  const routes: string[] = [];
  const Links = ({ library }: { library: typeof Library }) => {
    library.useLinkEvent(({ route }) => void routes.push(route));
    return null;
  };
  const config: Partial<Library.Config> = {};
  await device.launch({
    load() {
      const recipe = sample("from 'react-native-branch'") as { config: Library.Config; openBranchLinks(): void };
      recipe.openBranchLinks();
      Object.assign(config, recipe.config, { baseUrl: 'https://links.test' });
      return require('react-native-deferred-link') as typeof Library;
    },
    config,
    children: (library) => <Links library={library} />,
  });
  await device.wait(1000);
  await device.tap('https://example.app.link/abc');
  await act(async () => complete({ params: { '+clicked_branch_link': true, $deeplink_path: 'product/5' } }));
  await device.wait(1000);
  await device.tap('https://go.example.com/product/6');
  await act(async () => complete({ params: { '+clicked_branch_link': false } }));
  await device.wait(1000);
  expect(routes).toEqual(['/product/5', '/product/6']);
  expect(service.to('match-link')).toEqual([]);
});

test('stores hear of every link, also of one that came before them', async () => {
  const app = await launchNoting();
  await app.device.tap('https://go.example.com/product/1');
  const heard: unknown[] = [];
  const { tellRedux, tellZustand, tellActor } = sample('tellRedux') as Record<string, (store: object) => void>;
  tellRedux?.({ dispatch: (action: object) => heard.push(action) });
  await act(settle);
  tellZustand?.({ setState: ({ lastLink }: { lastLink: Library.Link }) => heard.push(lastLink.route) });
  tellActor?.({ send: (event: object) => heard.push(event) });
  expect(heard).toEqual([{ type: 'links/opened', payload: { route: '/product/1', type: 'verified' } }]);
  await app.device.tap('https://go.example.com/product/2');
  expect(heard.slice(1)).toEqual([
    { type: 'links/opened', payload: { route: '/product/2', type: 'verified' } },
    '/product/2',
    { type: 'LINK_OPENED', route: '/product/2' },
  ]);
  expect(app.routes).toEqual(['/product/1', '/product/2']);
});

test('React Navigation’s static API keeps a link behind a login', async () => {
  const device = createDevice({ initialUrl: 'https://go.example.com/product/9' });
  let isSignedIn = false;
  let Root: () => ReactNode = () => null;
  let SignedIn: Context<boolean> | undefined;
  const run = await device.launch({
    load() {
      const recipe = sample('LoginRoot', 'react-navigation.md') as {
        LoginRoot: typeof Root;
        SignedIn: Context<boolean>;
      };
      Root = recipe.LoginRoot;
      SignedIn = recipe.SignedIn;
      return require('react-native-deferred-link') as typeof Library;
    },
    children: () =>
      SignedIn && (
        <SignedIn.Provider value={isSignedIn}>
          <Root />
        </SignedIn.Provider>
      ),
  });
  await device.wait(1000);
  expect(screen.queryByText('Product')).toBeNull();
  isSignedIn = true;
  await run.rerender();
  await device.wait(1000);
  expect(screen.getByText('Product')).toBeTruthy();
});
