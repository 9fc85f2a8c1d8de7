import { configure, render, screen, waitFor } from '@testing-library/react-native';
import { Platform, Text } from 'react-native';
import { LinkProvider, useLinkContext } from 'react-native-deferred-link';
import {
  createFakeService,
  createMemoryStorage,
  fakeExpoModules,
  resetLinkSession,
} from 'react-native-deferred-link/testing';

// The JavaScript of Expo's own packages and this library, over the same faked native modules: both read the same facts.

// The first test compiles what it loads, and a busy machine takes its time for that.
configure({ asyncUtilTimeout: 30_000 });
jest.setTimeout(60_000);

const LINK = 'https://go.example.com/product/42';
const FACTS = {
  installReferrer: 'clickId=abc',
  installTime: 1_700_000_000_000,
  model: 'Phone 1',
  manufacturer: 'Maker',
  systemVersion: '15',
  userAgent: 'Mozilla/5.0 (test)',
  clipboard: LINK,
};

function Landing() {
  return <Text>{useLinkContext().linkRoute ?? 'home'}</Text>;
}

/** What the first run of an app with Expo's modules alone sends. */
async function firstRun(os, facts) {
  jest.replaceProperty(Platform, 'OS', os);
  fakeExpoModules(facts);
  const service = createFakeService({ match: LINK });
  globalThis.fetch = service.fetch;
  const config = { API_KEY: 'pk', appID: 'shop', baseUrl: 'https://links.test', storage: createMemoryStorage() };
  await render(
    <LinkProvider config={config}>
      <Landing />
    </LinkProvider>
  );
  await waitFor(() => screen.getByText('/product/42'));
  return service.requests[0].body;
}

afterEach(() => {
  resetLinkSession();
  jest.restoreAllMocks();
});

test('Expo’s packages read what the library reads', async () => {
  fakeExpoModules(FACTS);
  jest.resetModules();
  const Application = require('expo-application');
  const Device = require('expo-device');
  const Constants = require('expo-constants').default;
  expect(await Application.getInstallReferrerAsync()).toBe(FACTS.installReferrer);
  expect((await Application.getInstallationTimeAsync()).getTime()).toBe(FACTS.installTime);
  expect([Device.modelName, Device.manufacturer, Device.osVersion]).toEqual([
    FACTS.model,
    FACTS.manufacturer,
    FACTS.systemVersion,
  ]);
  expect(await Constants.getWebViewUserAgentAsync()).toBe(FACTS.userAgent);
});

test('expo-clipboard asks its native side what the library asks', async () => {
  fakeExpoModules(FACTS);
  jest.resetModules();
  // jest-expo would put the package's own mock in the place of its native side.
  jest.doMock('expo-modules-core', () => ({
    ...jest.requireActual('expo-modules-core'),
    requireNativeModule: (name) => globalThis.expo.modules[name],
  }));
  const Clipboard = require('expo-clipboard');
  const getString = jest.spyOn(globalThis.expo.modules.ExpoClipboard, 'getStringAsync');
  expect(await Clipboard.hasUrlAsync()).toBe(true);
  expect(await Clipboard.getStringAsync()).toBe(LINK);
  expect(getString).toHaveBeenCalledWith({});
  jest.dontMock('expo-modules-core');
});

test('an app with Expo’s modules alone is matched by click id', async () => {
  expect(await firstRun('android', FACTS)).toEqual({ clickId: 'abc' });
});

test('an app with Expo’s modules alone is matched by the clipboard', async () => {
  expect(await firstRun('ios', FACTS)).toMatchObject({ pastedLink: LINK });
});

test('an app with Expo’s modules alone is matched by fingerprint', async () => {
  const { model, manufacturer, systemVersion, userAgent } = FACTS;
  const facts = { model, manufacturer, systemVersion, userAgent };
  expect(await firstRun('android', { ...facts, installReferrer: 'null' })).toMatchObject(facts);
});

test('with the modules that jest-expo has, nothing is said about missing packages', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  await firstRun('ios');
  expect(warn).not.toHaveBeenCalled();
});
