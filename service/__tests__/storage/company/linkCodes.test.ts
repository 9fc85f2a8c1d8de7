import assert from 'node:assert/strict';
import { test } from 'node:test';
import { create, resolve, type WireLink } from '../../support/linkRequests.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop } from '../../support/openShop.ts';
import { iphone } from '../../support/phones.ts';

onOneDatabase('codes and hosts', (opened) => {
  test('two apps on hosts of their own may have the same code, and each host serves its own', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    await create(shop, { code: 'same', destination: '/of-shop', title: 'Of shop' });
    await create(other, { code: 'same', destination: '/of-other', title: 'Of other' });
    assert.match(await (await shop.view('same', iphone)).text(), /Of shop/);
    assert.match(await (await other.view('same', iphone)).text(), /Of other/);
    const clickId = await other.click('same', iphone);
    assert.equal(((await other.match({ clickId })).body as { link: string }).link, '/of-other');
  });

  test('apps that share a host share its codes', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database, {}, { linkHosts: [shop.host] });
    await create(shop, { code: 'same', destination: '/cart' });
    const response = await other.callAsOwner('/api/links', { body: { code: 'same', destination: '/cart' } });
    assert.equal(response.status, 409);
  });

  test('of apps that share a host one gets a code, however many ask at once', async () => {
    const shop = await openShop(opened.database);
    const others = await Promise.all(
      [1, 2].map(() => openShop(opened.database, {}, { linkHosts: [shop.host, 'more.test'] }))
    );
    for (let round = 0; round < 8; round += 1) {
      const body = { destination: '/a', code: `raced-${round}-${shop.app.id}` };
      const bulk = { links: [body, { destination: '/b' }] };
      const answers = await Promise.all([
        ...[shop, ...others].map((each) => each.callAsOwner('/api/links', { body })),
        ...others.map((each) => each.callAsOwner('/api/links/bulk', { body: bulk })),
      ]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
    }
  });

  test('an app can’t get a host on which another app has one of its codes, and keeps those it has', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    const code = `both-${shop.app.id}`;
    for (const each of [shop, other]) {
      assert.equal((await each.callAsOwner('/api/links', { body: { destination: '/a', code } })).status, 201);
    }
    const path = `/api/apps/${other.app.id}`;
    const take = () => shop.callAsAdmin(path, { method: 'PATCH', body: { hosts: [other.host, shop.host] } });
    const refused = await take();
    assert.equal(refused.status, 409);
    const { error } = (await refused.json()) as { error: { code: string; message: string } };
    assert.equal(error.code, 'codes_shared');
    assert.match(error.message, new RegExp(code));
    const { hosts } = (await (await shop.callAsAdmin(path)).json()) as { hosts: string[] };
    assert.deepEqual(hosts, [other.host]);
    await other.callAsOwner(`/api/links/${code}`, { method: 'DELETE' });
    assert.equal((await take()).status, 200);
    assert.equal((await other.callAsOwner('/api/links', { body: { destination: '/a', code } })).status, 409);
  });

  test('neither can it lose its hosts to share the service’s with such an app', async () => {
    const code = `none-${Date.now()}`;
    const shop = await openShop(opened.database, {}, { linkHosts: [] });
    const other = await openShop(opened.database);
    for (const each of [shop, other]) await each.callAsOwner('/api/links', { body: { destination: '/a', code } });
    const change = { method: 'PATCH', body: { hosts: [] } };
    assert.equal((await shop.callAsAdmin(`/api/apps/${other.app.id}`, change)).status, 409);
  });

  test('a host given to an app while a link is made on it leaves one link of that code', async () => {
    for (let round = 0; round < 8; round += 1) {
      const shop = await openShop(opened.database);
      const other = await openShop(opened.database);
      const code = `moved-${shop.app.id}`;
      const body = { destination: '/a', code };
      await other.callAsOwner('/api/links', { body });
      const [made, moved] = await Promise.all([
        shop.callAsOwner('/api/links', { body }),
        shop.callAsAdmin(`/api/apps/${other.app.id}`, { method: 'PATCH', body: { hosts: [shop.host] } }),
      ]);
      assert.deepEqual([made.status < 300, moved.status < 300].sort(), [false, true]);
    }
  });

  test('on the service’s own host an app that has that host goes before one without any', async () => {
    const options = { publicUrl: 'https://go.public.test' };
    const code = `own-${Date.now()}`;
    const without = await openShop(opened.database, options, { linkHosts: [] });
    await without.callAsOwner('/api/links', { body: { destination: '/a', code, title: 'of the app without' } });
    const owner = await openShop(opened.database, options, { linkHosts: ['go.public.test'] });
    await owner.callAsOwner('/api/links', { body: { destination: '/a', code, title: 'of the app with' } });
    const page = await owner.service.request(`https://go.public.test/${code}`, {}, { address: '198.51.100.1' });
    assert.match(await page.text(), /of the app with</);
  });

  test('an app’s code is not served on another host', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    const page = await shop.service.request(`${other.origin}/${shop.codes.summer}`, {}, { address: iphone.address });
    assert.equal(page.status, 404);
    const elsewhere = await shop.service.request(`https://elsewhere.test/${shop.codes.summer}`);
    assert.equal(elsewhere.status, 404);
    const local = await shop.service.request(`http://127.0.0.1:8787/${shop.codes.summer}`);
    assert.equal(local.status, 200);
  });

  test('an app without a host lives at the public address', async () => {
    const shop = await openShop(opened.database, { publicUrl: 'https://links.test' }, { linkHosts: [] });
    const page = await shop.service.request(`https://links.test/${shop.codes.sneaker}`);
    assert.equal(page.status, 200);
    const list = (await (await shop.callAsOwner('/api/links')).json()) as { links: WireLink[] };
    assert.equal(list.links[0]?.shortUrl, `https://links.test/${shop.codes.sneaker}`);
    assert.equal((await resolve(shop, `https://links.test/${shop.codes.sneaker}`)).status, 200);
  });
});
