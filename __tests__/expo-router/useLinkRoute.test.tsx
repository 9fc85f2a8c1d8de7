import { act } from '@testing-library/react-native';
import type { ReactElement } from 'react';
import type * as Integration from 'react-native-deferred-link/expo-router';
import type * as Kit from 'react-native-deferred-link/testing';
import { consoleLines } from '../support/consoleLines';
import { createDevice } from '../support/createDevice';
import { inRelease } from '../support/inRelease';
import { linkServer } from '../support/linkServer';

const ADVICE =
  'warn: [Link] The app is still at /, a second after useLinkRoute handed over /product/42. If your callback navigates ' +
  'right away, no mounted navigator has that route: let the root layout render a Stack, and put tabs into a group ' +
  '(https://github.com/react-native-deferred-link/react-native-deferred-link/blob/main/docs/expo-router.md).';

/** An app below Expo Router's root layout, whose router answers `router.push` as told. */
function createApp(push: (route: string) => string, router: object = {}) {
  let pathname = '/';
  jest.doMock('expo-router', () => ({ usePathname: () => pathname, ...router }), { virtual: true });
  function RootLayout() {
    const { useLinkRoute } = require('react-native-deferred-link/expo-router') as typeof Integration;
    useLinkRoute((route) => void (pathname = push(route)));
    return null;
  }
  return () => <RootLayout />;
}

async function open(children: () => ReactElement, waitMs = 2000) {
  linkServer({ 'match-link': { link: '/product/42?ref=mail' } });
  const device = createDevice({ os: 'android', referrer: 'clickId=abc', installTime: Date.now() });
  const run = await device.launch({ children });
  await run.rerender();
  await device.wait(waitMs);
  return { device, run };
}

test('a route that Expo Router drops is named in development, a second after the hand-over', async () => {
  const { device } = await open(
    createApp(() => '/'),
    900
  );
  expect(consoleLines()).toEqual([]);
  await device.wait(200);
  expect(consoleLines()).toEqual([ADVICE]);
});

test('a route that opens is not named', async () => {
  await open(createApp((route) => route));
});

test('a route that is shown already is not named', async () => {
  const children = createApp(() => '/product/42', { usePathname: () => '/product/42' });
  await open(children);
});

test('an app that is gone by then is not warned', async () => {
  const { device, run } = await open(
    createApp(() => '/'),
    500
  );
  await run.unmount();
  await device.wait(2000);
});

test('a mock of Expo Router that knows no path changes nothing', async () => {
  const opened: string[] = [];
  await open(createApp((route) => `${opened.push(route)}`, { usePathname: undefined }));
  expect(opened).toEqual(['/product/42?ref=mail']);
});

test('a release build hands over the route and never asks for the path', () =>
  inRelease(async () => {
    const opened: string[] = [];
    const usePathname = jest.fn();
    await open(createApp((route) => `${opened.push(route)}`, { usePathname }));
    expect(opened).toEqual(['/product/42?ref=mail']);
    expect(usePathname).not.toHaveBeenCalled();
  }));

test('on the web, where nothing runs, a link that a test opens is handed over', async () => {
  const opened: string[] = [];
  const device = createDevice({ os: 'web' });
  await device.launch({ children: createApp((route) => `/${opened.push(route)}`) });
  const { openLink } = require('react-native-deferred-link/testing') as typeof Kit;
  act(() => void openLink('shop://cart'));
  await device.wait(100);
  expect(opened).toEqual(['/cart']);
});
