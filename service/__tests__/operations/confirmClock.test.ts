import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { confirmClock } from '../../src/operations/confirmClock.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { startService } from '../../src/server/startService.ts';
import { onOneDatabase } from '../support/onEachDatabase.ts';
import { fillFolder } from '../support/openMemory.ts';
import { openShop } from '../support/openShop.ts';
import { DAY_MS, HOUR_MS } from '../../src/values/durations.ts';

const YEAR_MS = 365 * DAY_MS;

const START = Date.parse('2026-01-01T12:00:00Z');

onOneDatabase('the clock by which old rows go', (opened) => {
  const look = (now: number) => confirmClock(opened.database.queries, now);

  async function begin(): Promise<void> {
    await opened.database.queries.execute(sql`DELETE FROM settings WHERE name = 'retention_clock'`);
    assert.equal(await look(START), 'new');
    assert.equal(await look(START + DAY_MS), 'trusted');
  }

  test('is trusted from its second day on, day after day, and after a week without the service', async () => {
    await begin();
    assert.equal(await look(START + 2 * DAY_MS), 'trusted');
    assert.equal(await look(START + 9 * DAY_MS), 'trusted');
  });

  test('is not trusted after a jump, however often the service is started, until it has said so for a day', async () => {
    await begin();
    const jumped = START + 10 * YEAR_MS;
    for (const hours of [0, 1, 2, 19]) assert.equal(await look(jumped + hours * HOUR_MS), 'jumped');
    assert.equal(await look(jumped + DAY_MS), 'trusted');
    assert.equal(await look(jumped + 2 * DAY_MS), 'trusted');
  });

  test('is trusted at once when it is right again', async () => {
    await begin();
    assert.equal(await look(START + 10 * YEAR_MS), 'jumped');
    assert.equal(await look(START + 2 * DAY_MS), 'trusted');
    assert.equal(await look(START + 10 * YEAR_MS + DAY_MS), 'jumped');
  });

  test('is not trusted when it jumps again and again', async () => {
    await begin();
    for (const years of [10, 20, 30, 15]) assert.equal(await look(START + years * YEAR_MS), 'jumped');
  });

  test('of another instance that is wrong never gets its day', async () => {
    await begin();
    for (let day = 2; day < 6; day += 1) {
      assert.equal(await look(START + day * DAY_MS), 'trusted');
      assert.equal(await look(START + 10 * YEAR_MS + day * DAY_MS), 'jumped');
    }
  });
});

const ADMIN_TOKEN = 'an-admin-token-for-the-test-of-clocks';

test('a service whose clock jumps years ahead keeps its clicks, and says why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deferred-link-clock-'));
  await fillFolder(folder);
  const database = await openDatabase({ folder });
  const { app, codes } = await openShop(database);
  await database.close();
  const logged: string[] = [];
  async function countClicks(now: number, visits: number): Promise<number> {
    const outcome = await startService({
      port: 0,
      database: { folder },
      adminToken: ADMIN_TOKEN,
      clock: () => now,
      log: (_level, message) => logged.push(message),
    });
    assert.ok(outcome.kind === 'started');
    try {
      const asAdmin = { authorization: `Bearer ${ADMIN_TOKEN}` };
      await fetch(`${outcome.url}/api/jobs/retention/run`, { method: 'POST', headers: asAdmin });
      const headers = { authorization: `Bearer ${app.secretKey}`, 'x-app-id': app.id };
      const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
      for (let visit = 0; visit < visits; visit += 1) await fetch(`${outcome.url}/${codes.summer}`, { headers: agent });
      const answer = await fetch(`${outcome.url}/api/clicks`, { headers });
      return ((await answer.json()) as { clicks: unknown[] }).clicks.length;
    } finally {
      await outcome.close();
    }
  }
  try {
    assert.equal(await countClicks(START, 2), 2);
    assert.equal(await countClicks(START + DAY_MS, 0), 2);
    assert.ok(!logged.join().includes('jumped'));
    assert.equal(await countClicks(START + 10 * YEAR_MS, 0), 2);
    assert.ok(logged.join().includes('The clock jumped by more than a week'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
