import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from './support/onEachDatabase.ts';
import { openShop, type Shop } from './support/openShop.ts';

onEachDatabase('deletion requests', (opened) => {
  test('everything of an install goes when its owner asks', async () => {
    const shop = await openShop(opened.database);
    const send = (deviceId: string, id: string) =>
      shop.callAsApp('/api/link/events', {
        body: {
          deviceId,
          sentAt: '2026-01-01T12:00:00Z',
          events: [{ id, name: 'login', timestamp: '2026-01-01T12:00:00Z' }],
        },
      });
    await send('ana', 'a');
    await send('ben', 'b');
    for (const install of ['ana', 'ben']) {
      const body = { url: `${shop.origin}/${shop.codes.summer}` };
      await shop.callAsApp('/api/link/resolve-short', { body, headers: { 'x-install-id': install } });
    }
    await shop.callAsApp('/api/link/create', { body: { route: '/x' }, headers: { 'x-install-id': 'ana' } });
    assert.equal((await shop.callAsApp('/api/installs/ana', { method: 'DELETE' })).status, 403);
    const response = await shop.callAsOwner('/api/installs/ana', { method: 'DELETE' });
    assert.deepEqual(await response.json(), { events: 1, opens: 1, links: 1 });
    const { events } = (await (await shop.callAsOwner('/api/events')).json()) as { events: { deviceId: string }[] };
    assert.deepEqual(
      events.map(({ deviceId }) => deviceId),
      ['ben']
    );
    const again = await shop.callAsOwner('/api/installs/ana', { method: 'DELETE' });
    assert.deepEqual(await again.json(), { events: 0, opens: 0, links: 0 });
    const { total } = (await (await shop.callAsOwner('/api/statistics')).json()) as { total: { opens: number } };
    assert.equal(total.opens, 1);
  });

  test('the events of a user go when their owner asks, on whatever install they were', async () => {
    const shop = await openShop(opened.database);
    const other = await openShop(opened.database);
    const send = (as: Shop, deviceId: string, userId: string | null) =>
      as.callAsApp('/api/link/events', {
        body: {
          deviceId,
          sentAt: '2026-01-01T12:00:00Z',
          events: [{ id: `${deviceId} ${userId}`, name: 'login', timestamp: '2026-01-01T12:00:00Z', userId }],
        },
      });
    for (const device of ['phone', 'tablet']) {
      for (const user of ['ana@example.com', 'ben', null]) await send(shop, device, user);
    }
    await send(other, 'phone', 'ana@example.com');
    const path = `/api/users/${encodeURIComponent('ana@example.com')}`;
    assert.equal((await shop.callAsApp(path, { method: 'DELETE' })).status, 403);
    assert.deepEqual(await (await shop.callAsOwner(path, { method: 'DELETE' })).json(), { events: 2 });
    assert.deepEqual(await (await shop.callAsOwner(path, { method: 'DELETE' })).json(), { events: 0 });
    const left = async (as: Shop) =>
      ((await (await as.callAsOwner('/api/events')).json()) as { events: { userId: string | null }[] }).events;
    assert.deepEqual(
      (await left(shop)).map(({ userId }) => userId),
      ['ben', null, 'ben', null]
    );
    assert.equal((await left(other)).length, 1);
  });
});
