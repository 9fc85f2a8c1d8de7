import { act, render } from '@testing-library/react-native';
import type * as Library from 'react-native-deferred-link';
import type * as Kit from 'react-native-deferred-link/testing';
import { consoleLines } from './support/consoleLines';
import { CONFIG, createDevice } from './support/createDevice';
import { gate } from './support/gate';
import { linkServer } from './support/linkServer';
import { createNativeModules } from './support/nativeModules';

const LINK = 'https://shop.test/product/42';

test('the install id is the one that requests carry, in this launch and the next', async () => {
  const service = linkServer({ 'match-link': { link: LINK } });
  const device = createDevice();
  const first = await device.launch();
  const id = await first.library.getInstallId();
  expect(id).toBe(service.to('match-link')[0]?.headers.get('X-Install-ID'));
  await first.unmount();
  expect(await (await device.launch()).library.getInstallId()).toBe(id);
});

test('it comes as soon as storage answers, without a timer', async () => {
  linkServer({ 'match-link': { link: LINK } });
  const reading = gate<string | null>();
  const storage = { getItem: () => reading.wait(), setItem: () => {}, removeItem: () => {} };
  const app = await createDevice().launch({ config: { storage } });
  const asking = app.library.getInstallId();
  const answer = act(async () => {
    reading.open(null);
    return asking;
  });
  expect(await answer).toMatch(/^[\w-]{1,64}$/);
});

test('storage that fails costs no rejection: the id is the temporary one of the requests', async () => {
  const service = linkServer({ 'match-link': { link: LINK }, events: {} });
  const fail = () => Promise.reject(new Error('disk'));
  const device = createDevice();
  const app = await device.launch({ config: { storage: { getItem: fail, setItem: fail, removeItem: fail } } });
  const id = await app.library.getInstallId();
  app.library.LinkAnalytics.logEvent('login');
  await device.wait(1000);
  expect(service.to('events')[0]?.headers.get('X-Install-ID')).toBe(id);
  expect(consoleLines()).toContain('error: [Link] Storage could not be read: Error: disk.');
});

test.each(['pending', 'denied'] as const)('there is none while consent is %s', async (consent) => {
  linkServer({ 'match-link': { link: LINK } });
  const app = await createDevice().launch({ config: { consent } });
  expect(await app.library.getInstallId()).toBeNull();
});

test('consent that is denied while storage is read leaves none', async () => {
  linkServer({ 'match-link': { link: LINK } });
  const reading = gate<string | null>();
  const storage = { getItem: () => reading.wait(), setItem: () => {}, removeItem: () => {} };
  const app = await createDevice().launch({ config: { storage } });
  const asking = app.library.getInstallId();
  await app.rerender({ ...CONFIG, storage, consent: 'denied' });
  reading.open(null);
  expect(await asking).toBeNull();
});

test('there is none before a provider has mounted', async () => {
  createNativeModules({}).install();
  const { getInstallId } = require('react-native-deferred-link') as typeof Library;
  expect(await getInstallId()).toBeNull();
});

test('under TestLinkProvider it is what the test says, until the session is reset', async () => {
  createNativeModules({}).install();
  const { getInstallId } = require('react-native-deferred-link') as typeof Library;
  const { TestLinkProvider, resetLinkSession } = require('react-native-deferred-link/testing') as typeof Kit;
  const view = render(<TestLinkProvider>{null}</TestLinkProvider>);
  expect(await act(getInstallId)).toBe('test-install');
  view.rerender(<TestLinkProvider installId="phone-1">{null}</TestLinkProvider>);
  expect(await act(getInstallId)).toBe('phone-1');
  view.rerender(<TestLinkProvider installId={null}>{null}</TestLinkProvider>);
  expect(await act(getInstallId)).toBeNull();
  view.rerender(<TestLinkProvider>{null}</TestLinkProvider>);
  view.unmount();
  resetLinkSession();
  expect(await getInstallId()).toBeNull();
});
