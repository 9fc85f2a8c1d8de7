import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { createRollupsJob } from '../../src/jobs/rollups.ts';
import { rowsOf } from '../../src/storage/base/query.ts';
import { onOneDatabase } from '../support/onEachDatabase.ts';
import { openShop } from '../support/openShop.ts';

const MINUTE_MS = 60_000;

onOneDatabase('folding', (opened) => {
  test('waits until an app has many deltas, or some minutes', async () => {
    const { queries, kind } = opened.database;
    const { app, clock } = await openShop(opened.database);
    const job = createRollupsJob({ database: opened.database, clock: () => clock.now });
    const append = (rows: number) =>
      queries.execute(sql`
        INSERT INTO deltas (app_id, at, figure, n)
        SELECT ${app.id}, '2026-05-05T12:00:00Z'::timestamptz, 'clicks', 1 FROM generate_series(1, ${rows}::int)`);
    const runAfter = async (ms: number) => {
      clock.now += ms;
      assert.deepEqual(await job.run(new AbortController().signal), { kind: 'done' });
      const found = await queries.execute(sql`SELECT count(*)::int AS left FROM deltas WHERE app_id = ${app.id}`);
      return rowsOf<{ left: number }>(found)[0]?.left;
    };
    const [many, minutes] = kind === 'postgres' ? [5_000, 10] : [500, 1];
    await append(1);
    assert.equal(await runAfter(0), 0);
    await append(many - 1);
    assert.equal(await runAfter(minutes * MINUTE_MS - 20_000), many - 1);
    await append(1);
    assert.equal(await runAfter(10_000), 0);
    await append(1);
    assert.equal(await runAfter(10_000), 0);
    await append(1);
    assert.equal(await runAfter(10_000), 1);
    // The clock was an hour ahead.
    assert.equal(await runAfter(-60 * MINUTE_MS), 0);
  });
});
