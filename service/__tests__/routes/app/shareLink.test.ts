import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldRollups } from '../../../src/operations/foldRollups.ts';
import { forgetOldRows } from '../../../src/operations/retention.ts';
import { errorCode } from '../../support/errorCode.ts';
import { resolve } from '../../support/linkRequests.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../support/openShop.ts';
import { iphone } from '../../support/phones.ts';

onOneDatabase('links shared from the app', (opened) => {
  test('a link shared from the app is the same for the same install, route and data, and leads into the app', async () => {
    const shop = await openShop(opened.database);
    const share = async (installId: string, body: object): Promise<string> => {
      const headers = { 'x-install-id': installId };
      const response = await shop.callAsApp('/api/link/create', { body, headers });
      // On a busy machine, some wait for too long and have to come back.
      if (response.status === 503) return share(installId, body);
      assert.equal(response.status, 200);
      return ((await response.json()) as { url: string }).url;
    };
    const invitation = { route: '/join?a=1', data: { invitedBy: 'ana' }, title: 'Join me' };
    const urls = await Promise.all(Array.from({ length: 10 }, () => share('ana', invitation)));
    assert.equal(new Set(urls).size, 1);
    assert.notEqual(await share('ben', invitation), urls[0]);
    const [one, other] = [
      { a: 1, b: { c: [1, { d: 2, e: 3 }] } },
      { b: { c: [1, { e: 3, d: 2 }] }, a: 1 },
    ];
    assert.equal(await share('ana', { route: '/x', data: one }), await share('ana', { route: '/x', data: other }));
    const turned = { ...one, b: { c: [{ d: 2, e: 3 }, 1] } };
    assert.notEqual(await share('ana', { route: '/x', data: one }), await share('ana', { route: '/x', data: turned }));
    assert.notEqual(await share('ana', { ...invitation, data: null }), urls[0]);
    assert.deepEqual(await resolve(shop, urls[0] ?? ''), {
      status: 200,
      body: { link: '/join?a=1', data: { invitedBy: 'ana' } },
    });
  });

  test('the page of a shared link says nothing that a stranger wrote, unless the app wants it; the data comes as before', async () => {
    for (const sharedTitles of ['off', 'on'] as const) {
      const shop = await openShop(opened.database, {}, { sharedTitles });
      const body = { route: '/pay', title: 'Your account is locked', data: { a: 1 } };
      const { url } = (await (await shop.callAsApp('/api/link/create', { body })).json()) as { url: string };
      const page = await (await shop.view('', iphone, new URL(url).pathname)).text();
      assert.equal(page.includes('account is locked'), sharedTitles === 'on');
      assert.equal(page.includes('<h1 dir="auto">In Test Shop öffnen</h1>'), sharedTitles === 'off');
      assert.deepEqual((await resolve(shop, url)).body, { link: '/pay', data: { a: 1 } });
      const own = await shop.callAsOwner('/api/links', {
        body: { code: 'own', destination: '/x', title: 'Half price' },
      });
      assert.equal(own.status, 201);
      assert.match(await (await shop.view('own', iphone)).text(), /Half price/);
    }
  });

  test('an app can’t share a link to elsewhere, and an install not without end', async () => {
    const shop = await openShop(opened.database);
    const share = (route: string, address = '192.0.2.1') =>
      shop.callAsApp('/api/link/create', { body: { route }, headers: { 'x-install-id': 'ana' }, address });
    for (const route of [
      'https://evil.test',
      'HTTPS:evil.test',
      'https:/evil.test',
      'javascript:alert(1)',
      '//evil.test',
      '///evil.test',
      '/\\evil.test',
      '\\\\evil.test',
      '/\t/evil.test',
      '/\n/evil.test',
      ' //evil.test',
      '/.//evil.test',
      '/x/..//evil.test',
      '/%2e//evil.test',
      'user@evil.test',
      '@evil.test',
      '.evil.test',
      '/a b',
      '/\u0000',
      '/\ud800',
      `/${'x'.repeat(2_048)}`,
      'cart',
      '',
    ]) {
      assert.equal((await share(route)).status, 400, route);
    }
    for (const body of [
      { route: '/x', data: 'text' },
      { route: '/x', data: [1] },
      { route: '/x', data: { text: 'x'.repeat(8_192) } },
      '{"route":"/x","data":{"__proto__":{"isAdmin":true}}}',
      { route: '/x', title: 'x'.repeat(141) },
      { route: 7 },
      {},
    ]) {
      assert.equal((await shop.callAsApp('/api/link/create', { body })).status, 400);
    }
    for (let count = 0; count < 200; count += 1) {
      assert.equal((await share(`/${count}`, `198.51.${count}.1`)).status, 200);
    }
    const refused = await share('/one-more');
    assert.equal(refused.status, 429);
    assert.equal(errorCode(await refused.json()), 'too_many_links');
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal((await share('/0')).status, 200);
    shop.clock.now += 24 * 60 * 60 * 1000;
    assert.equal((await share('/one-more')).status, 200);
  });

  const DAY_MS = 24 * 60 * 60 * 1000;

  async function shareOne(shop: Shop): Promise<string> {
    const response = await shop.callAsApp('/api/link/create', { body: { route: '/join' } });
    return new URL(((await response.json()) as { url: string }).url).pathname.slice(1);
  }

  test('a link shared from the app ends a year after its last click', async () => {
    const shop = await openShop(opened.database);
    const code = await shareOne(shop);
    const open = async () => (await shop.view(code, iphone)).status;
    const passDays = async (days: number) => {
      shop.clock.now += days * DAY_MS;
      await foldRollups(opened.database.queries, shop.clock.now);
      await forgetOldRows(opened.database.queries, shop.clock.now, 400);
    };
    await passDays(200);
    assert.equal(await open(), 200);
    await passDays(1);
    await passDays(363);
    assert.equal(await open(), 200);
    await passDays(1);
    await passDays(365);
    assert.equal(await open(), 410);
    // Whoever shares the same again gets the same link, alive.
    assert.equal(await shareOne(shop), code);
    while ((await open()) !== 200) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  test('an end that the owner has chosen for a shared link stays, and so does that of a link of the owner', async () => {
    const shop = await openShop(opened.database);
    const code = await shareOne(shop);
    const expiresAt = new Date(shop.clock.now + 10 * DAY_MS).toISOString();
    const changed = await shop.callAsOwner(`/api/links/${code}`, { method: 'PATCH', body: { expiresAt } });
    assert.equal(changed.status, 200);
    const own = { code: 'own', destination: '/x', expiresAt };
    assert.equal((await shop.callAsOwner('/api/links', { body: own })).status, 201);
    for (const each of [code, 'own']) await shop.view(each, iphone);
    shop.clock.now += DAY_MS;
    await foldRollups(opened.database.queries, shop.clock.now);
    await forgetOldRows(opened.database.queries, shop.clock.now, 400);
    shop.clock.now += 10 * DAY_MS;
    for (const each of [code, 'own']) assert.equal((await shop.view(each, iphone)).status, 410, each);
    assert.equal(await shareOne(shop), code);
    assert.equal((await shop.view(code, iphone)).status, 410);
  });
});
