import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorCode } from '../../../support/errorCode.ts';
import { create, resolve, type WireLink } from '../../../support/linkRequests.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../../support/openShop.ts';
import { iphone } from '../../../support/phones.ts';

onOneDatabase('links', (opened) => {
  test('a link is created with the code asked for, listed first, and works', async () => {
    const shop = await openShop(opened.database);
    shop.clock.now += 1_000;
    const destination = 'https://shop.test/promo/AUTUMN10';
    const link = await create(shop, { code: 'autumn', destination });
    assert.deepEqual(link, {
      code: 'autumn',
      shortUrl: `${shop.origin}/autumn`,
      destination,
      name: null,
      title: null,
      description: null,
      imageUrl: null,
      data: null,
      fallbacks: { ios: null, android: null, desktop: null },
      landing: null,
      iosListing: null,
      androidListing: null,
      campaign: null,
      source: null,
      medium: null,
      tags: [],
      expiresAt: null,
      afterwards: null,
      disabled: false,
      createdAt: '2026-01-01T12:00:01.000Z',
      createdBy: null,
      updatedAt: null,
    });

    const list = (await (await shop.callAsOwner('/api/links')).json()) as { links: WireLink[] };
    assert.deepEqual(
      list.links.map((each) => each.code),
      ['autumn', shop.codes.sneaker, shop.codes.summer]
    );

    await shop.click('autumn', iphone);
    const match = await shop.matchPhone(iphone);
    assert.equal(match.status, 200);
    assert.equal((match.body as { link: string }).link, destination);
  });

  test('the service chooses a code if none is asked for', async () => {
    const shop = await openShop(opened.database);
    const { code } = await create(shop, { destination: '/cart' });
    assert.match(code, /^\w{8}$/);
    assert.equal((await shop.view(code, iphone)).status, 200);
  });

  test('a misspelt field of a new link is a 400, and makes no link', async () => {
    const shop = await openShop(opened.database);
    const body = { code: 'ends', destination: '/a', expires: '2030-01-01T00:00:00Z' };
    const response = await shop.callAsOwner('/api/links', { body });
    assert.equal(response.status, 400);
    assert.match(await response.text(), /expires/);
    assert.equal((await shop.callAsOwner('/api/links/bulk', { body: { links: [body] } })).status, 400);
    assert.equal((await shop.callAsOwner('/api/links/ends')).status, 404);
  });

  test('a link may be made before it is enabled', async () => {
    const shop = await openShop(opened.database);
    const body = { code: 'soon', destination: '/a', disabled: true };
    const created = (await (await shop.callAsOwner('/api/links', { body })).json()) as { disabled: boolean };
    assert.equal(created.disabled, true);
    assert.equal((await shop.call('/soon')).status, 410);
  });

  test('a blank title or description is none, so that no page has an empty heading', async () => {
    const shop = await openShop(opened.database);
    const body = { code: 'blank', destination: '/a', title: ' ', description: '' };
    const created = (await (await shop.callAsOwner('/api/links', { body })).json()) as Record<string, unknown>;
    assert.deepEqual([created.title, created.description], [null, null]);
    const shared = await shop.callAsApp('/api/link/create', { body: { route: '/b', title: '' } });
    const { url } = (await shared.json()) as { url: string };
    for (const path of ['/blank', new URL(url).pathname]) {
      const page = await (await shop.call(path)).text();
      assert.match(page, /<h1 dir="auto">Open this in Test Shop<\/h1>/);
      assert.doesNotMatch(page, /class="about"|og:description|content=" *"/);
    }
  });

  test('a code that the app has is a 409 and changes nothing', async () => {
    const shop = await openShop(opened.database);
    const body = { code: shop.codes.summer, destination: 'https://evil.test/' };
    const response = await shop.callAsOwner('/api/links', { body });
    assert.equal(response.status, 409);
    assert.equal(errorCode(await response.json()), 'code_taken');
    const url = `${shop.origin}/${shop.codes.summer}`;
    assert.deepEqual((await resolve(shop, url)).body, { link: shop.destinations.summer });
  });

  for (const body of [
    { destination: 'javascript:alert(1)' },
    { destination: '//evil.test' },
    { destination: 'https://shop.test@evil.test/' },
    { destination: 'itms-services://?action=download-manifest&url=https://evil.test' },
    { destination: 'exp://192.0.2.1:8081' },
    { code: 'api', destination: '/cart' },
    { code: 'health', destination: '/cart' },
    { code: 'apple-app-site-association', destination: '/cart' },
    { code: '<script>', destination: '/cart' },
    { destination: '/cart', data: 'text' },
    { destination: '/cart', data: { large: 'x'.repeat(8 * 1024) } },
    { destination: '/cart', imageUrl: 'javascript:alert(1)' },
    { destination: '/cart', fallbacks: { desktop: '/path' } },
    { destination: '/cart', expiresAt: 'tomorrow' },
    { destination: '/cart', iosListing: 'autumn' },
    { destination: '/cart', androidListing: 'autumn&referrer=clickId' },
    {},
  ]) {
    test(`${JSON.stringify(body).slice(0, 70)} is a 400 and makes no link`, async () => {
      const shop = await openShop(opened.database);
      const response = await shop.callAsOwner('/api/links', { body });
      assert.equal(response.status, 400);
      assert.equal(errorCode(await response.json()), 'invalid_request');
      const { links } = (await (await shop.callAsOwner('/api/links')).json()) as { links: unknown[] };
      assert.equal(links.length, 2);
    });
  }

  test('data and query go on to the app', async () => {
    const shop = await openShop(opened.database);
    await create(shop, { code: 'invite', destination: 'https://shop.test/join?a=1#top', data: { invitedBy: 'ana' } });
    assert.deepEqual(await resolve(shop, `${shop.origin}/invite?utm_source=x%20y&clickId=1`), {
      status: 200,
      body: { link: 'https://shop.test/join?a=1&utm_source=x%20y#top', data: { invitedBy: 'ana' } },
    });
  });

  test('a link is changed in part, and what is left out stays', async () => {
    const shop = await openShop(opened.database);
    await create(shop, { code: 'sale', destination: '/sale', title: 'Sale', data: { a: 1 } });
    const changed = await shop.callAsOwner('/api/links/sale', {
      method: 'PATCH',
      body: { destination: '/sale/2', data: null, fallbacks: { desktop: 'https://shop.test/web' } },
    });
    assert.equal(changed.status, 200);
    const link = (await (await shop.callAsOwner('/api/links/sale')).json()) as Record<string, unknown>;
    assert.equal(link.destination, '/sale/2');
    assert.equal(link.title, 'Sale');
    assert.equal(link.data, null);
    assert.deepEqual(link.fallbacks, { ios: null, android: null, desktop: 'https://shop.test/web' });
    assert.equal(link.updatedAt, '2026-01-01T12:00:00.000Z');
  });

  test('a change that is not valid, or of another app’s link, changes nothing', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    const path = `/api/links/${shop.codes.summer}`;
    const change = (as: Shop, body: object) => as.callAsOwner(path, { method: 'PATCH', body });
    assert.equal((await change(shop, { destination: 'javascript:alert(1)' })).status, 400);
    assert.equal((await change(shop, { destinatoin: '/typo' })).status, 400);
    assert.equal((await change(other, { destination: '/evil' })).status, 404);
    assert.equal((await other.callAsOwner(path, { method: 'DELETE' })).status, 404);
    const url = `${shop.origin}/${shop.codes.summer}`;
    assert.deepEqual((await resolve(shop, url)).body, { link: shop.destinations.summer });
  });

  test('a disabled link leads nowhere until it is enabled again', async () => {
    const shop = await openShop(opened.database);
    const path = `/api/links/${shop.codes.summer}`;
    const url = `${shop.origin}/${shop.codes.summer}`;
    await shop.callAsOwner(path, { method: 'PATCH', body: { disabled: true } });
    assert.equal((await resolve(shop, url)).status, 404);
    const page = await shop.view(shop.codes.summer, iphone);
    assert.equal(page.status, 410);
    assert.match(await page.text(), /ist abgelaufen/);
    await shop.callAsOwner(path, { method: 'PATCH', body: { disabled: false } });
    assert.equal((await resolve(shop, url)).status, 200);
  });

  test('a link ends when its time has run out', async () => {
    const shop = await openShop(opened.database);
    await create(shop, { code: 'brief', destination: '/sale', expiresAt: '2026-01-01T14:00:00+01:00' });
    assert.equal((await shop.view('brief', iphone)).status, 200);
    shop.clock.now = Date.parse('2026-01-01T13:00:00Z');
    assert.equal((await shop.view('brief', iphone)).status, 410);
    assert.equal((await resolve(shop, `${shop.origin}/brief`)).status, 404);
  });

  test('a deleted link is gone with its clicks, and its code is free', async () => {
    const shop = await openShop(opened.database);
    const clickId = await shop.click(shop.codes.summer, iphone);
    const path = `/api/links/${shop.codes.summer}`;
    assert.equal((await shop.callAsOwner(path, { method: 'DELETE' })).status, 204);
    assert.equal((await shop.callAsOwner(path, { method: 'DELETE' })).status, 404);
    assert.equal((await shop.view(shop.codes.summer, iphone)).status, 404);
    await create(shop, { code: shop.codes.summer, destination: '/new' });
    assert.equal((await shop.match({ clickId })).status, 404);
  });

  test('many links are made at once, or none', async () => {
    const shop = await openShop(opened.database);
    const bulk = (links: object[]) => shop.callAsOwner('/api/links/bulk', { body: { links } });
    const count = async () =>
      ((await (await shop.callAsOwner('/api/links')).json()) as { links: unknown[] }).links.length;

    const made = await bulk([{ code: 'one', destination: '/1' }, { destination: '/2' }]);
    assert.equal(made.status, 201);
    const { links } = (await made.json()) as { links: WireLink[] };
    assert.deepEqual(
      links.map(({ destination }) => destination),
      ['/1', '/2']
    );
    assert.equal(await count(), 4);

    const taken = await bulk([
      { code: 'two', destination: '/2' },
      { code: 'one', destination: '/1' },
      { code: 'two', destination: '/3' },
    ]);
    assert.equal(taken.status, 409);
    const { error } = (await taken.json()) as { error: { fields: { name: string }[] } };
    assert.deepEqual(
      error.fields.map(({ name }) => name),
      ['links.1.code', 'links.2.code']
    );
    assert.equal(await count(), 4);
    assert.equal((await bulk([{ destination: '/1' }, { destination: 'nonsense' }])).status, 400);
    assert.equal(await count(), 4);
  });
});
