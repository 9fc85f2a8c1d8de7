import type * as Native from '@react-navigation/native';
import type * as Integration from 'react-native-deferred-link/react-navigation';
import { consoleLines } from '../support/consoleLines';
import { createDevice } from '../support/createDevice';
import { createNavigationApp, DEFERRED, SCREENS, setUpNavigation } from '../support/createNavigationApp';
import { createNativeModules } from '../support/nativeModules';

setUpNavigation();

const NO_SCREEN =
  'warn: [Link] No screen matches /stores/7?…: add its path to config.screens in createLinking, or refuse the link ' +
  'with filter. It stays in useLinkContext().';

test.each(['as the first link', 'while the app runs'])(
  'a link that no screen is for, %s: told once, without its query, and left in the context',
  async (when) => {
    const url = 'https://app.test/stores/7?token=S3CRET&code';
    const app = createNavigationApp();
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

test('an app that restores its own state gets the link on top of it', async () => {
  const app = createNavigationApp({ initialState: { routes: [{ name: 'Home' }, { name: 'Cart' }] } });
  const device = createDevice(DEFERRED);
  await device.launch({ children: app.children });
  await device.wait(1000);
  expect(app.stacks).toEqual(['Home > Cart', 'Home > Cart > Product id=42 ref=mail']);
  expect(app.opened()).toBe(1);
});

test('a linking object that is made anew at every render loses nothing and repeats nothing', async () => {
  const app = createNavigationApp({ isLinkingRenewed: true });
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
  const app = createNavigationApp({
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
  const app = createNavigationApp({
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

test('an option of the app that throws is told, and later links are opened', async () => {
  let isBroken = true;
  const app = createNavigationApp({
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

describe('an app that replaces an option in the linking object', () => {
  const NOT_OPENED =
    'warn: [Link] React Navigation did not open deferred-link://product/42?…: pass prefixes, filter and ' +
    'getStateFromPath to createLinking, instead of replacing them in the object that it returns.';

  async function launch(replaced: object) {
    const app = createNavigationApp({ replaced });
    const device = createDevice(DEFERRED);
    await device.launch({ children: app.children });
    await device.wait(1000);
    return { app, device };
  }

  test('prefixes: the link can’t be opened, which is said once', async () => {
    const { app, device } = await launch({ prefixes: ['https://app.test'] });
    await device.tap('shop://product/42?from=mail');
    await device.wait(1000);
    expect(app.stacks).toEqual(['Home']);
    expect(consoleLines()).toEqual([NOT_OPENED]);
  });

  test('prefixes that begin with those of the object work, and nothing is said', async () => {
    const { app, device } = await launch({ prefixes: ['deferred-link://', 'https://app.test'] });
    expect(app.stacks).toEqual(['Home > Product id=42 ref=mail']);
    await device.tap('shop://cart');
    expect(app.stacks).toHaveLength(2);
    expect(consoleLines()).toEqual([]);
  });

  test('enabled: nothing is said while no link is opened', async () => {
    const { app } = await launch({ enabled: false });
    expect(app.stacks).toEqual(['Home']);
    expect(consoleLines()).toEqual([]);
  });
});
