import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { forgetChanges } from '../../../src/operations/forgetChanges.ts';
import { rowsOf } from '../../../src/storage/base/query.ts';
import { WEBHOOK_EVENTS } from '../../../src/values/webhookEvents.ts';
import { DAY_MS } from '../../../src/values/durations.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import type { Shop } from '../../support/openShop.ts';
import { iphone } from '../../support/phones.ts';
import { prepareWebhooks } from '../../support/prepareWebhooks.ts';

onOneDatabase('webhooks', (opened) => {
  const { open, listOf, addWaiting } = prepareWebhooks(opened);

  test('of a person are deleted with the person', async () => {
    const { shop, add } = await open();
    await add({ events: WEBHOOK_EVENTS });
    const clickId = await shop.click(shop.codes.summer, iphone);
    await shop.match({ clickId }, undefined, 'phone-of-hedda');
    const timestamp = new Date(shop.clock.now).toISOString();
    await shop.callAsOwner('/api/events', {
      body: { events: [{ id: 'order-h', name: 'purchase', userId: 'hedda', timestamp }] },
    });
    const held = async () => {
      const rows = await opened.database.queries.execute(
        sql`SELECT count(*)::int AS found FROM webhook_facts AS t WHERE t::text LIKE '%hedda%'`
      );
      return rowsOf<{ found: number }>(rows)[0]?.found;
    };
    assert.equal(await held(), 2);
    await shop.forget('/api/installs/phone-of-hedda');
    assert.equal(await held(), 1);
    await shop.forget('/api/users/hedda');
    assert.equal(await held(), 0);
  });

  const countRows = async (shop: Shop) => {
    const rows = await opened.database.queries.execute(sql`
      SELECT (SELECT count(*)::int FROM webhook_facts WHERE app_id = ${shop.app.id}) AS facts,
        (SELECT count(*)::int FROM webhook_deliveries WHERE app_id = ${shop.app.id}) AS deliveries`);
    return rowsOf<{ facts: number; deliveries: number }>(rows)[0];
  };

  test('to many endpoints are stored with their data once, which goes with the last of them', async () => {
    const { shop, receiver, add, deliver } = await open();
    const endpoints = [await add({ events: ['event.recorded'] }), await add({ events: ['event.recorded'] })];
    await add({ events: ['event.recorded'], names: ['other'] });
    const timestamp = new Date(shop.clock.now).toISOString();
    const note = 'x'.repeat(1_000);
    await shop.callAsOwner('/api/events', {
      body: { events: [{ id: 'one', name: 'purchase', userId: 'u', timestamp, data: { note } }] },
    });
    assert.deepEqual(await countRows(shop), { facts: 1, deliveries: 2 });
    await deliver();
    assert.equal(receiver.received.length, 2);
    assert.ok(receiver.received.every(({ body }) => body.includes(note)));
    for (const [index, { id }] of endpoints.entries()) {
      assert.equal((await shop.callAsOwner(`/api/webhooks/${id}`, { method: 'DELETE' })).status, 204);
      assert.deepEqual(await countRows(shop), index === 0 ? { facts: 1, deliveries: 1 } : { facts: 0, deliveries: 0 });
    }
  });

  test('that wait for an endpoint that is paused or gone are deleted after seven days', async () => {
    const { shop, add, changeLink } = await open();
    const paused = await add();
    const active = await add();
    await changeLink();
    await shop.callAsOwner(`/api/webhooks/${paused.id}`, { method: 'PATCH', body: { paused: true } });
    // As if an instance had written it while the endpoint was being deleted.
    await addWaiting(shop, 'deleted', 1);
    const forget = (days: number) =>
      forgetChanges(opened.database.queries, shop.app.id, shop.clock.now + days * DAY_MS);
    await forget(6);
    assert.deepEqual(await countRows(shop), { facts: 2, deliveries: 3 });
    await forget(8);
    assert.deepEqual(await countRows(shop), { facts: 1, deliveries: 1 });
    assert.equal((await listOf(shop, active.id)).length, 1);
  });
});
