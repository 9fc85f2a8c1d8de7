import { screen } from '@testing-library/react-native';
import type * as Native from '@react-navigation/native';
import type * as Stack from '@react-navigation/native-stack';
import { Text } from 'react-native';
import type { Diagnostic } from 'react-native-deferred-link';
import type * as Integration from 'react-native-deferred-link/react-navigation';
import { consoleLines } from '../support/consoleLines';
import { createDevice } from '../support/createDevice';
import { createNavigationApp, DEFERRED, setUpNavigation } from '../support/createNavigationApp';
import { linkServer } from '../support/linkServer';

setUpNavigation();

test('a deferred link is the first screen, whatever its host, and nothing else is shown before it', async () => {
  const app = createNavigationApp();
  const device = createDevice(DEFERRED);
  await device.launch({ children: app.children });
  await device.wait(500);
  expect(app.stacks).toEqual(['Home > Product id=42 ref=mail']);
  screen.getByText('Product id=42 ref=mail');
  expect(app.opened()).toBe(0);
});

test('the fallback is shown while the session looks for a link', async () => {
  linkServer({ 'match-link': () => new Promise(() => {}) });
  const app = createNavigationApp();
  const device = createDevice(DEFERRED);
  await device.launch({ children: app.children });
  await device.wait(4000);
  screen.getByText('fallback');
  await device.wait(1100);
  expect(app.stacks).toEqual(['Home']);
  expect(consoleLines()).toEqual([expect.stringContaining('no answer within')]);
});

test('a verified link on a cold start is the first screen', async () => {
  const app = createNavigationApp();
  const device = createDevice({ initialUrl: 'https://app.test/product/7' });
  await device.launch({ children: app.children });
  await device.wait(3000);
  expect(app.stacks).toEqual(['Home > Product id=7']);
  expect(app.opened()).toBe(0);
});

test('links that arrive while the app runs are opened once each and are gone from the context', async () => {
  const app = createNavigationApp();
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

test('a link that arrives between the initial state and the first screen is not lost', async () => {
  const app = createNavigationApp();
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
