import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { forgetChanges } from '../../../src/operations/forgetChanges.ts';
import { createSecrets } from '../../../src/operations/secrets.ts';
import {
  createDeliveries,
  RETRY_DELAYS_MS,
  type WebhookMetrics,
} from '../../../src/operations/webhooks/createDeliveries.ts';
import type { SendWebhook } from '../../../src/operations/webhooks/SendWebhook.ts';
import type { ChangeListWire } from '../../../src/routes/owner/changes.ts';
import type { DeliveryListWire, WebhookWire } from '../../../src/routes/owner/webhooks.ts';
import type { Database } from '../../../src/storage/Database.ts';
import { addOpens } from '../../../src/storage/opens.ts';
import { rowsOf } from '../../../src/storage/rowsOf.ts';
import { WEBHOOK_EVENTS } from '../../../src/values/webhookEvents.ts';
import { createGroupNames } from '../../../src/storage/names.ts';
import { onEachDatabase, onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop, type Shop } from '../../support/openShop.ts';
import { iphone } from '../../support/phones.ts';
import { receiveWebhooks, webhookOptions, type Received } from '../../support/receiveWebhooks.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
const NEVER = new AbortController().signal;

type Added = WebhookWire & { secret: string };

const idOf = ({ headers }: Received) => headers['webhook-id'];
const typeOf = ({ body }: Received) => (JSON.parse(body) as { type: string }).type;

/** What the package that receivers use says. It compares with the clock of this machine, so only the signature counts. */
function isSigned(secret: string, { headers, body }: Received): boolean {
  const timestamp = Number(headers['webhook-timestamp']);
  const signature = new Webhook(secret).sign(String(headers['webhook-id']), new Date(timestamp * SECOND_MS), body);
  return String(headers['webhook-signature']).split(' ').includes(signature);
}

/** What the tests of a database share. */
function prepare(opened: { database: Database }) {
  const closing: (() => void)[] = [];
  after(() => closing.forEach((close) => close()));

  async function open(...[first]: Parameters<typeof receiveWebhooks>) {
    const options = webhookOptions();
    const shop = await openShop(opened.database, options);
    const receiver = await receiveWebhooks(first);
    closing.push(receiver.close);
    const { queries } = opened.database;
    const secrets = createSecrets(options.secretsKeys);
    const clock = () => shop.clock.now;
    const deliverer = (
      send: SendWebhook = options.sendWebhook,
      giveWay?: () => Promise<void>,
      metrics?: WebhookMetrics
    ) => createDeliveries({ queries, clock, secrets, send, log: () => {}, random: () => 0, giveWay, metrics });
    const add = async (wanted: object = {}) => {
      const body = { url: receiver.url, events: ['link.changed'], ...wanted };
      const response = await shop.callAsOwner('/api/webhooks', { body });
      assert.equal(response.status, 201);
      return (await response.json()) as Added;
    };
    const deliver = async (send?: SendWebhook) => {
      const deliveries = deliverer(send);
      await deliveries.run(NEVER);
      await deliveries.settle();
    };
    const changeLink = () => shop.callAsOwner('/api/links', { body: { destination: '/new' } });
    return { shop, receiver, add, deliver, deliverer, changeLink };
  }

  const listOf = async (shop: Shop, id: string) =>
    ((await (await shop.callAsOwner(`/api/webhooks/${id}/deliveries`)).json()) as DeliveryListWire).deliveries;
  const addWaiting = (shop: Shop, id: string, count: number) =>
    opened.database.queries.transaction(async (transaction) => {
      const at = sql`${new Date(shop.clock.now).toISOString()}::timestamptz`;
      await transaction.execute(sql`
        INSERT INTO webhook_facts (app_id, id, type, at, data)
        VALUES (${shop.app.id}, 'fact_' || ${id}::text, 'link.changed', ${at}, '{}')`);
      await transaction.execute(sql`
        INSERT INTO webhook_deliveries (app_id, id, webhook_id, fact_id, at, due_at)
        SELECT ${shop.app.id}, 'msg_' || number || ${id}::text, ${id}, 'fact_' || ${id}::text, ${at}, ${at}
        FROM generate_series(1, ${count}::int) AS number`);
    });
  const show = async (shop: Shop) =>
    ((await (await shop.callAsOwner('/api/webhooks')).json()) as { webhooks: WebhookWire[] }).webhooks[0];
  return { open, listOf, addWaiting, show };
}

onEachDatabase('webhooks', (opened) => {
  const { open, listOf, addWaiting, show } = prepare(opened);

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
    assert.deepEqual([...byType.keys()].sort(), [...WEBHOOK_EVENTS].sort());
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
    assert.deepEqual([bought?.amount, bought?.currency, bought?.userId], [5, 'EUR', 'u1']);
    assert.deepEqual(bought?.data, event.data);
    await deliver();
    assert.equal(receiver.received.length, 6);
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

  test('are tried again with the same id, at the times of the standard, and then given up', async () => {
    const { shop, receiver, add, deliver, changeLink } = await open((response) => response.writeHead(500).end('no'));
    const { id } = await add();
    await changeLink();
    const start = shop.clock.now;
    const times: number[] = [];
    for (let attempt = 0; attempt <= RETRY_DELAYS_MS.length; attempt += 1) {
      await deliver();
      times.push(shop.clock.now);
      const before = receiver.received.length;
      const [waiting] = await listOf(shop, id);
      if (waiting?.nextAttemptAt === null) break;
      shop.clock.now = Date.parse(waiting?.nextAttemptAt ?? '') - 1;
      await deliver();
      assert.equal(receiver.received.length, before);
      shop.clock.now += 1;
      // It hasn't failed for three days in a row if something else succeeds meanwhile.
      await opened.database.queries.execute(sql`UPDATE webhooks SET failing_since = NULL WHERE id = ${id}`);
    }
    const waits = times.map((time, position) => time - (times[position - 1] ?? start)).slice(1);
    assert.deepEqual(
      waits,
      [5, 300, 1800, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3600)].map((s) => s * SECOND_MS)
    );
    assert.equal(new Set(receiver.received.map(idOf)).size, 1);
    assert.equal(receiver.received.length, 10);
    const [last] = await listOf(shop, id);
    assert.deepEqual([last?.status, last?.answer, last?.deliveredAt, last?.attempts], [500, 'no', null, 10]);
  });

  test('wait as long as the receiver asks', async () => {
    const { shop, receiver, add, deliver, changeLink } = await open((response) =>
      response.writeHead(503, { 'retry-after': '120' }).end()
    );
    const { id } = await add();
    await changeLink();
    await deliver();
    const [waiting] = await listOf(shop, id);
    assert.equal(Date.parse(waiting?.nextAttemptAt ?? ''), shop.clock.now + 120 * SECOND_MS);
    receiver.answerWith((response) => response.writeHead(200).end());
    shop.clock.now += 120 * SECOND_MS;
    await deliver();
    assert.notEqual((await listOf(shop, id))[0]?.deliveredAt, null);
  });

  for (const [what, answer] of [
    ['redirects', (response) => response.writeHead(301, { location: 'http://127.0.0.1:1/' }).end()],
    ['closes the connection', (response) => response.destroy()],
    ['hangs', () => {}],
  ] satisfies [string, Parameters<typeof receiveWebhooks>[0] & object][]) {
    test(`to a receiver that ${what} count as failed, and come again`, async () => {
      const { shop, receiver, add, deliver, changeLink } = await open(answer);
      const { id } = await add();
      await changeLink();
      await deliver();
      const [failed] = await listOf(shop, id);
      assert.equal(failed?.deliveredAt, null);
      receiver.answerWith((response) => response.writeHead(204).end());
      shop.clock.now = Date.parse(failed?.nextAttemptAt ?? '');
      await deliver();
      assert.equal((await listOf(shop, id))[0]?.status, 204);
      assert.equal(new Set(receiver.received.map(idOf)).size, 1);
    });
  }

  test('end where the receiver says that it is gone', async () => {
    const { shop, receiver, add, deliver, changeLink } = await open((response) => response.writeHead(410).end());
    const { id } = await add();
    await changeLink();
    await deliver();
    assert.equal((await show(shop))?.paused?.because, 'gone');
    const findings = await (await shop.callAsOwner(`/api/apps/${shop.app.id}/doctor`)).text();
    const since = `(${id}) are paused since ${new Date(shop.clock.now).toISOString()}: It answered 410`;
    assert.ok(findings.includes(since), findings);
    shop.clock.now += DAY_MS;
    await changeLink();
    await deliver();
    assert.equal(receiver.received.length, 1);
    receiver.answerWith((response) => response.writeHead(204).end());
    await shop.callAsOwner(`/api/webhooks/${id}`, { method: 'PATCH', body: { paused: false } });
    await deliver();
    // What was written before the pause is sent; what happened during it was never written.
    assert.equal(receiver.received.length, 2);
    assert.equal((await show(shop))?.paused, null);
  });

  test('pause after three days of failures, and say what was not sent', async () => {
    const { shop, receiver, add, deliver, changeLink } = await open((response) => response.writeHead(500).end());
    await add();
    await changeLink();
    await deliver();
    shop.clock.now += 3 * DAY_MS - 1;
    await changeLink();
    await deliver();
    assert.equal((await show(shop))?.paused, null);
    shop.clock.now += DAY_MS;
    await changeLink();
    await deliver();
    const paused = await show(shop);
    assert.equal(paused?.paused?.because, 'failing');
    assert.match(
      paused?.paused?.message ?? '',
      /failed for three days\. 3 deliveries wait.*GET \/api\/export\/events\.csv/
    );
    const before = receiver.received.length;
    await changeLink();
    shop.clock.now += DAY_MS;
    await deliver();
    assert.equal(receiver.received.length, before);
  });

  test('to a slow endpoint delay no other', async () => {
    const { shop, receiver, add, deliverer, changeLink } = await open();
    await add({ url: `${receiver.url}/slow` });
    const fast = await add();
    const { sendWebhook } = webhookOptions();
    let release = () => {};
    const hanging = new Promise<void>((resolve) => (release = resolve));
    const deliveries = deliverer(async (request, signal) => {
      if (request.url.endsWith('/slow')) await hanging;
      return sendWebhook(request, signal);
    });
    await changeLink();
    await deliveries.run(NEVER);
    const waitFor = async (count: number) => {
      while (receiver.received.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    await waitFor(1);
    while ((await listOf(shop, fast.id))[0]?.deliveredAt === null)
      await new Promise((resolve) => setTimeout(resolve, 10));
    // The slow one is still under way, and the fast one gets what comes next.
    await changeLink();
    while (receiver.received.length < 2) {
      await deliveries.run(NEVER);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.equal((await listOf(shop, fast.id)).filter(({ status }) => status === 204).length >= 1, true);
    release();
    await deliveries.settle();
  });

  test('of one endpoint are sent ten at a time, all of them, each once', async () => {
    const { shop, add, deliver } = await open();
    const { id } = await add();
    await addWaiting(shop, id, 75);
    let underWay = 0;
    let most = 0;
    const sent: unknown[] = [];
    await deliver(async ({ headers }) => {
      sent.push(headers['webhook-id']);
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 5));
      underWay -= 1;
      return { kind: 'answered', status: 204, retryAfter: null, text: '' };
    });
    assert.equal(most, 10);
    assert.equal(sent.length, 75);
    assert.equal(new Set(sent).size, 75);
    assert.equal((await show(shop))?.waiting, 0);
  });

  test('wait while people wait for the process, and go on afterwards', async () => {
    const { shop, add, deliverer } = await open();
    const { id } = await add();
    await addWaiting(shop, id, 25);
    let sent = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let waiting = 0;
    let areAllWaiting = () => {};
    const allWait = new Promise<void>((resolve) => (areAllWaiting = resolve));
    const deliveries = deliverer(
      async () => {
        sent += 1;
        return { kind: 'answered', status: 204, retryAfter: null, text: '' };
      },
      async () => {
        waiting += 1;
        if (waiting === 10) areAllWaiting();
        await released;
      }
    );
    await deliveries.run(NEVER);
    await allWait;
    assert.equal(sent, 10);
    release();
    await deliveries.settle();
    assert.equal(sent, 25);
  });

  for (const step of ['before the request', 'after the request'] as const) {
    test(`of an instance that dies ${step} arrive from another, with the same id`, async () => {
      const { shop, receiver, add, deliver, deliverer, changeLink } = await open();
      await add();
      await changeLink();
      const { sendWebhook } = webhookOptions();
      let died = () => {};
      const dies = new Promise<void>((resolve) => (died = resolve));
      const dying = deliverer(async (request, signal) => {
        if (step === 'after the request') await sendWebhook(request, signal);
        died();
        return new Promise(() => {});
      });
      await dying.run(NEVER);
      await dies;
      const before = receiver.received.length;
      await deliver();
      assert.equal(receiver.received.length, before);
      shop.clock.now += 60 * SECOND_MS;
      await deliver();
      assert.equal(receiver.received.length, before + 1);
      assert.equal(new Set(receiver.received.map(idOf)).size, 1);
    });
  }

  test('are signed by both secrets for a day after a rotation', async () => {
    const { shop, receiver, add, deliver, changeLink } = await open();
    const { id, secret: old } = await add();
    const rotated = await shop.callAsOwner(`/api/webhooks/${id}/rotate`, { method: 'POST' });
    const { secret } = (await rotated.json()) as { secret: string };
    assert.notEqual(secret, old);
    await changeLink();
    await deliver();
    shop.clock.now += DAY_MS + 1;
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
    await deliver();
    assert.deepEqual(receiver.received.map(idOf), [delivery.id, delivery.id]);
    const other = await openShop(opened.database);
    assert.equal((await other.callAsOwner(`/api/deliveries/${delivery.id}/replay`, { method: 'POST' })).status, 404);
    assert.equal((await other.callAsOwner(`/api/webhooks/${id}/deliveries`)).status, 404);
    await forgetChanges(opened.database.queries, shop.app.id, shop.clock.now + 8 * DAY_MS);
    assert.deepEqual(await listOf(shop, id), []);
  });

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
    await shop.callAsOwner('/api/installs/phone-of-hedda', { method: 'DELETE' });
    assert.equal(await held(), 1);
    await shop.callAsOwner('/api/users/hedda', { method: 'DELETE' });
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

  test('are counted by app: what waits, what failed, and which endpoints are paused', async () => {
    const { shop, add, deliverer, changeLink } = await open((response) => response.writeHead(410).end());
    const { id } = await add();
    const seen = new Map<string, number>();
    const metrics = {
      countWebhookFailure: (app: string) => void seen.set(`${app} failed`, (seen.get(`${app} failed`) ?? 0) + 1),
      setWebhooksWaiting: (app: string, count: number) => void seen.set(`${app} waiting`, count),
      setWebhooksPaused: (app: string, because: string, count: number) => void seen.set(`${app} ${because}`, count),
    };
    const deliveries = deliverer(undefined, undefined, metrics);
    const look = async (step: string) => {
      // What is counted in one run is reported by the next.
      for (let runs = 0; runs < 2; runs += 1) {
        shop.clock.now += 60 * SECOND_MS;
        await deliveries.run(NEVER);
        await deliveries.settle();
      }
      return ['waiting', 'failed', 'gone', step].map((name) => seen.get(`${shop.app.id} ${name}`));
    };
    await changeLink();
    assert.deepEqual(await look('owner'), [1, 1, 1, 0]);
    await shop.callAsOwner(`/api/webhooks/${id}`, { method: 'DELETE' });
    assert.deepEqual(await look('owner'), [0, 1, 0, 0]);
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
});

onOneDatabase('webhooks of a receiver that is far behind', (opened) => {
  const { open, show } = prepare(opened);

  test('pause when 100,000 wait', async () => {
    const { shop, receiver, add, deliver } = await open((response) => response.writeHead(500).end());
    const { id } = await add();
    await opened.database.queries.execute(sql`
      INSERT INTO webhook_deliveries (app_id, id, webhook_id, fact_id, at, due_at)
      SELECT ${shop.app.id}, 'msg_' || number || ${id}::text, ${id}, 'fact', now(), '2100-01-01'
      FROM generate_series(1, 100000) AS number`);
    await deliver();
    const webhook = await show(shop);
    assert.equal(webhook?.paused?.because, 'behind');
    assert.equal(webhook?.waiting, 100_000);
    assert.match(webhook?.paused?.message ?? '', /100000 deliveries wait/);
    assert.deepEqual(receiver.received, []);
    assert.equal((await shop.callAsOwner(`/api/webhooks/${id}`, { method: 'DELETE' })).status, 204);
  });
});
