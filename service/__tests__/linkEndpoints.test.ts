import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorCode } from './support/errorCode.ts';
import { onEachDatabase } from './support/onEachDatabase.ts';
import { openShop } from './support/openShop.ts';
import { iphone } from './support/phones.ts';

type WireLink = { code: string; shortUrl: string; destination: string };

onEachDatabase('links', (opened) => {
  test('a link is created with the code asked for, listed first, and works', async () => {
    const shop = await openShop(opened.database);
    shop.clock.now += 1_000;
    const code = `autumn-${shop.app.id}`;
    const destination = 'https://shop.test/promo/AUTUMN10';
    const created = await shop.callAsOwner('/api/links', { body: { code, destination } });
    assert.equal(created.status, 201);
    const link = (await created.json()) as WireLink;
    assert.deepEqual(link, {
      code,
      shortUrl: `${shop.origin}/${code}`,
      destination,
      title: null,
      createdAt: '2026-01-01T12:00:01.000Z',
    });

    const list = (await (await shop.callAsOwner('/api/links')).json()) as { links: WireLink[] };
    assert.deepEqual(
      list.links.map((each) => each.code),
      [code, shop.codes.sneaker, shop.codes.summer]
    );

    await shop.click(code, iphone);
    assert.deepEqual(await shop.matchPhone(iphone), { status: 200, body: { link: destination } });
  });

  test('the service chooses a code if none is asked for', async () => {
    const shop = await openShop(opened.database);
    const created = await shop.callAsOwner('/api/links', { body: { destination: '/cart' } });
    const { code } = (await created.json()) as WireLink;
    assert.match(code, /^\w{8}$/);
    assert.equal((await shop.view(code, iphone)).status, 200);
  });

  test('a code that is taken, by any app, is a 409 and changes nothing', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    const body = { code: shop.codes.summer, destination: 'https://evil.test/' };
    const response = await other.callAsOwner('/api/links', { body });
    assert.equal(response.status, 409);
    assert.equal(errorCode(await response.json()), 'code_taken');
    const clickId = await shop.click(shop.codes.summer, iphone);
    assert.deepEqual((await shop.match({ clickId })).body, { link: shop.destinations.summer });
  });

  test('a code or destination that is none is a 400', async () => {
    const shop = await openShop(opened.database);
    for (const body of [
      { destination: 'javascript:alert(1)' },
      { destination: '//evil.test' },
      { code: 'api', destination: '/cart' },
      { code: '<script>', destination: '/cart' },
      {},
    ]) {
      assert.equal((await shop.callAsOwner('/api/links', { body })).status, 400);
    }
  });

  test('short links carry the public address if there is one', async () => {
    const shop = await openShop(opened.database, { publicUrl: 'https://go.shop.test/x' });
    const list = (await (await shop.callAsOwner('/api/links')).json()) as { links: WireLink[] };
    assert.equal(list.links[0]?.shortUrl, `https://go.shop.test/${shop.codes.sneaker}`);
    const pastedLink = `https://go.shop.test/${shop.codes.sneaker}`;
    assert.equal((await shop.match({ pastedLink })).status, 200);
  });

  test('an app sees its own links and clicks only', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    await other.click(other.codes.summer, iphone);
    const links = (await (await shop.callAsOwner('/api/links')).json()) as { links: WireLink[] };
    assert.equal(links.links.length, 2);
    assert.deepEqual(await (await shop.callAsOwner('/api/clicks')).json(), { clicks: [] });
  });
});
