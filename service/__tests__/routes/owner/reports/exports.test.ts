import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../../../src/server/openDatabase.ts';
import { onPostgres } from '../../../support/onEachDatabase.ts';
import { openShop } from '../../../support/openShop.ts';

/** More than the pool has connections. */
const EXPORTS = 12;

/** Several pages: one of them is read ahead. */
const EVENTS = 4_500;

onPostgres('exports', (url) => {
  for (const file of ['events.csv', 'events.ndjson']) {
    test(`of ${file} whose pages hang leave the connections to others`, async (t) => {
      const [database, locker] = [await openDatabase({ url: url() }), await openDatabase({ url: url(), poolSize: 1 })];
      t.after(() => Promise.all([database.close(), locker.close()]));
      const [shop, other] = [await openShop(database), await openShop(database)];
      await database.queries.execute(sql`
        INSERT INTO events (app_id, id, position, install_id, name, logged_at, received_at, occurred_at, arrived)
        SELECT ${shop.app.id}, event::text, event, 'phone', 'login', now(), now(), now(), 1
        FROM generate_series(1, ${EVENTS}::int) AS event`);
      const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];
      for (let number = 0; number < EXPORTS; number += 1) {
        const reader = (await shop.callAsOwner(`/api/export/${file}`)).body?.getReader();
        assert.ok(reader);
        readers.push(reader);
        await reader.read();
      }
      const readAll = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
        while (!(await reader.read()).done);
      };
      await locker.queries.transaction(async (transaction) => {
        await transaction.execute(sql`LOCK TABLE events IN ACCESS EXCLUSIVE MODE`);
        let ended = 0;
        const reading = readers.map((reader) => readAll(reader).catch(() => {}));
        for (const each of reading) void each.then(() => (ended += 1));
        await new Promise((resolve) => setTimeout(resolve, 200));
        assert.equal((await other.callAsOwner('/api/links')).status, 200);
        assert.equal(ended, 0, 'the others were answered while the pages were waited for');
      });
      await Promise.all(readers.map((reader) => reader.cancel()));
    });
  }
});
