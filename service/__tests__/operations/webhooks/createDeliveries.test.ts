import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { RETRY_DELAYS_MS } from '../../../src/operations/webhooks/createDeliveries.ts';
import { listWebhooks } from '../../../src/storage/company/webhooks.ts';
import { DAY_MS, SECOND_MS } from '../../../src/values/durations.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { idOf, NEVER, prepareWebhooks } from '../../support/prepareWebhooks.ts';
import { webhookOptions, type receiveWebhooks } from '../../support/receiveWebhooks.ts';

onOneDatabase('webhooks', (opened) => {
  const { open, listOf, addWaiting, show } = prepareWebhooks(opened);

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

  for (const [asked, waitedMs] of [
    [120, 120 * SECOND_MS],
    [9_999_999, DAY_MS],
  ] as const) {
    test(`wait for ${waitedMs / SECOND_MS} seconds if the receiver asks for ${asked}`, async () => {
      const { shop, receiver, add, deliver, changeLink } = await open((response) =>
        response.writeHead(503, { 'retry-after': String(asked) }).end()
      );
      const { id } = await add();
      await changeLink();
      await deliver();
      const [waiting] = await listOf(shop, id);
      assert.equal(Date.parse(waiting?.nextAttemptAt ?? ''), shop.clock.now + waitedMs);
      receiver.answerWith((response) => response.writeHead(200).end());
      shop.clock.now += waitedMs;
      await deliver();
      assert.notEqual((await listOf(shop, id))[0]?.deliveredAt, null);
    });
  }

  for (const [what, answer, withinMs] of [
    ['redirects', (response) => response.writeHead(301, { location: 'http://127.0.0.1:1/' }).end(), undefined],
    ['closes the connection', (response) => response.destroy(), undefined],
    ['hangs', () => {}, 500],
  ] satisfies [string, Parameters<typeof receiveWebhooks>[0] & object, number | undefined][]) {
    test(`to a receiver that ${what} count as failed, and come again`, async () => {
      const { shop, receiver, add, deliver, changeLink } = await open(answer);
      const { id } = await add();
      await changeLink();
      await deliver(webhookOptions(withinMs).sendWebhook);
      const [failed] = await listOf(shop, id);
      assert.equal(failed?.deliveredAt, null);
      receiver.answerWith((response) => response.writeHead(204).end());
      shop.clock.now = Date.parse(failed?.nextAttemptAt ?? '');
      await deliver();
      assert.equal((await listOf(shop, id))[0]?.status, 204);
      assert.equal(new Set(receiver.received.map(idOf)).size, 1);
    });
  }

  test('ask the database once, however many endpoints have nothing to send', async (t) => {
    const { shop, add, deliver, changeLink } = await open();
    for (let endpoint = 0; endpoint < 20; endpoint += 1) await add();
    await changeLink();
    await deliver();
    const { queries } = opened.database;
    const asked = (['select', 'update', 'execute', 'transaction'] as const).map((way) => t.mock.method(queries, way));
    await deliver();
    assert.equal(
      asked.reduce((sum, { mock }) => sum + mock.callCount(), 0),
      1
    );
    await changeLink();
    await deliver();
    for (const { id } of await listWebhooks(queries, shop.app.id)) {
      assert.deepEqual(
        (await listOf(shop, id)).map(({ status }) => status),
        [204, 204]
      );
    }
  });

  test('are delivered once, whatever the receiver answers', async () => {
    const cut = `\0${'x'.repeat(498)}\u{1f600}`;
    const { shop, receiver, add, deliver, changeLink } = await open((response) => response.writeHead(200).end(cut));
    const { id } = await add();
    await changeLink();
    await deliver();
    const [delivered] = await listOf(shop, id);
    assert.equal(delivered?.answer, 'x'.repeat(498));
    assert.notEqual(delivered.deliveredAt, null);
    shop.clock.now += DAY_MS;
    await deliver();
    assert.equal(receiver.received.length, 1);
  });

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
    const { id } = await add();
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
    const pause = (paused: boolean) => shop.callAsOwner(`/api/webhooks/${id}`, { method: 'PATCH', body: { paused } });
    await pause(true);
    assert.deepEqual((await show(shop))?.paused, paused?.paused, 'pausing it by hand, too, hides no reason');
    const before = receiver.received.length;
    await changeLink();
    shop.clock.now += DAY_MS;
    await deliver();
    assert.equal(receiver.received.length, before);
    await pause(false);
    await deliver();
    assert.ok(receiver.received.length > before);
    assert.equal((await show(shop))?.paused, null, 'who resumes it gives it another three days');
  });

  test('don’t pause while some of them arrive', async () => {
    let sent = 0;
    const { shop, add, deliver, changeLink } = await open((response) => {
      sent += 1;
      response.writeHead(sent % 2 === 0 ? 204 : 500).end();
    });
    await add();
    for (const ms of [0, 3 * DAY_MS]) {
      shop.clock.now += ms;
      for (let changes = 0; changes < 2; changes += 1) await changeLink();
      await deliver();
    }
    assert.equal((await show(shop))?.paused, null);
  });

  test('that have waited longest go first', async () => {
    const { shop, add, deliver, changeLink } = await open();
    const { id } = await add();
    await addWaiting(shop, id, 75);
    // Stored last, and due first.
    shop.clock.now -= 1;
    await changeLink();
    shop.clock.now += 1;
    const sent: unknown[] = [];
    await deliver(async ({ headers }) => {
      sent.push(headers['webhook-id']);
      return { kind: 'answered', status: 204, retryAfter: null, text: '' };
    });
    assert.ok(sent.slice(0, 30).some((each) => !String(each).endsWith(id)));
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

  test('keep what another instance has noted of them since', async () => {
    const { shop, add, deliver, deliverer, changeLink } = await open();
    const { id } = await add();
    await changeLink();
    let fail = () => {};
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const slow = deliverer(() => {
      begin();
      return new Promise((resolve) => (fail = () => resolve({ kind: 'failed', reason: 'late' })));
    });
    await slow.run(NEVER);
    await begun;
    shop.clock.now += 60 * SECOND_MS;
    await deliver();
    fail();
    await slow.settle();
    assert.equal((await listOf(shop, id))[0]?.status, 204);
  });

  test('are counted by app: what waits, what failed, and which endpoints are paused', async () => {
    const { shop, add, deliverer, changeLink } = await open((response) => response.writeHead(410).end());
    const { id } = await add();
    const { id: other } = await add();
    const pause = (paused: boolean) =>
      shop.callAsOwner(`/api/webhooks/${other}`, { method: 'PATCH', body: { paused } });
    await pause(true);
    const seen = new Map<string, number>();
    const metrics = {
      countWebhookFailure: (app: string) => void seen.set(`${app} failed`, (seen.get(`${app} failed`) ?? 0) + 1),
      setWebhooksWaiting: (app: string, count: number) => void seen.set(`${app} waiting`, count),
      setWebhooksPaused: (app: string, because: string, count: number) => void seen.set(`${app} ${because}`, count),
    };
    const deliveries = deliverer(undefined, undefined, metrics);
    const look = async (step: string, ms = 60 * SECOND_MS) => {
      // What is counted in one run is reported by the next.
      for (let runs = 0; runs < 2; runs += 1) {
        shop.clock.now += ms;
        await deliveries.run(NEVER);
        await deliveries.settle();
      }
      return ['waiting', 'failed', 'gone', step].map((name) => seen.get(`${shop.app.id} ${name}`));
    };
    await changeLink();
    assert.deepEqual(await look('owner'), [1, 1, 1, 1]);
    await pause(false);
    // The clock was days ahead.
    await addWaiting(shop, id, 2);
    assert.deepEqual(await look('owner', -DAY_MS), [3, 1, 1, 0]);
    await shop.callAsOwner(`/api/webhooks/${id}`, { method: 'DELETE' });
    assert.deepEqual(await look('owner'), [0, 1, 0, 0]);
  });
});

onOneDatabase('webhooks of a receiver that is far behind', (opened) => {
  const { open, show } = prepareWebhooks(opened);

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
