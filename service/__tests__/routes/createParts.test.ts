import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onOneDatabase } from '../support/onEachDatabase.ts';
import { openShop } from '../support/openShop.ts';
import { iphone, pixel } from '../support/phones.ts';

onOneDatabase('clicks that the database can’t store', (opened) => {
  test('are logged when the first one waits, and when all are stored', async () => {
    let isGone = false;
    const queries = new Proxy(opened.database.queries, {
      get: (target, name, receiver) =>
        name === 'execute' && isGone
          ? () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' }))
          : (Reflect.get(target, name, receiver) as unknown),
    });
    const logged: string[] = [];
    let storedAll = () => {};
    const areStored = new Promise<void>((resolve) => (storedAll = resolve));
    const shop = await openShop(
      { ...opened.database, queries },
      {
        log: (level, message) => {
          if (!message.includes('clicks')) return;
          logged.push(level);
          if (level === 'info') storedAll();
        },
      }
    );
    isGone = true;
    assert.equal((await shop.view(shop.codes.summer, iphone)).status, 200);
    assert.equal((await shop.view(shop.codes.summer, pixel)).status, 200);
    assert.deepEqual(logged, ['warn']);
    isGone = false;
    await areStored;
    assert.deepEqual(logged, ['warn', 'info']);
    const { clicks } = (await (await shop.callAsOwner('/api/clicks')).json()) as { clicks: unknown[] };
    assert.equal(clicks.length, 2);
  });
});
