import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../../src/server/openDatabase.ts';
import { rowsOf } from '../../../src/storage/base/query.ts';
import { noteAttempts } from '../../../src/storage/company/webhooks.ts';
import { withClient } from '../../support/citus.ts';
import { onPostgres } from '../../support/onEachDatabase.ts';

onPostgres('deliveries of webhooks', (url) => {
  test('are noted without waiting for one that somebody is deleting', async () => {
    const { queries, close } = await openDatabase({ url: url() });
    try {
      const leaseEnds = new Date('2026-01-01T12:01:00Z');
      await queries.execute(sql`
        INSERT INTO webhook_deliveries (app_id, id, webhook_id, fact_id, at, due_at)
        SELECT 'shop', id, 'webhook', 'fact', now(), ${leaseEnds.toISOString()}::timestamptz
        FROM unnest(ARRAY['kept', 'going']) AS id`);
      const now = new Date('2026-01-01T12:00:01Z');
      const sent = { appId: 'shop', leaseEnds, triedAt: now, dueAt: null, deliveredAt: now, status: 204, answer: null };
      await withClient(url(), async (client) => {
        await client.query('BEGIN');
        await client.query(`DELETE FROM webhook_deliveries WHERE app_id = 'shop' AND id = 'going'`);
        await noteAttempts(queries, [
          { ...sent, id: 'going' },
          { ...sent, id: 'kept' },
        ]);
        await client.query('COMMIT');
      });
      const left = await queries.execute(sql`SELECT id, status FROM webhook_deliveries WHERE app_id = 'shop'`);
      assert.deepEqual(rowsOf(left), [{ id: 'kept', status: 204 }]);
    } finally {
      await close();
    }
  });
});
