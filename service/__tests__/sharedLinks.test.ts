import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorCode } from './support/errorCode.ts';
import { resolve } from './support/linkRequests.ts';
import { onEachDatabase } from './support/onEachDatabase.ts';
import { openShop } from './support/openShop.ts';

onEachDatabase('links shared from the app', (opened) => {
  test('a link shared from the app is the same for the same install, route and data, and leads into the app', async () => {
    const shop = await openShop(opened.database);
    const share = async (installId: string, body: object) => {
      const headers = { 'x-install-id': installId };
      const response = await shop.callAsApp('/api/link/create', { body, headers });
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

  test('an app can’t share a link to elsewhere, and an install not without end', async () => {
    const shop = await openShop(opened.database);
    const share = (route: string) =>
      shop.callAsApp('/api/link/create', { body: { route }, headers: { 'x-install-id': 'ana' } });
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
    const long = { 'x-install-id': 'x'.repeat(129) };
    assert.equal((await shop.callAsApp('/api/link/create', { body: { route: '/x' }, headers: long })).status, 400);
    for (let count = 0; count < 200; count += 1) assert.equal((await share(`/${count}`)).status, 200);
    const refused = await share('/one-more');
    assert.equal(refused.status, 429);
    assert.equal(errorCode(await refused.json()), 'too_many_links');
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal((await share('/0')).status, 200);
    shop.clock.now += 24 * 60 * 60 * 1000;
    assert.equal((await share('/one-more')).status, 200);
  });
});
