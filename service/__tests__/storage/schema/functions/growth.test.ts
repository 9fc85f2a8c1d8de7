import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { openDatabase } from '../../../../src/server/openDatabase.ts';
import { onPostgres } from '../../../support/onEachDatabase.ts';
import { openShop } from '../../../support/openShop.ts';

const INSTALLS = 500;
const AT_ONCE = 50;

/** What one call stores. Each install comes back again and again. */
const CALLS: Record<string, (number: number, at: Date) => [rows: object[], others?: object[]]> = {
  add_events: (number, at) => {
    const rows = Array.from({ length: AT_ONCE }, (_, batch) => ({ batch, number: number * AT_ONCE + batch }));
    const time = at.getTime();
    return [
      rows.map(({ batch, number: each }) => ({ batch, install_id: `phone-${each % INSTALLS}`, received_at: at })),
      rows.map(({ batch, number: each }) => ({
        ...{ batch, position: batch, id: `event-${each}`, name: 'purchase', data: '{}' },
        ...{ logged_at: time, occurred_at: time, amount: 5, currency: 'EUR' },
      })),
    ];
  },
  add_opens: (number, at) => [
    Array.from({ length: AT_ONCE }, (_, row) => ({
      install_id: `phone-${(number * AT_ONCE + row) % INSTALLS}`,
      opened_at: new Date(at.getTime() + number),
      code: 'summer',
    })),
  ],
};

onPostgres('a table that has grown since the database looked at it', (url) => {
  for (const [name, rowsOf] of Object.entries(CALLS)) {
    test(`costs ${name} no more than a young one`, async (t) => {
      const database = await openDatabase({ url: url() });
      // One connection, whose plans are kept.
      const client = new Client({ connectionString: url() });
      await client.connect();
      t.after(async () => {
        await client.end();
        await database.close();
      });
      const { app, clock } = await openShop(database);
      const call = async (number: number): Promise<number> => {
        const given = rowsOf(number, new Date(clock.now)).map((rows) => JSON.stringify(rows));
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>(
          `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
           SELECT * FROM ${name}($1, ${given.map((_, place) => `$${place + 2}::json`).join(', ')})`,
          [app.id, ...given]
        );
        return rows[0]?.['QUERY PLAN'][0].Plan['Shared Hit Blocks'] ?? NaN;
      };
      const blocks: number[] = [];
      for (let number = 0; number < 120; number += 1) blocks.push(await call(number));
      // Some more, as an index gets another level.
      const [young = NaN, old = NaN] = [blocks[5], blocks.at(-1)];
      assert.ok(old < 1.5 * young, `${young} blocks became ${old}`);
    });
  }
});
