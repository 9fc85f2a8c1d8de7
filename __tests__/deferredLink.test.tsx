import { createDevice } from './support/createDevice';
import { linkServer } from './support/linkServer';

test('a fresh Android install lands on the link of its referrer', async () => {
  const service = linkServer({ 'match-link': { link: 'https://shop.test/product/42?ref=mail' } });
  const device = createDevice({ os: 'android', referrer: 'utm_source=mail&clickId=abc' });
  const app = await device.launch();
  await device.wait(0);
  expect(app.context()).toMatchObject({
    isLinkProcessed: true,
    linkUrl: 'https://shop.test/product/42?ref=mail',
    linkRoute: '/product/42?ref=mail',
    linkType: 'deferred',
  });
  expect(service.to('match-link').map(({ body }) => body)).toEqual([{ clickId: 'abc' }]);
});

test('timing', async () => {
  const device = createDevice({ os: 'ios' });
  const t: number[] = [];
  for (let i = 0; i < 10; i++) { linkServer(); const app = await device.launch(); await device.wait(100); await app.unmount(); t.push(1); expect(app.seen.length).toBe(2); }
});
