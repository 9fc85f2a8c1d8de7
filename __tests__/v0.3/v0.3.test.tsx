import { act, render } from '@testing-library/react-native';
import type * as Kit from 'react-native-deferred-link/testing';
import type * as Version03 from 'react-native-deferred-link/v0.3';
import { consoleLines } from '../support/consoleLines';
import { createDevice } from '../support/createDevice';
import { linkServer, never } from '../support/linkServer';
import { createNativeModules } from '../support/nativeModules';

/** What the device needs of an entry, this one has, too. */
const load = () => require('react-native-deferred-link/v0.3') as never;

async function launch(device: ReturnType<typeof createDevice>) {
  const app = await device.launch({ load });
  return { ...app, context: () => app.context() as unknown as Version03.DeferredLinkContext };
}

test('the context of 0.3.x has its three properties (§2.4, §9.1, §9.2)', async () => {
  linkServer({ 'match-link': { link: 'https://shop.test/a/b?c=d' } });
  const app = await launch(createDevice());
  expect(app.seen[0]).toEqual({ deferredLinkProcessed: false, deferredLink: null, route: null });
  expect(app.context()).toEqual({
    deferredLinkProcessed: true,
    deferredLink: 'https://shop.test/a/b?c=d',
    route: '/a/b?c=d',
  });
});

test('a failed match is processed with nothing (§3, §7.1)', async () => {
  linkServer({ 'match-link': 500 });
  const app = await launch(createDevice());
  expect(app.context()).toEqual({ deferredLinkProcessed: true, deferredLink: null, route: null });
  expect(consoleLines()).toHaveLength(1);
});

test('openLink acts like a tap, which is left to the app', async () => {
  linkServer({ 'match-link': { link: '/found/it' } });
  const app = await launch(createDevice());
  const { openLink } = require('react-native-deferred-link/testing') as typeof Kit;
  act(() => void openLink('https://shop.test/product/42'));
  expect(app.context().route).toBe('/found/it');
});

test('a direct link neither takes the deferred one away nor is sent anywhere', async () => {
  const service = linkServer({ 'match-link': { link: '/found/it' }, 'resolve-short': never });
  const device = createDevice();
  const app = await launch(device);
  const value = app.context();
  expect(value.route).toBe('/found/it');
  for (const url of ['myapp://cart', 'https://go.test/abc']) await device.tap(url);
  await device.wait(100);
  expect(app.context()).toBe(value);
  expect(service.to('resolve-short')).toEqual([]);
});

test('a direct link that launched the app is not waited for, and the deferred one is found', async () => {
  const service = linkServer({ 'match-link': { link: '/found/it' }, 'resolve-short': never });
  const device = createDevice({ initialUrl: 'https://go.test/abc' });
  const app = await launch(device);
  expect(app.context().route).toBe('/found/it');
  expect(service.to('resolve-short')).toEqual([]);
  expect(device.phone.calls).not.toContain('LinkingManager.getInitialURL');
});

test('without consent the app goes on at once', async () => {
  const service = linkServer();
  const device = createDevice();
  const app = await device.launch({ load, config: { consent: 'pending' } });
  expect(app.context()).toEqual({ deferredLinkProcessed: true, deferredLink: null, route: null });
  expect(service.requests).toEqual([]);
});

test('a link that is not deferred, such as a test sets, is none', () => {
  createNativeModules({}).install();
  const { TestLinkProvider } = require('react-native-deferred-link/testing') as typeof Kit;
  const { useLinkContext } = require('react-native-deferred-link/v0.3') as typeof Version03;
  let context: unknown;
  function Probe() {
    context = useLinkContext();
    return null;
  }
  render(
    <TestLinkProvider link="shop://cart">
      <Probe />
    </TestLinkProvider>
  );
  expect(context).toEqual({ deferredLinkProcessed: true, deferredLink: null, route: null });
});
