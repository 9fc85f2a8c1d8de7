import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop } from '../../support/openShop.ts';

onOneDatabase('the hosts that a proxy may get certificates for', (opened) => {
  test('are those of the apps and of the public address, and the answer says nothing else', async () => {
    const options = { publicUrl: 'https://links.shop.test:8443', rateLimit: { burst: 1, perSecond: 1 } };
    const shop = await openShop(opened.database, options);
    const ask = async (query: string) => {
      const response = await shop.call(`/api/tls/ask${query}`);
      return { status: response.status, text: await response.text() };
    };
    const yes = { status: 200, text: '' };
    const no = { status: 404, text: '' };
    assert.deepEqual(await ask(`?domain=${shop.host}`), yes);
    assert.deepEqual(await ask(`?domain=${shop.host.toUpperCase()}`), yes);
    assert.deepEqual(await ask('?domain=links.shop.test'), yes);
    for (const query of [
      '',
      '?domain=',
      '?domain=shop.test',
      `?domain=x.${shop.host}`,
      '?domain=%00',
      '?domain=localhost',
    ]) {
      assert.deepEqual(await ask(query), no, query);
    }
  });

  test('change with the apps', async () => {
    const shop = await openShop(opened.database);
    const ask = async (host: string) => (await shop.call(`/api/tls/ask?domain=${host}`)).status;
    const other = `other.${shop.host}`;
    assert.equal(await ask(other), 404);
    const changed = await shop.callAsAdmin(`/api/apps/${shop.app.id}`, { method: 'PATCH', body: { hosts: [other] } });
    assert.equal(changed.status, 200);
    assert.equal(await ask(other), 200);
    assert.equal(await ask(shop.host), 404);
  });
});
