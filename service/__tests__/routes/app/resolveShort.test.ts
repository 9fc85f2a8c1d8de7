import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteInstall } from '../../../src/storage/facts/installs.ts';
import { addOpens } from '../../../src/storage/facts/opens.ts';
import { createGroupNames } from '../../../src/storage/facts/names.ts';
import { resolve } from '../../support/linkRequests.ts';
import { found, outcome } from '../../support/matchAnswers.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop } from '../../support/openShop.ts';

onOneDatabase('resolve-short', (opened) => {
  test('a short link of the app resolves, any number of times', async () => {
    const shop = await openShop(opened.database);
    const url = `https://${shop.app.linkHosts[0]}/${shop.codes.sneaker}`;
    assert.deepEqual(outcome(await resolve(shop, url)), found(shop.destinations.sneaker));
    assert.deepEqual(outcome(await resolve(shop, url)), found(shop.destinations.sneaker));
  });

  test('an install that opens a link twice in one millisecond has opened it once', async () => {
    const shop = await openShop(opened.database);
    const { queries } = opened.database;
    const open = {
      network: null,
      appId: shop.app.id,
      installId: 'hasty',
      code: shop.codes.sneaker,
      openedAt: new Date(0),
    };
    await addOpens(queries, createGroupNames(Date.now), [open, open]);
    await addOpens(queries, createGroupNames(Date.now), [open]);
    assert.equal((await deleteInstall(queries, shop.app.id, 'hasty')).opens, 1);
  });

  test('what is not a short link of the app is a 404', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    for (const url of [
      `https://${shop.app.linkHosts[0]}/cart`,
      `https://elsewhere.test/${shop.codes.sneaker}`,
      `${shop.origin}/${other.codes.sneaker}`,
      'nonsense',
    ]) {
      assert.deepEqual(outcome(await resolve(shop, url)), [404, 'not_a_short_link']);
    }
  });

  test('a missing or empty url is a 400', async () => {
    const shop = await openShop(opened.database);
    assert.equal((await resolve(shop, undefined)).status, 400);
    assert.equal((await resolve(shop, '')).status, 400);
  });
});
