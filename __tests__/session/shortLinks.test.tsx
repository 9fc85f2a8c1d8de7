import { consoleLines } from '../support/consoleLines';
import { createDevice } from '../support/createDevice';
import { linkServer, never } from '../support/linkServer';
import { diskWith } from '../storage/stored';

const used = () => diskWith();

describe('short links (§4.2, §4.3.6)', () => {
  const TARGET = { link: 'https://shop.test/product/42?ref=mail' };

  test('a web link of one segment is resolved, and its type stays', async () => {
    const service = linkServer({ 'resolve-short': TARGET });
    const app = await createDevice({ disk: used(), initialUrl: 'https://go.test/abc?x=1' }).launch();
    expect(service.to('resolve-short').map(({ body }) => body)).toEqual([{ url: 'https://go.test/abc?x=1' }]);
    expect(app.context()).toMatchObject({
      linkUrl: TARGET.link,
      linkRoute: '/product/42?ref=mail',
      linkType: 'verified',
    });
  });

  test.each(['https://go.test/', 'https://go.test/a/b', 'myapp://abc', 'https://go.test/?a=b'])(
    '%s is not asked for',
    async (url) => {
      const service = linkServer();
      await createDevice({ disk: used(), initialUrl: url }).launch();
      expect(service.requests).toEqual([]);
    }
  );

  test.each([
    ['404 means that it is not a short link', 404, false],
    ['an answer without a usable link leaves the link as it is', { link: 'javascript:alert(1)' }, false],
    ['a refused request leaves the link as it is, and is logged', 400, true],
    ['a service that is down leaves the link as it is, and is logged', 503, true],
  ] as const)('%s', async (_, answer, isLogged) => {
    linkServer({ 'resolve-short': answer });
    const device = createDevice({ disk: used(), initialUrl: 'https://go.test/abc?secret=1' });
    const app = await device.launch();
    // A service that doesn't answer is asked three times.
    await device.wait(1300);
    expect(app.context()).toMatchObject({
      linkUrl: 'https://go.test/abc?secret=1',
      linkRoute: '/abc?secret=1',
      linkType: 'verified',
    });
    const lines = consoleLines();
    expect(lines).toHaveLength(isLogged ? 1 : 0);
    expect(lines.join()).not.toContain('secret');
  });

  test('a service that never answers does not hold the link beyond the budget', async () => {
    linkServer({ 'resolve-short': never });
    const device = createDevice({ disk: used(), initialUrl: 'https://go.test/abc' });
    const app = await device.launch();
    await device.wait(4900);
    expect(app.context().isLinkProcessed).toBe(false);
    await device.wait(100);
    expect(app.context()).toMatchObject({ isLinkProcessed: true, linkRoute: '/abc' });
    expect(consoleLines()).toHaveLength(1);
  });

  test.each([
    ['https://shop.test/product/42', 'https://shop.test/product/42#token=S3CRET'],
    ['https://shop.test/product/42#size', 'https://shop.test/product/42#size'],
    ['/product/42', '/product/42#token=S3CRET'],
  ])('a fragment stays on the phone, and with the link that is resolved to %s', async (link, linkUrl) => {
    const service = linkServer({ 'resolve-short': { link } });
    const app = await createDevice({ disk: used(), initialUrl: 'https://go.test/abc?x=1#token=S3CRET' }).launch();
    expect(service.to('resolve-short').map(({ body }) => body)).toEqual([{ url: 'https://go.test/abc?x=1' }]);
    expect(app.context()).toMatchObject({ linkUrl, linkRoute: '/product/42' });
  });

  test('a link that is not resolved keeps its fragment', async () => {
    linkServer({ 'resolve-short': 404 });
    const app = await createDevice({ disk: used(), initialUrl: 'https://go.test/abc#a#b' }).launch();
    expect(app.context().linkUrl).toBe('https://go.test/abc#a#b');
  });

  test('links below one of linkPrefixes are resolved, however long they are', async () => {
    const service = linkServer({ 'resolve-short': TARGET });
    const device = createDevice({ disk: used() });
    const app = await device.launch({ config: { linkDomains: ['go.test'], linkPrefixes: ['/promo'] } });
    await device.tap('https://go.test/promo/summer/2026');
    expect(app.context().linkRoute).toBe('/product/42?ref=mail');
    await device.tap('https://go.test/shop/lamps');
    expect(app.context().linkRoute).toBe('/shop/lamps');
    expect(service.requests.map(({ body }) => body.url)).toEqual(['https://go.test/promo/summer/2026']);
  });

  test('with linkDomains a login callback is not sent to the service', async () => {
    const service = linkServer({ 'resolve-short': TARGET });
    const device = createDevice({ disk: used() });
    const app = await device.launch({ config: { linkDomains: ['go.test'] } });
    await device.tap('https://app.test/callback?code=secret');
    expect(service.requests).toEqual([]);
    expect(app.context().linkRoute).toBe('/callback?code=secret');
    await device.tap('https://GO.test./abc');
    expect(app.context().linkRoute).toBe('/product/42?ref=mail');
  });
});
