import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLink } from '../../../../src/operations/createLink.ts';
import { onOneDatabase } from '../../../support/onEachDatabase.ts';
import { openShop } from '../../../support/openShop.ts';
import { desktop, iphone, mac, pixel } from '../../../support/phones.ts';

onOneDatabase('in place of the landing page', (opened) => {
  test('the stores’ buttons lead to a link’s own pages in the stores, also without the landing page', async () => {
    const shop = await openShop(opened.database);
    const ppid = '45812c9b-c296-43d3-c6a0-c5a02f74bf6e';
    const link = { code: 'own', destination: '/a', iosListing: ppid, androidListing: 'autumn' };
    assert.equal((await shop.callAsOwner('/api/links', { body: link })).status, 201);
    assert.match(
      await (await shop.view('own', iphone)).text(),
      new RegExp(`href="https://apps.apple.com/[^"]*ppid=${ppid}`)
    );
    assert.match(
      await (await shop.view('own', pixel)).text(),
      /details\?id=test\.shop&amp;listing=autumn&amp;referrer/
    );
    await shop.callAsOwner('/api/links/own', { method: 'PATCH', body: { landing: 'direct' } });
    assert.match((await shop.view('own', pixel)).headers.get('location') ?? '', /listing=autumn&referrer=clickId/);
  });

  test('a desktop goes to the link’s own fallback, with the query; a Mac may be an iPad, and gets the page', async () => {
    const shop = await openShop(opened.database);
    const desktopFallback = 'https://shop.test/web';
    const link = { code: 'web', destination: '/web', desktopFallback, createdAt: new Date() };
    await createLink(opened.database.queries, shop.app, link);
    const response = await shop.view('', desktop, '/web?utm=a');
    assert.equal(response.status, 302);
    assert.equal(response.headers.get('location'), 'https://shop.test/web?utm=a');
    const page = await (await shop.view('web', mac)).text();
    assert.match(page, /data-for="ipad" hidden/);
    assert.match(page, /data-action="copy"/);
    const onMac = await (await shop.view('', mac, '/web?utm=a')).text();
    assert.match(onMac, /href="https:\/\/shop\.test\/web\?utm=a"/);
    assert.match(onMac, /data-desktop-url="https:\/\/shop\.test\/web\?utm=a"/);
  });

  test('a button that leads to a fallback doesn’t promise a store', async () => {
    const shop = await openShop(opened.database);
    const fallbacks = { iosFallback: 'https://beta.test/', androidFallback: 'https://apk.test/' };
    await createLink(opened.database.queries, shop.app, {
      code: 'beta',
      destination: '/b',
      ...fallbacks,
      createdAt: new Date(),
    });
    const onIos = await (await shop.view('beta', iphone)).text();
    assert.match(onIos, /data-action="copy" href="https:\/\/beta\.test\/" aria-describedby="copying">Weiter</);
    assert.match(onIos, /data-copied="Link kopiert\."/);
    assert.doesNotMatch(onIos, /zum Store|App Store|holen/);
    const onAndroid = await (await shop.view('beta', pixel)).text();
    assert.doesNotMatch(onAndroid, /Google Play/);
  });

  test('a link that has ended sends people to where its owner wants them afterwards', async () => {
    const shop = await openShop(opened.database);
    const code = `over-${shop.app.id}`;
    const expiresAt = new Date(shop.clock.now + 1_000).toISOString();
    const body = { code, destination: '/sale', expiresAt, afterwards: 'https://shop.test/next' };
    assert.equal((await shop.callAsOwner('/api/links', { body })).status, 201);
    assert.equal((await shop.view(code, iphone)).status, 200);
    shop.clock.now += 1_000;
    const response = await shop.view(code, iphone);
    assert.deepEqual([response.status, response.headers.get('location')], [302, 'https://shop.test/next']);
    await shop.callAsOwner(`/api/links/${code}`, { method: 'PATCH', body: { afterwards: null } });
    assert.equal((await shop.view(code, iphone)).status, 410);
  });

  test('a deleted link sends people to where its owner wants them afterwards, until it is restored', async () => {
    const shop = await openShop(opened.database);
    const code = `old/${shop.app.id}`;
    const path = `/api/links/${encodeURIComponent(code)}`;
    const body = { code, destination: '/sale', afterwards: 'https://shop.test/é' };
    assert.equal((await shop.callAsOwner('/api/links', { body })).status, 201);
    const view = async () => {
      const response = await shop.call(`/${code}`, { headers: { accept: 'text/html' } });
      return [response.status, response.headers.get('location')];
    };
    for (let round = 0; round < 2; round += 1) {
      assert.deepEqual(await view(), [200, null]);
      assert.ok((await shop.callAsOwner(path, { method: 'DELETE' })).ok);
      assert.deepEqual(await view(), [302, 'https://shop.test/%C3%A9']);
      assert.ok((await shop.callAsOwner(`${path}/restore`, { method: 'POST' })).ok);
    }
    assert.ok((await shop.callAsOwner(path, { method: 'PATCH', body: { afterwards: null } })).ok);
    assert.ok((await shop.callAsOwner(path, { method: 'DELETE' })).ok);
    assert.deepEqual(await view(), [404, null]);
  });

  test('fallbacks take the place of the stores, and a store that the app is not in is not offered', async () => {
    const shop = await openShop(opened.database, {}, { appStoreId: null });
    const link = { code: 'f', destination: '/f', androidFallback: 'https://apk.test/', createdAt: new Date() };
    await createLink(opened.database.queries, shop.app, link);
    assert.ok((await (await shop.view('f', pixel)).text()).includes('href="https://apk.test/"'));
    assert.match(await (await shop.view('', pixel, '/f?utm=a')).text(), /href="https:\/\/apk\.test\/\?utm=a"/);
    assert.ok(!(await (await shop.view('f', iphone)).text()).includes('data-action="copy"'));
  });
});
