import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop } from '../../support/openShop.ts';
import { iphone } from '../../support/phones.ts';

onOneDatabase('a change, before the database reports it', (opened) => {
  const openUnheard = () => openShop({ ...opened.database, onChange: () => {} });

  test('a link that its owner deletes is gone with the next request', async () => {
    const shop = await openUnheard();
    assert.equal((await shop.view(shop.codes.summer, iphone)).status, 200);
    assert.ok((await shop.callAsOwner(`/api/links/${shop.codes.summer}`, { method: 'DELETE' })).ok);
    assert.equal((await shop.view(shop.codes.summer, iphone)).status, 404);
  });

  test('a key that an admin revokes opens nothing with the next request', async () => {
    const shop = await openUnheard();
    const { id, secret } = await shop.addKey({ kind: 'secret' });
    const ask = async () => {
      const headers = { authorization: `Bearer ${secret}`, 'x-app-id': shop.app.id };
      return (await shop.call('/api/links', { headers })).status;
    };
    assert.equal(await ask(), 200);
    assert.ok((await shop.callAsAdmin(`/api/keys/${id}`, { method: 'DELETE' })).ok);
    assert.equal(await ask(), 401);
  });
});
