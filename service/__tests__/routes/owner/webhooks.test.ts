import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { forgetChanges } from '../../../src/operations/forgetChanges.ts';
import type { ChangeListWire } from '../../../src/routes/owner/changes.ts';
import type { DeliveryListWire } from '../../../src/routes/owner/webhooks.ts';
import { addOpens } from '../../../src/storage/facts/opens.ts';
import { rowsOf } from '../../../src/storage/base/query.ts';
import { WEBHOOK_EVENTS } from '../../../src/values/webhookEvents.ts';
import { createGroupNames } from '../../../src/storage/facts/names.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop } from '../../support/openShop.ts';
import { iphone } from '../../support/phones.ts';
import { idOf, prepareWebhooks } from '../../support/prepareWebhooks.ts';
import { webhookOptions, type Received } from '../../support/receiveWebhooks.ts';
import { DAY_MS, SECOND_MS } from '../../../src/values/durations.ts';

const typeOf = ({ body }: Received) => (JSON.parse(body) as { type: string }).type;

/** Signs with the package that receivers use. Its `verify` would compare the time with this machine's clock as well. */
function isSigned(secret: string, { headers, body }: Received): boolean {
  const timestamp = Number(headers['webhook-timestamp']);
  const signature = new Webhook(secret).sign(String(headers['webhook-id']), new Date(timestamp * SECOND_MS), body);
  return String(headers['webhook-signature']).split(' ').includes(signature);
}

onOneDatabase('webhooks', (opened) => {
  const { open, listOf } = prepareWebhooks(opened);

  test('tell of matches, opens, events and changed links, each signed by the endpoint’s secret', async () => {
    const { shop, receiver, add, deliver } = await open();
    const { secret } = await add({ events: WEBHOOK_EVENTS });
    const clickId = await shop.click(shop.codes.summer, iphone);
    assert.equal((await shop.match({ clickId }, undefined, 'phone-1')).status, 200);
    assert.equal((await shop.match({ clickId: 'nobody' }, undefined, 'phone-2')).status, 404);
    const headers = { 'x-install-id': 'phone-1' };
    const url = `${shop.origin}/${shop.codes.sneaker}`;
    await shop.callAsApp('/api/link/resolve-short', { body: { url }, headers });
    const event = {
      id: 'e1',
      name: 'purchase',
      timestamp: new Date(shop.clock.now).toISOString(),
      userId: 'u1',
      data: { value: 5, currency: 'EUR', note: '\u0000' },
    };
    const fromServer = await shop.callAsOwner('/api/events', { body: { events: [event] } });
    assert.equal(((await fromServer.json()) as { accepted: number }).accepted, 1);
    const sent = {
      events: [{ ...event, id: 'e2', name: 'opened', userId: null }],
      installId: 'phone-1',
      platform: 'ios',
    };
    assert.equal((await shop.callAsApp('/api/link/events', { body: sent, headers })).status, 200);
    await shop.callAsOwner('/api/links', { body: { code: 'fresh', destination: '/new' } });
    await deliver();
    const byType = new Map(receiver.received.map((each) => [typeOf(each), each]));
    // The others come once a day or a week: see operations/digests.test.ts.
    const regular: readonly string[] = ['installs.fell', 'week.ended'];
    assert.deepEqual([...byType.keys(), ...regular].sort(), [...WEBHOOK_EVENTS].sort());
    assert.ok(receiver.received.every((each) => isSigned(secret, each)));
    assert.equal(new Set(receiver.received.map(idOf)).size, receiver.received.length);
    const dataOf = (type: string) =>
      (JSON.parse(byType.get(type)?.body ?? '{}') as { data: Record<string, unknown> }).data;
    assert.deepEqual(
      [dataOf('install.matched').installId, dataOf('install.matched').code, dataOf('install.matched').matchedBy],
      ['phone-1', shop.codes.summer, 'clickId']
    );
    assert.equal(dataOf('install.unmatched').installId, 'phone-2');
    assert.equal(dataOf('link.opened').code, shop.codes.sneaker);
    assert.equal(dataOf('link.changed').code, 'fresh');
    const recorded = receiver.received.filter((each) => typeOf(each) === 'event.recorded');
    const events = recorded.map(({ body }) => (JSON.parse(body) as { data: Record<string, unknown> }).data);
    assert.deepEqual(events.map(({ id }) => id).sort(), ['e1', 'e2']);
    const bought = events.find(({ id }) => id === 'e1');
    assert.deepEqual([bought?.amount, bought?.currency, bought?.userId], ['5', 'EUR', 'u1']);
    assert.deepEqual(bought?.data, event.data);
    const listed = (await (await shop.callAsOwner('/api/events')).json()) as { events: Record<string, unknown>[] };
    const inList = listed.events.find(({ id }) => id === 'e1');
    assert.deepEqual([bought?.amount, bought?.occurredAt], [inList?.amount, inList?.occurredAt]);
    const times = [
      dataOf('install.matched').clickedAt,
      dataOf('install.unmatched').attemptedAt,
      dataOf('link.opened').openedAt,
    ];
    assert.deepEqual(times, Array(3).fill(new Date(shop.clock.now).toISOString()));
    await deliver();
    assert.equal(receiver.received.length, 6);
  });

  test('have the route of a path link, none of a link with a code, and times as the API has them', async () => {
    const { shop, receiver, add, deliver } = await open();
    await shop.callAsAdmin(`/api/apps/${shop.app.id}`, { method: 'PATCH', body: { pathLinks: 'on' } });
    await add({ events: ['install.matched', 'link.changed'] });
    await shop.match({ clickId: await shop.click('', iphone, '/product/42?ref=mail') }, undefined, 'phone-1');
    await shop.match({ clickId: await shop.click(shop.codes.summer, iphone) }, undefined, 'phone-2');
    const body = { code: 'fresh', destination: '/new', expiresAt: '2027-01-01T00:00:00+01:00' };
    const created = (await (await shop.callAsOwner('/api/links', { body })).json()) as Record<string, unknown>;
    await deliver();
    const told = receiver.received.map(({ body }) => JSON.parse(body) as { data: Record<string, unknown> });
    const dataOf = (installId: string) => told.find(({ data }) => data.installId === installId)?.data;
    assert.equal(dataOf('phone-1')?.route, '/product/42');
    assert.equal(dataOf('phone-1')?.query, 'ref=mail');
    assert.deepEqual([dataOf('phone-2')?.code, dataOf('phone-2')?.route], [shop.codes.summer, null]);
    const after = told.find(({ data }) => data.code === 'fresh')?.data.after as Record<string, unknown>;
    assert.equal(after.expiresAt, created.expiresAt);
    assert.equal(after.expiresAt, '2026-12-31T23:00:00.000Z');
  });

  test('tell only of what an endpoint asked for, and of nothing that was repeated', async () => {
    const { shop, receiver, add, deliver, changeLink } = await open();
    await add({ events: ['event.recorded'], names: ['level_reached'] });
    const send = (id: string, name: string) =>
      shop.callAsOwner('/api/events', {
        body: { events: [{ id, name, userId: 'u', timestamp: new Date(shop.clock.now).toISOString() }] },
      });
    await send('a', 'level_reached');
    await send('a', 'level_reached');
    await send('b', 'other');
    await changeLink();
    await deliver();
    assert.deepEqual(receiver.received.map(typeOf), ['event.recorded']);
  });

  test('tell once of a link that was opened twice in one millisecond', async () => {
    const { shop, receiver, add, deliver } = await open();
    await add({ events: ['link.opened'] });
    const { queries } = opened.database;
    const first = {
      network: null,
      appId: shop.app.id,
      installId: 'hasty',
      code: shop.codes.sneaker,
      openedAt: new Date(shop.clock.now),
    };
    const other = { ...first, code: shop.codes.summer };
    await addOpens(queries, createGroupNames(Date.now), [first, first]);
    await addOpens(queries, createGroupNames(Date.now), [first, other]);
    await deliver();
    assert.deepEqual(receiver.received.map(typeOf), ['link.opened', 'link.opened']);
  });

  test('are signed by both secrets for a day after a rotation, and no longer if another follows', async () => {
    const { shop, receiver, add, deliver, changeLink } = await open();
    const { id, secret: old } = await add();
    const rotated = await shop.callAsOwner(`/api/webhooks/${id}/rotate`, { method: 'POST' });
    const { secret } = (await rotated.json()) as { secret: string };
    assert.notEqual(secret, old);
    await changeLink();
    await deliver();
    shop.clock.now += DAY_MS / 2;
    await shop.callAsOwner(`/api/webhooks/${id}/rotate`, { method: 'POST' });
    shop.clock.now += DAY_MS / 2 + 1;
    await changeLink();
    await deliver();
    const [first, second] = receiver.received as [Received, Received];
    assert.deepEqual([isSigned(old, first), isSigned(secret, first)], [true, true]);
    assert.deepEqual([isSigned(old, second), isSigned(secret, second)], [false, true]);
    const stored = await opened.database.queries.execute(
      sql`SELECT count(*)::int AS found FROM secrets AS t WHERE t::text LIKE '%whsec%' OR t::text LIKE ${`%${secret.slice(6)}%`}`
    );
    assert.equal(rowsOf<{ found: number }>(stored)[0]?.found, 0);
  });

  test('that are too large go without their data', async () => {
    const { shop, receiver, add, deliver } = await open();
    await add({ events: ['event.recorded'] });
    const timestamp = new Date(shop.clock.now).toISOString();
    const event = { id: 'order-1', name: 'purchase', userId: 'u-1', timestamp, data: { text: 'ä'.repeat(10_000) } };
    const stored = await shop.callAsOwner('/api/events', { body: { events: [event] } });
    assert.deepEqual(((await stored.json()) as { rejected: unknown[] }).rejected, []);
    await deliver();
    assert.deepEqual(JSON.parse(receiver.received[0]?.body ?? ''), {
      type: 'event.recorded',
      timestamp,
      truncated: true,
    });
  });

  test('speak Slack’s format', async () => {
    const { receiver, add, deliver, changeLink } = await open();
    await add({ format: 'slack' });
    await changeLink();
    await deliver();
    const { text } = JSON.parse(receiver.received[0]?.body ?? '') as { text: string };
    assert.match(text, /^\*link\.changed\*\ncode: .+\nafter: \{.*"destination":"\/new"/);
  });

  test('are tried and replayed by hand', async () => {
    const { shop, receiver, add, deliver } = await open();
    const { id, secret } = await add();
    const tried = await shop.callAsOwner(`/api/webhooks/${id}/test`, { method: 'POST' });
    const delivery = (await tried.json()) as DeliveryListWire['deliveries'][number];
    assert.deepEqual([tried.status, delivery.type, delivery.status], [200, 'webhook.test', 204]);
    assert.ok(receiver.received[0] && isSigned(secret, receiver.received[0]));
    const replayed = await shop.callAsOwner(`/api/deliveries/${delivery.id}/replay`, { method: 'POST' });
    assert.equal(replayed.status, 200);
    const waiting = (await replayed.json()) as typeof delivery;
    assert.deepEqual([delivery.deliveredAt === null, waiting.deliveredAt, waiting.attempts], [false, null, 0]);
    await deliver();
    assert.deepEqual(receiver.received.map(idOf), [delivery.id, delivery.id]);
    const other = await openShop(opened.database);
    assert.equal((await other.callAsOwner(`/api/deliveries/${delivery.id}/replay`, { method: 'POST' })).status, 404);
    assert.equal((await other.callAsOwner(`/api/webhooks/${id}/deliveries`)).status, 404);
    await forgetChanges(opened.database.queries, shop.app.id, shop.clock.now + 8 * DAY_MS);
    assert.deepEqual(await listOf(shop, id), []);
  });

  test('need SECRETS_KEY, and say so', async () => {
    const shop = await openShop(opened.database);
    const body = { url: 'https://example.com/', events: ['link.changed'] };
    const response = await shop.callAsOwner('/api/webhooks', { body });
    assert.equal(response.status, 409);
    assert.match(await response.text(), /Webhooks need SECRETS_KEY/);
  });

  test('go to no address that isn’t public, unless the operator allows it', async () => {
    const { secretsKeys } = webhookOptions();
    const shop = await openShop(opened.database, { secretsKeys });
    const status = async (url: string) =>
      (await shop.callAsOwner('/api/webhooks', { body: { url, events: ['link.changed'] } })).status;
    for (const url of [
      ...['http://example.com/', 'ftp://example.com/', 'example.com', '', 'https://user:word@example.com/'],
      ...['https://127.0.0.1/', 'https://[::1]/', 'https://0x7f.1/', 'https://2130706433/', 'https://10.0.0.1/'],
      ...['https://169.254.169.254/', 'https://[fd00:ec2::254]/', 'https://[::ffff:10.0.0.1]/', 'https://0.0.0.0/'],
      ...['https://example.com/a\nb', 'https://exam\r\nple.com/', 'https://example.com/\t', ' https://example.com/'],
    ]) {
      assert.equal(await status(url), 400, url);
    }
    assert.equal(await status('https://example.com/in?key=1'), 201);
  });

  test('are recorded as changes, without what is secret', async () => {
    const { shop, add } = await open();
    const { id, secret } = await add({ url: 'https://hooks.example.com/services/T0/very-secret' });
    await shop.callAsOwner(`/api/webhooks/${id}/rotate`, { method: 'POST' });
    await shop.callAsOwner(`/api/webhooks/${id}`, { method: 'PATCH', body: { paused: true } });
    await shop.callAsOwner(`/api/webhooks/${id}`, { method: 'DELETE' });
    const { changes } = (await (await shop.callAsOwner('/api/changes')).json()) as ChangeListWire;
    const own = changes.filter(({ what }) => what === 'webhook');
    assert.equal(own.length, 4);
    const text = JSON.stringify(own);
    assert.ok(text.includes('https://hooks.example.com'));
    assert.ok(!text.includes('very-secret') && !text.includes(secret));
  });

  test('keep working while the key of the secrets is replaced', async () => {
    const before = webhookOptions();
    const next = webhookOptions();
    const shop = await openShop(opened.database, before);
    const body = { url: 'https://example.com/', events: ['link.changed'] };
    assert.equal((await shop.callAsOwner('/api/webhooks', { body })).status, 201);
    const secretsKeys = [...next.secretsKeys, ...before.secretsKeys];
    const both = await openShop(opened.database, { ...before, secretsKeys });
    const rotated = (await (await both.callAsAdmin('/api/secrets/rotate', { method: 'POST' })).json()) as {
      resealed: number;
    };
    assert.equal(rotated.resealed, 1);
    const again = (await (await both.callAsAdmin('/api/secrets/rotate', { method: 'POST' })).json()) as {
      resealed: number;
    };
    assert.equal(again.resealed, 0);
  });

  test('are refused with as many wrong events as a body holds, as with one', async () => {
    const shop = await openShop(opened.database, webhookOptions());
    for (const count of [1, 130_000]) {
      const body = { url: 'https://example.com/', events: Array.from({ length: count }, () => 0) };
      assert.equal((await shop.callAsOwner('/api/webhooks', { body })).status, 400);
    }
  });
});
