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
