import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { openDatabase } from '../../../../src/server/openDatabase.ts';
import { onPostgres } from '../../../support/onEachDatabase.ts';
import { openShop } from '../../../support/openShop.ts';
import { readNow, settle } from '../../../support/readExports.ts';

const WRITERS = 8;
const CALLS = 60;
const EVENTS_OF_CALL = 5;

onPostgres('an incremental export under eight writers', (url) => {
  test('has every event exactly once, though a tenth commit late', async () => {
    const database = await openDatabase({ url: url() });
    try {
      const shop = await openShop(database);
      let written = 0;
      const write = async (writer: number) => {
        const client = new Client({ connectionString: url() });
        await client.connect();
        for (let call = 0; call < CALLS; call += 1) {
          const at = shop.clock.now + written;
          const senders = [{ batch: 0, install_id: `phone-${writer}`, received_at: new Date(at) }];
          const given = Array.from({ length: EVENTS_OF_CALL }, (_, n) => ({
            ...{ batch: 0, position: n, id: `${writer}-${call}-${n}`, name: 'login', logged_at: at, occurred_at: at },
          }));
          await client.query('BEGIN');
          await client.query('SELECT * FROM add_events($1, $2::json, $3::json)', [
            shop.app.id,
            JSON.stringify(senders),
            JSON.stringify(given),
          ]);
          if (call % 10 === writer % 10) await new Promise((resolve) => setTimeout(resolve, 60));
          await client.query('COMMIT');
          written += EVENTS_OF_CALL;
        }
        await client.end();
      };
      let isWriting = true;
      const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))).finally(
        () => (isWriting = false)
      );
      const seen: string[] = [];
      let cursor: string | undefined;
      let requests = 0;
      for (let isLast = false; !isLast;) {
        isLast = !isWriting;
        if (isLast) await settle(database);
        const next = await readNow(shop, 'events', cursor);
        seen.push(...next.lines.map(({ id = '' }) => id));
        cursor = next.cursor;
        requests += 1;
      }
      await writing;
      assert.ok(requests > 3, String(requests));
      assert.equal(seen.length, WRITERS * CALLS * EVENTS_OF_CALL);
      assert.equal(new Set(seen).size, seen.length);
    } finally {
      await database.close();
    }
  });
});
