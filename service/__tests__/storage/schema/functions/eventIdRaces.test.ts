import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { createService } from '../../../../src/routes/createService.ts';
import { openDatabase } from '../../../../src/server/openDatabase.ts';
import { addPartitions } from '../../../../src/storage/base/partitions.ts';
import { rowsOf } from '../../../../src/storage/base/query.ts';
import { onPostgres } from '../../../support/onEachDatabase.ts';
import { openShop } from '../../../support/openShop.ts';

const MINUTE_MS = 60 * 1000;
const EDGE = Date.parse('2030-04-01T00:00:00Z');

const batchOf = (...ids: string[]) => ({
  installId: 'phone',
  sentAt: new Date(EDGE).toISOString(),
  events: ids.map((id) => ({ id, name: 'login', timestamp: new Date(EDGE).toISOString() })),
});

onPostgres('an event that two instances get at the edge of a quarter', (url) => {
  // The clock of the second one differs by almost ten minutes.
  for (const [first, second] of [
    [EDGE - MINUTE_MS, EDGE + 8 * MINUTE_MS],
    [EDGE + MINUTE_MS, EDGE - 8 * MINUTE_MS],
    [EDGE - 11 * MINUTE_MS, EDGE - 2 * MINUTE_MS],
    [EDGE + 11 * MINUTE_MS, EDGE + 2 * MINUTE_MS],
  ] as const) {
    for (const end of ['COMMIT', 'ROLLBACK']) {
      test(`counts once: ${(first - EDGE) / MINUTE_MS} and ${(second - EDGE) / MINUTE_MS} minutes, ${end}`, async () => {
        const database = await openDatabase({ url: url() });
        const one = new Client({ connectionString: url() });
        await one.connect();
        try {
          await addPartitions(database.queries, new Date(first));
          const shop = await openShop(database);
          await one.query('BEGIN');
          const senders = [{ batch: 0, install_id: 'phone', platform: 'ios', received_at: new Date(first) }];
          const given = [{ batch: 0, position: 1, id: 'a', name: 'login', logged_at: first, occurred_at: first }];
          await one.query('SELECT * FROM add_events($1, $2::json, $3::json)', [
            shop.app.id,
            JSON.stringify(senders),
            JSON.stringify(given),
          ]);
          const other = createService({ database, clock: () => second });
          const body = JSON.stringify(batchOf('a', 'b'));
          const headers = {
            ...{ 'content-type': 'application/json', 'x-app-id': shop.app.id },
            authorization: `Bearer ${shop.app.publishableKey}`,
          };
          let isAnswered = false;
          const answer = Promise.resolve(
            other.request(`${shop.origin}/api/link/events`, { method: 'POST', headers, body }, { address: '192.0.2.1' })
          ).finally(() => (isAnswered = true));
          for (let isWaiting = false; !isWaiting && !isAnswered;) {
            const locks = await database.queries.execute(sql`SELECT 1 FROM pg_locks WHERE NOT granted`);
            isWaiting = rowsOf(locks).length > 0;
          }
          assert.equal(isAnswered, false, 'The second one waits for the first.');
          await one.query(end);
          const { accepted } = (await (await answer).json()) as { accepted: number };
          assert.equal(accepted, end === 'COMMIT' ? 1 : 2);
          const stored = await database.queries.execute(
            sql`SELECT count(*)::int AS count FROM events WHERE app_id = ${shop.app.id} AND id = 'a'`
          );
          assert.deepEqual(rowsOf(stored), [{ count: 1 }]);
        } finally {
          await one.end();
          await database.close();
        }
      });
    }
  }
});
