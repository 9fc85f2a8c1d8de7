import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onOneDatabase } from '../support/onEachDatabase.ts';
import { openShop, type Shop } from '../support/openShop.ts';

interface Key {
  id: string;
  kind: string;
  label: string | null;
  lastUsedAt: string | null;
}

async function readKeys(shop: Shop): Promise<Key[]> {
  const answer = await shop.callAsAdmin(`/api/keys?app=${shop.app.id}`);
  return ((await answer.json()) as { keys: Key[] }).keys;
}

/** No request waits until the use of its key is written. */
async function usedAt(shop: Shop, kind: string, isExpected: (time: string | null) => boolean): Promise<string | null> {
  for (;;) {
    const time = (await readKeys(shop)).find((key) => key.kind === kind)?.lastUsedAt ?? null;
    if (isExpected(time)) return time;
  }
}

onOneDatabase('keys', (opened) => {
  test('have a label, which says what they are for', async () => {
    const shop = await openShop(opened.database);
    const body = { app: shop.app.id, kind: 'secret', label: ' warehouse ' };
    const added = (await (await shop.callAsAdmin('/api/keys', { body })).json()) as Key;
    assert.equal(added.label, 'warehouse');
    const labels = (await readKeys(shop)).map(({ label }) => label);
    assert.deepEqual(labels.sort(), [null, null, 'warehouse'].sort());
    const long = await shop.callAsAdmin('/api/keys', { body: { ...body, label: 'x'.repeat(81) } });
    assert.equal(long.status, 400);
  });

  test('know when they were last used, to the minute', async () => {
    const shop = await openShop(opened.database);
    assert.equal(await usedAt(shop, 'secret', () => true), null);
    const first = new Date(shop.clock.now).toISOString();
    await shop.callAsOwner('/api/links');
    assert.equal(await usedAt(shop, 'secret', (time) => time !== null), first);
    shop.clock.now += 59_000;
    await shop.callAsOwner('/api/links');
    shop.clock.now += 2_000;
    await shop.callAsOwner('/api/links');
    const second = new Date(shop.clock.now).toISOString();
    // Had the request before written, this would be its time.
    assert.equal(await usedAt(shop, 'secret', (time) => time !== first), second);
    assert.equal(await usedAt(shop, 'publishable', () => true), null);
    await shop.callAsApp('/api/link/resolve-short', { body: { url: `https://${shop.host}/nothing` } });
    assert.equal(await usedAt(shop, 'publishable', (time) => time !== null), second);
  });
});
