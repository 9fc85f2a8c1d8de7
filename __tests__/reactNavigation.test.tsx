import { act, render, screen } from '@testing-library/react-native';
import type * as Native from '@react-navigation/native';
import type * as Stack from '@react-navigation/native-stack';
import { Fragment, Suspense, type JSX } from 'react';
import { Text } from 'react-native';
import type { Diagnostic } from 'react-native-deferred-link';
import type * as Integration from 'react-native-deferred-link/react-navigation';
import type * as Kit from 'react-native-deferred-link/testing';
import { consoleLines } from './support/consoleLines';
import { createDevice, settle } from './support/createDevice';
import { linkServer } from './support/linkServer';
import { createNativeModules } from './support/nativeModules';

type Screens = { Home: undefined; SignIn: undefined; Product: { id: string; ref?: string }; Cart: undefined };

const SCREENS = { Home: '', SignIn: 'sign-in', Product: 'product/:id', Cart: 'cart' };

/** Params in one order: ` id=42 ref=mail`. */
const shown = (params: object = {}) =>
  Object.entries(params)
    .sort()
    .map(([name, value]) => ` ${name}=${value}`)
    .join('');

interface AppOptions {
  /** Rendered only when this says so. */
  isMounted?: () => boolean;
  isSignedIn?: () => boolean;
  /** How a signed-out person is kept out: by the `enabled` option. */
  isEnabled?: () => boolean;
  setup?: Integration.LinkingSetup<Screens>;
  initialState?: Native.InitialState;
  /** Whether the app forgets to keep the linking object between renders. */
  isLinkingRenewed?: boolean;
}

/** An app with the real React Navigation, loaded into the process that the device has started. */
function createApp({ isMounted = () => true, isSignedIn = () => true, isEnabled, ...options }: AppOptions = {}) {
  let App: (() => JSX.Element | null) | undefined;

  /** Every state that the container had, as a stack of screens: the first one is its initial state. */
  const stacks: string[] = [];
  /** How many links were opened after the initial state. */
  let opened = 0;

  function load() {
    const native = require('@react-navigation/native') as typeof Native;
    const { createNativeStackNavigator } = require('@react-navigation/native-stack') as typeof Stack;
    const { createLinking } = require('react-native-deferred-link/react-navigation') as typeof Integration;
    const { Navigator, Screen } = createNativeStackNavigator<Screens>();
    const ref = native.createNavigationContainerRef<Screens>();
    const show = (name: string) =>
      function Show({ route }: { route: { params?: object | undefined } }) {
        return <Text>{`${name}${shown(route.params)}`}</Text>;
      };
    const components = { Home: show('Home'), SignIn: show('SignIn'), Product: show('Product'), Cart: show('Cart') };
    const setup = (): Integration.LinkingSetup<Screens> => ({
      prefixes: ['https://app.test'],
      config: { initialRouteName: 'Home', screens: SCREENS },
      getActionFromState(...args) {
        opened++;
        return native.getActionFromState(...args);
      },
      ...options.setup,
    });
    const linking = createLinking(setup());
    const record = () => {
      const stack = (ref.getRootState()?.routes ?? []).map(({ name, params }) => `${name}${shown(params)}`);
      if (stack.join(' > ') !== stacks[stacks.length - 1]) stacks.push(stack.join(' > '));
    };

    function App() {
      if (!isMounted()) return null;
      const current = options.isLinkingRenewed ? createLinking(setup()) : linking;
      return (
        <native.NavigationContainer<Screens>
          ref={ref}
          linking={isEnabled ? { ...current, enabled: isEnabled() } : current}
          fallback={<Text>fallback</Text>}
          {...(options.initialState && { initialState: options.initialState })}
          onReady={record}
          onStateChange={record}
        >
          <Navigator>
            {isSignedIn() ? (
              <>
                <Screen name="Home" component={components.Home} />
                <Screen name="Product" component={components.Product} />
                <Screen name="Cart" component={components.Cart} />
              </>
            ) : (
              <Screen name="SignIn" component={components.SignIn} />
            )}
          </Navigator>
        </native.NavigationContainer>
      );
    }
    return App;
  }

  return {
    stacks,
    opened: () => opened,
    children() {
      App ??= load();
      return <App />;
    },
  };
}

const DEFERRED = { os: 'android', referrer: 'clickId=abc' } as const;

// Transforming all of it takes its time when nothing is cached.
beforeAll(() => {
  createNativeModules({}).install();
  require('@react-navigation/native-stack');
}, 120_000);

beforeEach(() => {
  linkServer({ 'match-link': ({ body }) => (body.clickId ? { link: 'https://other.test/product/42?ref=mail' } : 404) });
});

test('a deferred link is the first screen, whatever its host, and nothing else is shown before it', async () => {
  const app = createApp();
  const device = createDevice(DEFERRED);
  await device.launch({ children: app.children });
  await device.wait(500);
  expect(app.stacks).toEqual(['Home > Product id=42 ref=mail']);
  screen.getByText('Product id=42 ref=mail');
  expect(app.opened()).toBe(0);
});

test('the fallback is shown while the session looks for a link', async () => {
  linkServer({ 'match-link': () => new Promise(() => {}) });
  const app = createApp();
  const device = createDevice(DEFERRED);
  await device.launch({ children: app.children });
  await device.wait(4000);
  screen.getByText('fallback');
  await device.wait(1100);
  expect(app.stacks).toEqual(['Home']);
  expect(consoleLines()).toEqual([expect.stringContaining('no answer within')]);
});

test('a verified link on a cold start is the first screen', async () => {
  const app = createApp();
  const device = createDevice({ initialUrl: 'https://app.test/product/7' });
  await device.launch({ children: app.children });
  await device.wait(3000);
  expect(app.stacks).toEqual(['Home > Product id=7']);
  expect(app.opened()).toBe(0);
});

test('links that arrive while the app runs are opened once each and are gone from the context', async () => {
  const app = createApp();
  const device = createDevice();
  const run = await device.launch({
    children: (_, Probe) => (
      <>
        <Probe />
        {app.children()}
      </>
    ),
  });
  await device.wait(500);
  await device.tap('https://elsewhere.test/product/1?a=b?c');
  await device.tap('shop://product/2');
  await device.wait(5000);
  expect(app.stacks).toEqual(['Home', 'Home > Product a=b?c id=1', 'Home > Product id=2']);
  expect(app.opened()).toBe(2);
  expect(run.context()).toMatchObject({ isLinkProcessed: true, linkUrl: null });
});

test('StrictMode and a link that is there before the container: one navigation', async () => {
  let isMounted = false;
  const app = createApp({ isMounted: () => isMounted });
  const device = createDevice(DEFERRED);
  const run = await device.launch({ strict: true, children: app.children });
  await device.wait(500);
  isMounted = true;
  await run.rerender();
  await device.wait(5000);
  expect(app.stacks).toEqual(['Home > Product id=42 ref=mail']);
  expect(app.opened()).toBe(0);
});

test('StrictMode and a link that comes after the container: one navigation', async () => {
  const app = createApp();
  const device = createDevice(DEFERRED);
  await device.launch({ strict: true, children: app.children });
  await device.wait(5000);
  await device.tap('shop://cart');
  await device.wait(5000);
  expect(app.stacks).toEqual(['Home > Product id=42 ref=mail', 'Home > Product id=42 ref=mail > Cart']);
  expect(app.opened()).toBe(1);
});

test('a container that mounts only after the login opens the link at once, without a fallback', async () => {
  let isMounted = false;
  const app = createApp({ isMounted: () => isMounted });
  const device = createDevice(DEFERRED);
  const run = await device.launch({ children: app.children });
  await device.wait(60_000);
  isMounted = true;
  await run.rerender();
  expect(app.stacks).toEqual(['Home > Product id=42 ref=mail']);
  expect(app.opened()).toBe(0);
});

test('behind a login that changes the screens, the link waits until linking is enabled', async () => {
  let isSignedIn = false;
  const app = createApp({ isSignedIn: () => isSignedIn, isEnabled: () => isSignedIn });
  const device = createDevice(DEFERRED);
  const run = await device.launch({ children: app.children });
  await device.wait(60_000);
  expect(app.stacks).toEqual(['SignIn']);
  isSignedIn = true;
  await run.rerender();
  await device.wait(1000);
  expect(app.stacks[app.stacks.length - 1]).toBe('Home > Product id=42 ref=mail');
  screen.getByText('Product id=42 ref=mail');
  expect(app.opened()).toBe(1);
});

test('after a logout and a login a link is not opened again', async () => {
  let isSignedIn = true;
  const app = createApp({ isMounted: () => isSignedIn });
  const device = createDevice({ initialUrl: 'https://app.test/product/7' });
  const run = await device.launch({ children: app.children });
  await device.wait(500);
  isSignedIn = false;
  await run.rerender();
  await device.wait(500);
  isSignedIn = true;
  await run.rerender();
  await device.wait(5000);
  expect(app.stacks).toEqual(['Home > Product id=7', 'Home']);
  expect(app.opened()).toBe(0);
});

test('a link that arrives while the container is away is opened by the next one', async () => {
  let isMounted = true;
  const app = createApp({ isMounted: () => isMounted });
  const device = createDevice();
  const run = await device.launch({ children: app.children });
  await device.wait(500);
  isMounted = false;
  await run.rerender();
  await device.tap('shop://cart');
  isMounted = true;
  await run.rerender();
  await device.wait(5000);
  expect(app.stacks).toEqual(['Home', 'Home > Cart']);
  expect(app.opened()).toBe(0);
});

test('a container that goes before the session is done leaves the link to the next one', async () => {
  let isMounted = true;
  const app = createApp({ isMounted: () => isMounted });
  let answer = (_: object) => {};
  linkServer({ 'match-link': () => new Promise<object>((resolve) => (answer = resolve)) });
  const device = createDevice(DEFERRED);
  const run = await device.launch({ children: app.children });
  await device.wait(500);
  isMounted = false;
  await run.rerender();
  answer({ link: '/cart' });
  await device.wait(500);
  isMounted = true;
  await run.rerender();
  await device.wait(5000);
  expect(app.stacks).toEqual(['Home > Cart']);
  expect(app.opened()).toBe(0);
});

test('a container that is replaced while the match is under way leaves the link to its successor', async () => {
  let key = 'first';
  const app = createApp();
  let answer = (_: object) => {};
  linkServer({ 'match-link': () => new Promise<object>((resolve) => (answer = resolve)) });
  const device = createDevice(DEFERRED);
  const run = await device.launch({ children: () => <Fragment key={key}>{app.children()}</Fragment> });
  await device.wait(500);
  key = 'second';
  await run.rerender();
  answer({ link: '/cart' });
  await device.wait(500);
  screen.getByText('Cart');
  expect(app.stacks).toEqual(['Home > Cart']);
});

test('a link that arrives while a Suspense fallback hides the container is opened when it is back', async () => {
  let loading: Promise<void> | undefined;
  let load = () => {};
  function Slow() {
    if (loading) throw loading;
    return null;
  }
  const app = createApp();
  const device = createDevice();
  const run = await device.launch({
    children: () => (
      <Suspense fallback={null}>
        {app.children()}
        <Slow />
      </Suspense>
    ),
  });
  await device.wait(500);
  loading = new Promise((resolve) => {
    load = () => {
      loading = undefined;
      resolve();
    };
  });
  await run.rerender();
  await device.tap('shop://cart');
  await device.wait(20_000);
  expect(app.stacks).toEqual(['Home']);
  load();
  await device.wait(50);
  await device.wait(1000);
  expect(app.stacks).toEqual(['Home', 'Home > Cart']);
  expect(app.opened()).toBe(1);
});

const NO_SCREEN =
  'warn: [Link] No screen matches /stores/7?…: add its path to config.screens in createLinking, or refuse the link ' +
  'with filter. It stays in useLinkContext().';

test.each(['as the first link', 'while the app runs'])(
  'a link that no screen is for, %s: told once, without its query, and left in the context',
  async (when) => {
    const url = 'https://app.test/stores/7?token=S3CRET&code';
    const app = createApp();
    const isFirst = when === 'as the first link';
    const device = createDevice({ initialUrl: isFirst ? url : null });
    const run = await device.launch({
      children: (_, Probe) => (
        <>
          <Probe />
          {app.children()}
        </>
      ),
    });
    await device.wait(3000);
    if (!isFirst) await device.tap(url);
    await device.wait(30_000);
    expect(consoleLines()).toEqual([NO_SCREEN]);
    expect(run.context().linkUrl).toBe(url);
    expect(app.stacks).toEqual(['Home']);

    await device.tap('shop://cart');
    await device.wait(500);
    expect(app.stacks).toEqual(['Home', 'Home > Cart']);
    expect(run.context().linkUrl).toBe(null);
  }
);

test('a path that the app itself asks the linking object for is none of our business', () => {
  createNativeModules({}).install();
  const { createLinking } = require('react-native-deferred-link/react-navigation') as typeof Integration;
  const { getStateFromPath } = createLinking({ config: { screens: SCREENS } });
  expect(getStateFromPath?.('/product/1', { screens: SCREENS })).toMatchObject({ routes: [{ name: 'Product' }] });
  expect(getStateFromPath?.('/nowhere', { screens: SCREENS })).toBe(undefined);
});

test('a link that arrives between the initial state and the first screen is not lost', async () => {
  const app = createApp();
  const device = createDevice(DEFERRED);
  let isTapped = false;
  /** Taps when the deferred link is on its way to the container, which has no screen yet. */
  async function tapAtPublish({ step }: Diagnostic) {
    if (step !== 'publish' || isTapped) return;
    isTapped = true;
    const { DeviceEventEmitter } = require('react-native') as typeof import('react-native');
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    DeviceEventEmitter.emit('url', { url: 'shop://cart' });
  }
  await device.launch({ children: app.children, config: { onDiagnostic: (entry) => void tapAtPublish(entry) } });
  await device.wait(1000);
  expect(app.stacks).toEqual(['Home > Product id=42 ref=mail', 'Home > Product id=42 ref=mail > Cart']);
  expect(app.opened()).toBe(1);
});

test('a render that React throws away does not lose the link', async () => {
  let isLoaded = false;
  let load = () => {};
  const loading = new Promise<void>((resolve) => {
    load = () => {
      isLoaded = true;
      resolve();
    };
  });
  function Slow() {
    if (!isLoaded) throw loading;
    return null;
  }
  let isMounted = false;
  const app = createApp({ isMounted: () => isMounted });
  const device = createDevice(DEFERRED);
  const run = await device.launch({
    children: () => (
      <Suspense fallback={null}>
        {app.children()}
        {isMounted && <Slow />}
      </Suspense>
    ),
  });
  await device.wait(500);
  isMounted = true;
  await run.rerender();
  expect(app.stacks).toEqual([]);
  load();
  await device.wait(500);
  expect(app.stacks).toEqual(['Home > Product id=42 ref=mail']);
  expect(app.opened()).toBe(0);
});

test('an app that restores its own state gets the link on top of it', async () => {
  const app = createApp({ initialState: { routes: [{ name: 'Home' }, { name: 'Cart' }] } });
  const device = createDevice(DEFERRED);
  await device.launch({ children: app.children });
  await device.wait(1000);
  expect(app.stacks).toEqual(['Home > Cart', 'Home > Cart > Product id=42 ref=mail']);
  expect(app.opened()).toBe(1);
});

test('a linking object that is made anew at every render loses nothing and repeats nothing', async () => {
  const app = createApp({ isLinkingRenewed: true });
  const device = createDevice(DEFERRED);
  const run = await device.launch({ children: app.children });
  await device.wait(20);
  await run.rerender();
  await device.wait(500);
  await device.tap('shop://cart');
  await run.rerender();
  await device.wait(5000);
  expect(app.stacks).toEqual(['Home > Product id=42 ref=mail', 'Home > Product id=42 ref=mail > Cart']);
  expect(app.opened()).toBe(1);
});

test('the filter sees the link itself, and what it refuses stays in the context', async () => {
  const asked: string[] = [];
  const app = createApp({
    setup: {
      filter(url) {
        asked.push(url);
        return !url.includes('callback');
      },
    },
  });
  const device = createDevice({ initialUrl: 'https://app.test/login/callback?code=1' });
  const run = await device.launch({
    children: (_, Probe) => (
      <>
        <Probe />
        {app.children()}
      </>
    ),
  });
  await device.wait(5000);
  expect(app.stacks).toEqual(['Home']);
  expect(run.context().linkUrl).toBe('https://app.test/login/callback?code=1');
  await device.tap('shop://cart');
  expect(app.stacks).toEqual(['Home', 'Home > Cart']);
  expect(new Set(asked)).toEqual(new Set(['https://app.test/login/callback?code=1', 'shop://cart']));
});

test('a filter that throws is reported and does no harm', async () => {
  const app = createApp({
    setup: {
      filter() {
        throw new Error('oops');
      },
    },
  });
  const device = createDevice({ initialUrl: 'https://app.test/cart' });
  await device.launch({ children: app.children });
  await device.wait(500);
  expect(app.stacks).toEqual(['Home']);
  expect(new Set(consoleLines())).toEqual(
    new Set(['error: [Link] The filter given to createLinking failed: Error: oops.'])
  );
});

test('a container without a provider around it says so and does not wait for ever', async () => {
  const app = createApp();
  createNativeModules({}).install();
  render(app.children());
  await act(async () => {
    jest.advanceTimersByTime(1000);
    await settle();
  });
  expect(app.stacks).toEqual(['Home']);
  expect(consoleLines()).toEqual([expect.stringContaining('no LinkProvider is around it')]);
});

// Version 6 has none.
if ('createStaticNavigation' in jest.requireActual<object>('@react-navigation/native')) {
  test('a static navigation with generated paths opens links too', async () => {
    const device = createDevice(DEFERRED);
    let Navigation: ReturnType<typeof Native.createStaticNavigation> | undefined;
    function load() {
      const { createStaticNavigation } = require('@react-navigation/native') as typeof Native;
      const { createNativeStackNavigator } = require('@react-navigation/native-stack') as typeof Stack;
      const Product = () => <Text>a product</Text>;
      return createStaticNavigation(
        createNativeStackNavigator({
          screens: { Home: () => null, Product: { screen: Product, linking: 'product/:id' } },
        })
      );
    }
    await device.launch({
      children() {
        const { createLinking } = require('react-native-deferred-link/react-navigation') as typeof Integration;
        const linking = createLinking();
        Navigation ??= load();
        return <Navigation linking={{ ...linking, enabled: 'auto' }} />;
      },
    });
    await device.wait(500);
    screen.getByText('a product');
  });
}

test('an option of the app that throws is told, and later links are opened', async () => {
  let isBroken = true;
  const app = createApp({
    setup: {
      getActionFromState(...args) {
        if (isBroken) throw new Error('mine');
        return (require('@react-navigation/native') as typeof Native).getActionFromState(...args);
      },
    },
  });
  const device = createDevice();
  await device.launch({ children: app.children });
  await device.wait(500);
  await device.tap('https://app.test/cart');
  await device.wait(500);
  expect(consoleLines()).toEqual(['error: [Link] A link could not be opened: Error: mine.']);
  isBroken = false;
  await device.tap('https://app.test/product/1');
  await device.wait(500);
  expect(app.stacks).toEqual(['Home', 'Home > Product id=1']);
});

test('a container under a TestLinkProvider waits as long as the test says', async () => {
  createNativeModules({}).install();
  const { TestLinkProvider } = require('react-native-deferred-link/testing') as typeof Kit;
  const app = createApp();
  const show = (isLinkProcessed: boolean) => (
    <TestLinkProvider isLinkProcessed={isLinkProcessed}>{app.children()}</TestLinkProvider>
  );
  const { rerender } = render(show(false));
  await act(async () => {
    await settle();
    jest.advanceTimersByTime(2000);
    await settle();
  });
  screen.getByText('fallback');
  rerender(show(true));
  await act(settle);
  screen.getByText('Home');
});

describe('the linking object by itself', () => {
  function load() {
    createNativeModules({}).install();
    const { openLink } = require('react-native-deferred-link/testing') as typeof Kit;
    const { createLinking } = require('react-native-deferred-link/react-navigation') as typeof Integration;
    return { openLink, linking: createLinking() };
  }

  test('a container that is not ready is tried again, ever more rarely, until it is gone', () => {
    const { openLink, linking } = load();
    const asked: string[] = [];
    const stop = linking.subscribe?.((url) => asked.push(url));
    openLink('https://shop.test/product/42?a=b');
    jest.advanceTimersByTime(1000);
    expect(asked).toHaveLength(4);
    jest.advanceTimersByTime(60_000);
    expect(asked).toHaveLength(4 + 60);
    expect(new Set(asked)).toEqual(new Set(['deferred-link://product/42?a=b']));
    stop?.();
    expect(jest.getTimerCount()).toBe(0);
  });

  test('a newer link than the one that was offered is not lost', () => {
    const { openLink, linking } = load();
    openLink('https://shop.test/product/1');
    expect(linking.getInitialURL?.()).toBe('deferred-link://product/1');
    openLink('https://shop.test/product/2');
    const asked: string[] = [];
    const stop = linking.subscribe?.((url) => asked.push(url));
    expect(asked).toEqual(['deferred-link://product/2']);
    stop?.();
  });
});
