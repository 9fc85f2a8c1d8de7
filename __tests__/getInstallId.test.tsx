import { act, render } from '@testing-library/react-native';
import type * as Library from 'react-native-deferred-link';
import type * as Kit from 'react-native-deferred-link/testing';
import { diskWith, idOn } from './storage/stored';
import { consoleLines } from './support/consoleLines';
import { CONFIG, createDevice, settle } from './support/createDevice';
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

test('a slow storage is waited for as long as the record is read, so the id is the one that lasts', async () => {
  linkServer({ 'match-link': { link: LINK } });
  const device = createDevice({ disk: diskWith({ id: 'stored' }) });
  const { disk } = device.phone;
  const getItem = (key: string) =>
    new Promise<string | null>((resolve) => setTimeout(() => resolve(disk.get(key) ?? null), 4000));
  const app = await device.launch({ config: { storage: { getItem, setItem: () => {} } } });
  const asking = app.library.getInstallId();
  await device.wait(4000);
  expect(await asking).toBe('stored');
});

test('storage that hangs costs a wait once: then the id is the temporary one of the requests', async () => {
  linkServer({ 'match-link': { link: LINK } });
  const device = createDevice();
  const storage = { getItem: () => new Promise<null>(() => {}), setItem: () => {} };
  const app = await device.launch({ config: { storage } });
  const first = app.library.getInstallId();
  await device.wait(30_000);
  const later = app.library.getInstallId();
  await device.wait(1000);
  expect(await first).toMatch(/^\w{20,64}$/);
  expect(await later).toBe(await first);
  consoleLines();
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
  const device = createDevice({ os: 'android' });
  const app = await device.launch({ config: { consent } });
  expect(await app.library.getInstallId()).toBeNull();
  expect(device.phone.calls.filter((call) => call.startsWith('RNDeviceInfo'))).toEqual([]);
});

test.each([[['denied']], [['denied', 'granted']]] as const)(
  'consent that becomes %j while storage is read leaves none',
  async (changes) => {
    linkServer({ 'match-link': { link: LINK } });
    const reading = gate<string | null>();
    const storage = { getItem: () => reading.wait(), setItem: () => {}, removeItem: () => {} };
    const app = await createDevice().launch({ config: { storage } });
    const asking = app.library.getInstallId();
    await act(settle);
    for (const consent of changes) await app.rerender({ ...CONFIG, storage, consent });
    reading.open(null);
    expect(await act(() => asking)).toBeNull();
  }
);

test('a temporary id stays the same while consent is only suspended', async () => {
  linkServer({ 'match-link': { link: LINK } });
  const fail = () => Promise.reject(new Error('disk'));
  const storage = { getItem: fail, setItem: fail, removeItem: fail };
  const app = await createDevice().launch({ config: { storage } });
  const id = await act(app.library.getInstallId);
  for (const consent of ['pending', 'granted'] as const) await app.rerender({ ...CONFIG, storage, consent });
  expect(id).toMatch(/./);
  expect(await act(app.library.getInstallId)).toBe(id);
  consoleLines();
});

test('an install time that comes after a denial and a grant does not bring the old id back', async () => {
  linkServer({ 'match-link': { link: LINK } });
  const timing = gate<number>();
  let isAsked = false;
  const getFirstInstallTime = () => {
    const answer = isAsked ? Promise.resolve(Date.now()) : timing.wait();
    isAsked = true;
    return answer;
  };
  const faults = { 'RNDeviceInfo.getFirstInstallTime': getFirstInstallTime };
  const device = createDevice({ os: 'android', faults });
  const app = await device.launch();
  const ask = async () => {
    const asking = app.library.getInstallId();
    await device.wait(1000);
    return asking;
  };
  const before = await ask();
  for (const consent of ['denied', 'granted'] as const) await app.rerender({ ...CONFIG, consent });
  const id = await ask();
  timing.open(Date.now());
  await device.wait(100);
  expect(id).not.toBe(before);
  expect(idOn(device.phone.disk)).toBe(id);
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
