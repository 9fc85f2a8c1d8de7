import { render, screen } from '@testing-library/react-native';
import { Platform, Text } from 'react-native';
import { LinkProvider, useLinkContext } from 'react-native-deferred-link';
import {
  createFakeService,
  createMemoryStorage,
  fakeExpoModules,
  resetLinkSession,
  type FakeExpoFacts,
} from 'react-native-deferred-link/testing';
import { consoleLines } from '../support/consoleLines';

const CONFIG = { API_KEY: 'pk', appID: 'shop', baseUrl: 'https://links.test' };
const LINK = 'https://shop.test/product/42';

afterEach(() => {
  resetLinkSession();
  delete (globalThis as { expo?: unknown }).expo;
});

function Landing() {
  return <Text>{useLinkContext().linkRoute ?? 'home'}</Text>;
}

/** What a first run sends. */
async function bodyWith(os: 'ios' | 'android', facts?: FakeExpoFacts) {
  jest.useRealTimers();
  jest.replaceProperty(Platform, 'OS', os);
  const service = createFakeService({ match: LINK });
  jest.spyOn(globalThis, 'fetch').mockImplementation(service.fetch);
  fakeExpoModules(facts);
  render(
    <LinkProvider config={{ ...CONFIG, storage: createMemoryStorage() }}>
      <Landing />
    </LinkProvider>
  );
  await screen.findByText('/product/42');
  return service.requests[0]?.body;
}

test('a test says what Expo’s modules answer', async () => {
  expect(await bodyWith('android', { installReferrer: 'clickId=abc' })).toEqual({ clickId: 'abc' });
});

test('a copied link and the facts of a fingerprint are those of the test', async () => {
  const facts = { model: 'iPhone 16', systemVersion: '18.5', userAgent: 'Mozilla/5.0', clipboard: LINK };
  const { clipboard, ...sent } = facts;
  expect(await bodyWith('ios', facts)).toMatchObject({ ...sent, manufacturer: 'Apple', pastedLink: clipboard });
});

test('without facts, nothing is said about missing packages', async () => {
  expect(await bodyWith('ios')).toMatchObject({ model: null, userAgent: null });
  expect(consoleLines()).toEqual([]);
});

describe('each module', () => {
  const modules = () =>
    (globalThis as unknown as { expo: { modules: Record<string, Record<string, unknown>> } }).expo.modules;
  const ask = (module: string, method: string) =>
    (modules()[module]?.[method] as (() => Promise<unknown>) | undefined)?.();

  test('answers with what the test says', async () => {
    fakeExpoModules({
      installReferrer: 'clickId=abc',
      installTime: 7,
      model: 'Pixel 9',
      manufacturer: 'Google',
      systemVersion: '15',
      userAgent: 'Mozilla/5.0',
      clipboard: LINK,
    });
    expect(await ask('ExpoApplication', 'getInstallReferrerAsync')).toBe('clickId=abc');
    expect(await ask('ExpoApplication', 'getInstallationTimeAsync')).toBe(7);
    expect(modules().ExpoDevice).toEqual({ modelName: 'Pixel 9', manufacturer: 'Google', osVersion: '15' });
    expect(await ask('ExponentConstants', 'getWebViewUserAgentAsync')).toBe('Mozilla/5.0');
    expect(await ask('ExpoClipboard', 'getStringAsync')).toBe(LINK);
  });

  test('lacks what the test leaves out, and what the test before has said', () => {
    fakeExpoModules({ clipboard: LINK, installReferrer: 'clickId=abc' });
    fakeExpoModules();
    expect(modules()).toEqual({
      ExpoApplication: {},
      ExpoDevice: {},
      ExponentConstants: {},
      ExpoClipboard: {},
    });
  });

  test.each([
    [LINK, true],
    ['http://shop.test', true],
    ['shop://product/42', false],
    [`see ${LINK}`, false],
    [`${LINK} today`, false],
    ['', false],
  ])('of the clipboard says whether %j is a URL', async (clipboard, isUrl) => {
    fakeExpoModules({ clipboard });
    expect(await ask('ExpoClipboard', 'hasUrlAsync')).toBe(isUrl);
  });
});
