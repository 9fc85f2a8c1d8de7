import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../src/server/openDatabase.ts';
import type { Queries } from '../../src/storage/Database.ts';
import { functions } from '../../src/storage/functions/index.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import type { Migration } from '../../src/storage/migrations/Migration.ts';
import { rowsOf } from '../../src/storage/rowsOf.ts';
import { onEachEmptyDatabase, onEmptyPostgres, sessionsOf } from '../support/onEachDatabase.ts';

const migrateWith = (queries: Queries, next: Migration) =>
  migrate(queries, { migrations: [...migrations, next], functions });

const addApp = (queries: Queries) =>
  queries.execute(sql`INSERT INTO apps (id, name, link_hosts) VALUES ('old', 'Old App', '{go.old.test}')`);

onEachEmptyDatabase('an update', (withSession) => {
  test('keeps what is in the tables, and is made once', async () => {
    await withSession(migrate);
    await withSession(addApp);
    const next = { name: 'test-next', statements: [`ALTER TABLE apps ADD COLUMN test_note text DEFAULT 'none'`] };
    await withSession((queries) => migrateWith(queries, next));
    await withSession((queries) => migrateWith(queries, next));
    const rows = await withSession((queries) => queries.execute(sql`SELECT name, test_note FROM apps`));
    assert.deepEqual(rowsOf(rows), [{ name: 'Old App', test_note: 'none' }]);
  });
});

onEachEmptyDatabase('a database from before the first public version', (withSession) => {
  test('is refused with what to do, and stays as it is', async () => {
    await withSession((queries) =>
      queries.execute(sql`CREATE TABLE apps (id text PRIMARY KEY, publishable_key_hash text)`)
    );
    await assert.rejects(withSession(migrate), /before 0\.5\.0.*another DATA_FOLDER or DATABASE_URL/);
    const tables = await withSession((queries) => queries.execute(sql`SELECT to_regclass('links') AS links`));
    assert.deepEqual(rowsOf(tables), [{ links: null }]);
  });
});

onEmptyPostgres('migrations', (url) => {
  const withSession = sessionsOf(url);

  test('of instances that start at once on an empty database one makes the tables, and all work', async () => {
    const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url: url(), poolSize: 2 })));
    const [first] = databases;
    assert.ok(first);
    await addApp(first.queries);
    for (const { queries } of databases) {
      assert.deepEqual(rowsOf(await queries.execute(sql`SELECT id FROM apps`)), [{ id: 'old' }]);
    }
    await Promise.all(databases.map((each) => each.close()));
  });

  test('one that fails changes nothing, and the next start goes on from there', async () => {
    const next = { name: 'test-next', statements: ['CREATE TABLE half (id int)', 'CREATE TABLE nonsense ('] };
    await assert.rejects(withSession((queries) => migrateWith(queries, next)));
    const fixed = { name: 'test-next', statements: ['CREATE TABLE half (id int)', 'CREATE TABLE whole (id int)'] };
    await withSession((queries) => migrateWith(queries, fixed));
  });

  test('an index that was cut off while it was built is built anew', async () => {
    const index = {
      name: 'test-index',
      indexes: [{ name: 'test_index', definition: 'UNIQUE INDEX % ON events (name)' }],
    };
    const addEvent = (id: string) =>
      withSession((queries) =>
        queries.execute(
          sql`INSERT INTO events (app_id, id, install_id, name, logged_at, received_at) VALUES ('old', ${id}, 'd', 'login', now(), now())`
        )
      );
    await addEvent('a');
    await addEvent('b');
    await assert.rejects(withSession((queries) => migrateWith(queries, index)));
    await withSession((queries) => queries.execute(sql`DELETE FROM events WHERE id = 'b'`));
    await withSession((queries) => migrateWith(queries, index));
    const result = await withSession((queries) =>
      queries.execute(sql`SELECT indisvalid FROM pg_index WHERE indexrelid = 'test_index'::regclass`)
    );
    assert.deepEqual(rowsOf(result), [{ indisvalid: true }]);
  });
});
