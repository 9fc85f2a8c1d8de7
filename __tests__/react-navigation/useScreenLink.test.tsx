import { act, render, screen } from '@testing-library/react-native';
import type * as Native from '@react-navigation/native';
import type * as Stack from '@react-navigation/native-stack';
import { Text } from 'react-native';
import type * as Integration from 'react-native-deferred-link/react-navigation';
import type * as Kit from 'react-native-deferred-link/testing';
import { linkFromTarget } from '../../src/core/linkFromTarget';
import type * as Opened from '../../src/react-navigation/openedLinks';
import { settle } from '../support/createDevice';
import { createNativeModules } from '../support/nativeModules';

// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- React Navigation wants an index signature
type Screens = { Home: undefined; Product: { id: string }; Shop: undefined; Offer: undefined };

/** An app with the real React Navigation, each of whose screens shows who has sent it. */
function load(setup: Integration.LinkingSetup<Screens> = {}) {
  createNativeModules({}).install();
  const native = require('@react-navigation/native') as typeof Native;
  const { createNativeStackNavigator } = require('@react-navigation/native-stack') as typeof Stack;
  const { createLinking, useScreenLink } = require('react-native-deferred-link/react-navigation') as typeof Integration;
  const kit = require('react-native-deferred-link/testing') as typeof Kit;
  const { Navigator, Screen } = createNativeStackNavigator<Screens>();
  const Inner = createNativeStackNavigator<Screens>();
  const ref = native.createNavigationContainerRef<Screens>();
  function Show() {
    const { name, params } = native.useRoute();
    const link = useScreenLink();
    return <Text>{`${name}${params ? ` ${JSON.stringify(params)}` : ''}: ${String(link?.data?.invitedBy)}`}</Text>;
  }
  function Shop() {
    return (
      <>
        <Text>{`Shop itself: ${String(useScreenLink())}`}</Text>
        <Inner.Navigator>
          <Inner.Screen name="Offer" component={Show} />
        </Inner.Navigator>
      </>
    );
  }
  const linking = createLinking<Screens>({
    config: {
      initialRouteName: 'Home',
      screens: { Home: '', Product: 'product/:id', Shop: { screens: { Offer: 'offer' } } },
    },
    ...setup,
  });
  const app = (props: Omit<Kit.TestLinkProviderProps, 'children'>, initialState?: Native.InitialState) => (
    <kit.TestLinkProvider {...props}>
      <native.NavigationContainer<Screens> ref={ref} linking={linking} {...(initialState && { initialState })}>
        <Navigator screenOptions={{ headerShown: false }}>
          <Screen name="Home" component={Show} />
          <Screen name="Product" component={Show} />
          <Screen name="Shop" component={Shop} />
        </Navigator>
      </native.NavigationContainer>
    </kit.TestLinkProvider>
  );
  return { ...kit, ref, app };
}

const from = (invitedBy: string) => ({ data: { invitedBy } });

test('the screen that a link opens finds its data, as the first screen and later', async () => {
  const { app, openLink } = load();
  render(app({ link: '/product/1?a=b', linkData: { invitedBy: 'Ada' } }));
  await act(settle);
  screen.getByText('Product {"id":"1","a":"b"}: Ada');
  act(() => void openLink('https://shop.test/product/2/', from('Bob')));
  screen.getByText('Product {"id":"2"}: Bob');
});

test('a screen that the app itself opens has no link, also where a link has led to the same path before', async () => {
  const { app, ref, openLink } = load();
  render(app({}));
  await act(settle);
  screen.getByText('Home: undefined');
  act(() => void openLink('/product/1', from('Ada')));
  screen.getByText('Product {"id":"1"}: Ada');
  act(() => ref.dispatch({ type: 'PUSH', payload: { name: 'Product', params: { id: '1' } } }));
  screen.getByText('Product {"id":"1"}: undefined');
});

test('a screen that the app gives other parameters is no longer the link’s; one that it gives more of them is', async () => {
  const { app, ref, openLink } = load();
  render(app({}));
  await act(settle);
  act(() => void openLink('/product/1', from('Ada')));
  act(() => ref.setParams({ size: 'L' } as never));
  screen.getByText('Product {"id":"1","size":"L"}: Ada');
  act(() => ref.navigate('Product', { id: '2' }));
  screen.getByText('Product {"id":"2"}: undefined');
});

test('a parameter that the app’s own parse makes NaN counts as the same', async () => {
  const { app } = load({ config: { screens: { Product: { path: 'product/:id', parse: { id: Number } } } } });
  render(app({ link: '/product/lamp', linkData: { invitedBy: 'Ada' } }));
  await act(settle);
  screen.getByText('Product {"id":null}: Ada');
});

test('in nested navigators it is the innermost screen', async () => {
  const { app } = load();
  render(app({ link: '/offer', linkData: { invitedBy: 'Ada' } }));
  await act(settle);
  screen.getByText('Offer: Ada');
  screen.getByText('Shop itself: null');
});

test('links that led to the same path each stay with their own screen', async () => {
  const { app, ref, openLink } = load();
  render(app({}));
  await act(settle);
  act(() => void openLink('/product/1', from('Ada')));
  act(() => ref.navigate('Shop'));
  act(() => void openLink('/product/1', from('Bob')));
  screen.getByText('Product {"id":"1"}: Bob');
  act(() => void openLink('/product/1', from('Cleo')));
  screen.getByText('Product {"id":"1"}: Cleo');
  act(() => ref.goBack());
  act(() => ref.goBack());
  act(() => ref.setParams({ size: 'L' } as never));
  screen.getByText('Product {"id":"1","size":"L"}: Ada');
});

test('a screen that a second link opens again shows that link', async () => {
  const { app, openLink } = load();
  render(app({}));
  await act(settle);
  act(() => void openLink('/product/1', from('Ada')));
  act(() => void openLink('/product/1', from('Bob')));
  screen.getByText('Product {"id":"1"}: Bob');
});

test('the last twenty links are remembered', () => {
  createNativeModules({}).install();
  const { noteOpened, openedBy } = require('../../src/react-navigation/openedLinks') as typeof Opened;
  function open(path: string) {
    const link = linkFromTarget({ url: path, route: path }, 'deferred');
    // React may throw the first render away.
    for (let render = 0; render < 2; render++) noteOpened({ routes: [{ name: 'Home', path }] }, link);
  }
  for (let id = 0; id <= 20; id++) open(`/${id}`);
  expect(openedBy({ key: 'a', path: '/0' })).toBeNull();
  expect(openedBy({ key: 'a', path: '/1' })?.url).toBe('/1');
  expect(openedBy({ key: 'a', path: '/20' })?.url).toBe('/20');
});

test.each([
  ['keeps no path', [{ name: 'Home' }]],
  ['names no screen', []],
])('a getStateFromPath of the app’s own that %s opens the first screen, without a link', async (_, routes) => {
  const { app } = load({ getStateFromPath: () => ({ routes }) });
  render(app({ link: '/product/1', linkData: { invitedBy: 'Ada' } }));
  await act(settle);
  screen.getByText('Home: undefined');
});

test('a reset forgets what has opened which screen', async () => {
  const { app, ref, resetLinkSession } = load();
  const view = render(app({ link: '/product/1', linkData: { invitedBy: 'Ada' } }));
  await act(settle);
  screen.getByText('Product {"id":"1"}: Ada');
  const state = ref.getRootState();
  view.unmount();
  resetLinkSession();
  // An app that restores its screens: the path is with them, and no link has opened them in this launch.
  render(app({}, state));
  await act(settle);
  screen.getByText('Product {"id":"1"}: undefined');
});
