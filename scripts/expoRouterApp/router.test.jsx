import * as ExpoLinking from 'expo-linking';
import { Slot, Stack, useLocalSearchParams, useRouter } from 'expo-router';
import { act, renderRouter, screen } from 'expo-router/testing-library';
import { NativeTabs } from 'expo-router/unstable-native-tabs';
import { useState } from 'react';
import { Linking, Text } from 'react-native';
import { LinkProvider } from 'react-native-deferred-link';
import { createNativeIntent, useLinkRoute } from 'react-native-deferred-link/expo-router';
import { createFakeService, createMemoryStorage, resetLinkSession } from 'react-native-deferred-link/testing';

// The recipe of docs/expo-router.md, on the real Expo Router. Both Expo Router and the session listen for links.

const SHORT = 'https://go.example.com/x7Q';
const linkDomains = ['go.example.com'];
const service = createFakeService({
  match: 'https://go.example.com/a1',
  resolve: {
    'https://go.example.com/a1': 'https://shop.example/product/1',
    [SHORT]: 'https://shop.example/product/42',
  },
});

function Links() {
  const router = useRouter();
  useLinkRoute((route) => router.push(route));
  return null;
}

const config = {
  API_KEY: 'pk',
  appID: 'shop',
  baseUrl: 'https://links.test',
  linkDomains,
  shouldUseClipboard: false,
};

const layoutOf = (Navigator) =>
  function RootLayout() {
    const [storage] = useState(createMemoryStorage);
    return (
      <LinkProvider config={{ ...config, storage }}>
        <Navigator />
        <Links />
      </LinkProvider>
    );
  };

let signIn;

function LayoutWithLogin() {
  const [isSignedIn, setSignedIn] = useState(false);
  signIn = setSignedIn;
  const [storage] = useState(createMemoryStorage);
  return (
    <LinkProvider config={{ ...config, storage }}>
      <Stack>
        <Stack.Protected guard={isSignedIn}>
          <Stack.Screen name="index" />
          <Stack.Screen name="product/[id]" />
        </Stack.Protected>
        <Stack.Protected guard={!isSignedIn}>
          <Stack.Screen name="login" />
        </Stack.Protected>
      </Stack>
      {isSignedIn && <Links />}
    </LinkProvider>
  );
}

function Product() {
  return <Text>{`product ${useLocalSearchParams().id}`}</Text>;
}

const pages = {
  _layout: layoutOf(Slot),
  index: () => <Text>home</Text>,
  '+not-found': () => <Text>unmatched</Text>,
  'product/[id]': Product,
  '+native-intent': createNativeIntent({ linkDomains }),
};

/**
 * Expo Router's test kit leaves out its listener, so the test calls it as a phone would. The router of Expo 57 sees the
 * same copy of the kit's module as an import does, that of 58 the module itself.
 */
const listenToRouter = () =>
  [ExpoLinking, require('expo-linking')].map((linking) =>
    jest.spyOn(linking, 'addEventListener').mockReturnValue({ remove() {} })
  );

async function tap(url, ...listeners) {
  await act(async () => {
    for (const { mock } of listeners) {
      for (const [type, listener] of mock.calls) if (type === 'url') listener({ url });
    }
    await jest.advanceTimersByTimeAsync(500);
  });
}

afterEach(resetLinkSession);

beforeEach(() => {
  globalThis.fetch = service.fetch;
  jest
    .spyOn(console, 'warn')
    .mockReset()
    .mockImplementation(() => {});
});

test('without the handler a short link ends on an unmatched route', async () => {
  const router = listenToRouter();
  renderRouter({ index: () => <Text>home</Text>, '+not-found': () => <Text>unmatched</Text> });
  await tap(SHORT, ...router);
  screen.getByText('unmatched');
});

test('a deferred link is opened, and short links after it, each once', async () => {
  const router = listenToRouter();
  const view = renderRouter(pages);
  await act(() => jest.advanceTimersByTimeAsync(3000));
  expect(view.getPathname()).toBe('/product/1');
  screen.getByText('product 1');

  const requests = service.requests.length;
  await tap(SHORT, ...router, Linking.addEventListener);
  expect(view.getPathname()).toBe('/product/42');
  expect(service.requests.slice(requests).map(({ endpoint }) => endpoint)).toEqual(['resolve-short']);

  // A link of the app's own scheme is a route already: Expo Router opens it, and the session leaves it alone.
  await tap('yourscheme:///product/7', ...router, Linking.addEventListener);
  expect(view.getPathname()).toBe('/product/7');
  expect(service.requests).toHaveLength(requests + 1);
});

test('behind a login links wait until somebody is signed in, and the newest is opened', async () => {
  const router = listenToRouter();
  const view = renderRouter({ ...pages, _layout: LayoutWithLogin, login: () => <Text>login</Text> });
  const signInAs = (isSignedIn) =>
    act(async () => {
      signIn(isSignedIn);
      await jest.advanceTimersByTimeAsync(500);
    });
  await act(() => jest.advanceTimersByTimeAsync(3000));
  expect(view.getPathname()).toBe('/login');
  await signInAs(true);
  expect(view.getPathname()).toBe('/product/1');

  await signInAs(false);
  await tap(SHORT, ...router, Linking.addEventListener);
  expect(view.getPathname()).toBe('/login');
  await signInAs(true);
  expect(view.getPathname()).toBe('/product/42');
});

/** What the default templates of Expo 57 and 58 render at their root. */
const AppTabs = () => (
  <NativeTabs>
    <NativeTabs.Trigger name="index" />
    <NativeTabs.Trigger name="explore" />
  </NativeTabs>
);

/** The advice comes a second after the link. Expo 58 shows a route only when an `act` ends, so each step has one. */
async function waitForAdvice() {
  for (let step = 0; step < 50; step++) await act(() => jest.advanceTimersByTimeAsync(100));
}

const STILL_THERE = expect.stringContaining(
  '[Link] The app is still at /, a second after useLinkRoute handed over /product/1.'
);

test('with tabs at the root a link to a route outside them leads nowhere, and a warning says so', async () => {
  listenToRouter();
  const view = renderRouter({ ...pages, _layout: layoutOf(AppTabs), explore: () => <Text>explore</Text> });
  await waitForAdvice();
  expect(view.getPathname()).toBe('/');
  expect(console.warn.mock.calls).toContainEqual([STILL_THERE]);
});

test('with a Stack at the root and the tabs in a group the same link is opened, and nothing is said', async () => {
  listenToRouter();
  const { index, ...others } = pages;
  const view = renderRouter({
    ...others,
    _layout: layoutOf(() => <Stack screenOptions={{ headerShown: false }} />),
    '(tabs)/_layout': AppTabs,
    '(tabs)/index': index,
    '(tabs)/explore': () => <Text>explore</Text>,
  });
  await waitForAdvice();
  expect(view.getPathname()).toBe('/product/1');
  screen.getByText('product 1');
  expect(console.warn.mock.calls).not.toContainEqual([STILL_THERE]);
});
