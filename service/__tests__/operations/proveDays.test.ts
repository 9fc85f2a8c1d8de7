import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql, type SQL } from 'drizzle-orm';
import { createProofJob } from '../../src/jobs/proof.ts';
import { createMetrics } from '../../src/server/createMetrics.ts';
import { deleteAllLinks, forgetDeleted, RESTORABLE_MS } from '../../src/operations/deleteLink.ts';
import { onOneDatabase } from '../support/onEachDatabase.ts';
import { openShop } from '../support/openShop.ts';
import { iphone, pixel } from '../support/phones.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

onOneDatabase('the proof of a day', (opened) => {
  async function openYesterday(at?: string) {
    const { queries } = opened.database;
    const shop = await openShop(opened.database);
    const { clock, codes, app } = shop;
    if (at) clock.now = Date.parse(at);
    await shop.match({ clickId: await shop.click(codes.summer, iphone) }, undefined, 'friend');
    await shop.match({ clickId: await shop.click(codes.summer, pixel) }, undefined, 'other');
    await shop.click(codes.sneaker, iphone);
    const timestamp = new Date(clock.now).toISOString();
    const data = { total: 5, currency: 'EUR' };
    const events = ['login', 'purchase', 'refund'].map((name) => ({ id: name, name, timestamp, data }));
    const body = { installId: 'friend', sentAt: timestamp, events };
    assert.equal((await shop.callAsApp('/api/link/events', { body })).status, 200);
    await shop.forget('/api/installs/other');
    clock.now += DAY_MS;
    const metrics = createMetrics();
    const logged: Record<string, unknown>[] = [];
    const job = createProofJob({
      database: opened.database,
      clock: () => clock.now,
      retentionDays: 400,
      log: (_level, _message, fields) => void (fields?.app === app.id && logged.push(fields)),
      setDifferences: metrics.setDifferences,
    });
    const prove = async () => {
      logged.length = 0;
      assert.deepEqual(await job.run(new AbortController().signal), { kind: 'done' });
      const line = (await metrics.read()).text.split('\n').find((each) => each.includes(`{app="${app.id}"}`));
      return [line?.split(' ').at(-1), logged];
    };
    const change = (statement: SQL) => queries.execute(sql`${statement} AND app_id = ${app.id}`);
    return { shop, day: timestamp.slice(0, 10), prove, change };
  }

  test('finds nothing where reports are right, though a person was forgotten', async () => {
    const { prove } = await openYesterday();
    assert.deepEqual(await prove(), ['0', []]);
  });

  test('finds nothing where all came in the first millisecond of the day, or in its last', async () => {
    for (const at of ['2026-01-01T00:00:00.000Z', '2026-01-01T23:59:59.999Z']) {
      const { prove } = await openYesterday(at);
      assert.deepEqual(await prove(), ['0', []], at);
    }
  });

  test('names the day, each figure that differs, and both of its counts', async () => {
    const { shop, day, prove, change } = await openYesterday();
    const app = shop.app.id;
    await change(sql`UPDATE events SET amount = 7 WHERE name = 'purchase'`);
    await change(sql`DELETE FROM events WHERE name = 'login'`);
    await change(sql`UPDATE deltas SET n = 2 WHERE figure = 'installs' AND n = 1`);
    const [count, logged] = await prove();
    assert.equal(count, '4');
    const byName = (logged as { figure: string; unit: string }[]).map(({ figure, unit, ...rest }): [string, object] => [
      `${figure} ${unit}`,
      rest,
    ]);
    assert.deepEqual(new Map(byName).get('purchase EUR'), {
      app,
      day,
      counted: '7.000000',
      reported: '5.000000',
    });
    assert.deepEqual(byName.map(([name]) => name).sort(), [
      'installs count',
      'login EUR',
      'login count',
      'purchase EUR',
    ]);
  });

  test('leaves out a day whose clicks went with their link, for good', async () => {
    const { shop, prove } = await openYesterday();
    const { queries } = opened.database;
    const by = { keyId: null, at: new Date(shop.clock.now) };
    await deleteAllLinks(queries, shop.app.id, [shop.codes.sneaker], by);
    await forgetDeleted(queries, shop.app.id, shop.clock.now + RESTORABLE_MS);
    assert.deepEqual(await prove(), ['0', []]);
  });
});
