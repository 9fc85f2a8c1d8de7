import type * as Version03 from 'react-native-deferred-link/v0.3';
import { consoleLines } from './support/consoleLines';
import { createDevice } from './support/createDevice';
import { linkServer } from './support/linkServer';

async function launch(device: ReturnType<typeof createDevice>) {
  const app = await device.launch({ entry: 'react-native-deferred-link/v0.3' });
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

test('links other than deferred ones are left to the app', async () => {
  linkServer();
  const device = createDevice();
  const app = await launch(device);
  const value = app.context();
  await device.tap('myapp://cart');
  expect(app.context()).toBe(value);
});
