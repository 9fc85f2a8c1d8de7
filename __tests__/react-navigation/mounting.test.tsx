import { act, render, screen } from '@testing-library/react-native';
import { Fragment, Suspense } from 'react';
import type * as Kit from 'react-native-deferred-link/testing';
import { consoleLines } from '../support/consoleLines';
import { createDevice, settle } from '../support/createDevice';
import { createNavigationApp, DEFERRED, setUpNavigation } from '../support/createNavigationApp';
import { linkServer } from '../support/linkServer';
import { createNativeModules } from '../support/nativeModules';

setUpNavigation();

/** Since React 19.3, React says this of something in React Navigation's own screens. */
const DEPRECATED = /^error: .* is deprecated in StrictMode\./;

const unexpectedLines = () => consoleLines().filter((line) => !DEPRECATED.test(line));

test('StrictMode and a link that is there before the container: one navigation', async () => {
  let isMounted = false;
  const app = createNavigationApp({ isMounted: () => isMounted });
  const device = createDevice(DEFERRED);
  const run = await device.launch({ strict: true, children: app.children });
  await device.wait(500);
  isMounted = true;
  await run.rerender();
  await device.wait(5000);
  expect(app.stacks).toEqual(['Home > Product id=42 ref=mail']);
  expect(app.opened()).toBe(0);
  expect(unexpectedLines()).toEqual([]);
});

test('StrictMode and a link that comes after the container: one navigation', async () => {
  const app = createNavigationApp();
  const device = createDevice(DEFERRED);
  await device.launch({ strict: true, children: app.children });
  await device.wait(5000);
  await device.tap('shop://cart');
  await device.wait(5000);
  expect(app.stacks).toEqual(['Home > Product id=42 ref=mail', 'Home > Product id=42 ref=mail > Cart']);
  expect(app.opened()).toBe(1);
  expect(unexpectedLines()).toEqual([]);
});

test('a container that mounts only after the login opens the link at once, without a fallback', async () => {
  let isMounted = false;
  const app = createNavigationApp({ isMounted: () => isMounted });
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
  const app = createNavigationApp({ isSignedIn: () => isSignedIn, isEnabled: () => isSignedIn });
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

// Version 6 can't keep it.
if ('createStaticNavigation' in jest.requireActual<object>('@react-navigation/native')) {
  test.each([
    ['before the login is shown', 'Home > Product id=42 ref=mail'],
    ['while the login is shown', 'Product id=42 ref=mail'],
  ])(
    'a navigator that restores what it could not show opens a link that came %s, after the login, once',
    async (when, stack) => {
      let isSignedIn = false;
      const app = createNavigationApp({ isSignedIn: () => isSignedIn, keepsUnhandled: true });
      const isFirst = when.startsWith('before');
      const device = createDevice(isFirst ? DEFERRED : {});
      const run = await device.launch({ children: app.children });
      await device.wait(1000);
      if (!isFirst) await device.tap('https://app.test/product/42?ref=mail');
      await device.wait(60_000);
      expect(app.stacks).toEqual(['SignIn']);
      // React Navigation says so in development, although it keeps the link.
      expect(consoleLines()).toEqual(isFirst ? [] : [expect.stringContaining('was not handled by any navigator')]);
      isSignedIn = true;
      await run.rerender();
      await device.wait(1000);
      expect(app.stacks).toEqual(['SignIn', stack]);
      screen.getByText('Product id=42 ref=mail');
      isSignedIn = false;
      await run.rerender();
      isSignedIn = true;
      await run.rerender();
      await device.wait(1000);
      expect(app.stacks[app.stacks.length - 1]).toBe('Home');
    }
  );
}

test('after a logout and a login a link is not opened again', async () => {
  let isSignedIn = true;
  const app = createNavigationApp({ isMounted: () => isSignedIn });
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
  const app = createNavigationApp({ isMounted: () => isMounted });
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
  const app = createNavigationApp({ isMounted: () => isMounted });
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
  const app = createNavigationApp();
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
  const app = createNavigationApp();
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
  const app = createNavigationApp({ isMounted: () => isMounted });
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

test('a container without a provider around it says so and does not wait for ever', async () => {
  const app = createNavigationApp();
  createNativeModules({}).install();
  render(app.children());
  await act(async () => {
    jest.advanceTimersByTime(1000);
    await settle();
  });
  expect(app.stacks).toEqual(['Home']);
  expect(consoleLines()).toEqual([expect.stringContaining('there is no LinkProvider around it')]);
});

test('a container under a TestLinkProvider waits as long as the test says', async () => {
  createNativeModules({}).install();
  const { TestLinkProvider } = require('react-native-deferred-link/testing') as typeof Kit;
  const app = createNavigationApp();
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
