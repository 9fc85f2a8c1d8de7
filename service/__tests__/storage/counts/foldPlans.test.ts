import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Queries } from '../../../src/storage/base/Database.ts';
import { foldDeltas } from '../../../src/storage/counts/foldDeltas.ts';
import { readRollups } from '../../../src/storage/counts/readRollups.ts';
import { onOneDatabase } from '../../support/onEachDatabase.ts';
import { openShop } from '../../support/openShop.ts';

onOneDatabase('roll-ups after a quiet time', (opened) => {
  const deltas = (appId: string, rows: number) => sql`
    INSERT INTO deltas (app_id, at, figure, n)
    SELECT ${appId}, '2026-05-05T12:00:00Z'::timestamptz, 'clicks', 1 FROM generate_series(1, ${rows}::int)`;

  test('are folded without comparing every row with every other, though the database expects few', async () => {
    const { queries } = opened.database;
    const { app } = await openShop(opened.database);
    // The last row keeps the pages from being given back, so the table counts as large and empty.
    await queries.execute(deltas('gone', 20_000));
    await queries.execute(deltas('still there', 1));
    await queries.execute(sql`DELETE FROM deltas WHERE app_id = 'gone'`);
    await queries.execute(sql`VACUUM ANALYZE deltas`);
    await queries.execute(deltas(app.id, 9_000));

    const plans: string[] = [];
    const explained: Pick<Queries, 'transaction'> = {
      transaction: (work, ...options) =>
        queries.transaction(
          async (transaction) => {
            const execute = async (statement: SQL) => {
              const isFold = new PgDialect().sqlToQuery(statement).sql.includes('DELETE FROM deltas');
              if (isFold) plans.push(JSON.stringify(await transaction.execute(sql`EXPLAIN ${statement}`)));
              return transaction.execute(statement);
            };
            return work(Object.assign(Object.create(transaction) as typeof transaction, { execute }));
          },
          ...options
        ),
    };
    await foldDeltas(explained as Queries, app.id, undefined, 5_000);
    assert.equal(plans.length, 2);
    for (const plan of plans) assert.doesNotMatch(plan, /Filter: [^"]*ctid = ANY/);
    const question = { from: '2026-05-05', to: '2026-05-05', attribution: 'last', isByDay: false, by: null } as const;
    const [row] = await readRollups(queries, { ...question, appId: app.id, filters: {} });
    assert.deepEqual(row?.figures, { clicks: '9000' });
  });
});
