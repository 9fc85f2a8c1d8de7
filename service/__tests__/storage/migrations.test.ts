import assert from 'node:assert/strict';
import { test } from 'node:test';
import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { openDatabase } from '../../src/server/openDatabase.ts';
import * as companyTables from '../../src/storage/companyTables.ts';
import type { Queries } from '../../src/storage/Database.ts';
import { functions } from '../../src/storage/functions/index.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import type { Migration } from '../../src/storage/migrations/Migration.ts';
import * as recordTables from '../../src/storage/recordTables.ts';
import { rowsOf } from '../../src/storage/rowsOf.ts';
import * as tables from '../../src/storage/tables.ts';
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

/** Tables that every server of a distributed database has whole. They are small, or belong to no app. */
const REFERENCE_TABLES = ['apps', 'icons', 'jobs', 'key_uses', 'keys', 'network_keys', 'sessions', 'settings'];
const STATE_TABLES = ['service_functions', 'service_migrations'];

/** Columns of the same tables that only functions in the database use, to count rows. */
const OF_FUNCTIONS = [
  ...['clicks.arrived', 'clicks.audience', 'clicks.position', 'clicks.visitor'],
  ...['events.arrived', 'events.audience', 'events.brought', 'events.installed_at', 'events.origin'],
  ...['installs.arrived', 'installs.audience', 'installs.position', 'installs.returned'],
  ...['match_attempts.counted_as', 'opens.audience'],
];

onEachEmptyDatabase('the tables', (withSession) => {
  const read = async (query: ReturnType<typeof sql>) =>
    rowsOf<Record<string, string>>(await withSession((queries) => queries.execute(query)));

  test('can be distributed by app: every key begins with it, and nothing is numbered or triggered', async () => {
    await withSession(migrate);
    const shared = [...REFERENCE_TABLES, ...STATE_TABLES];
    const keys = await read(sql`
      SELECT c.relname AS "table", i.relname AS key, a.attname AS first
      FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]
      WHERE x.indisunique AND c.relnamespace = current_schema()::regnamespace`);
    const own = keys.filter(({ table }) => table !== undefined && !shared.includes(table));
    assert.ok(own.length >= 9);
    assert.deepEqual(
      own.filter(({ first }) => first !== 'app_id'),
      []
    );
    assert.deepEqual(
      await read(
        sql`SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S'`
      ),
      []
    );
    assert.deepEqual(await read(sql`SELECT tgname FROM pg_trigger WHERE NOT tgisinternal`), []);
  });

  test('have the columns that queries know', async () => {
    const known = Object.values({ ...tables, ...recordTables, ...companyTables })
      .filter((each) => is(each, PgTable))
      .map(getTableConfig);
    const columns = await read(sql`
      SELECT table_name || '.' || column_name AS name, is_nullable AS "isNullable" FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name IN ${known.map(({ name }) => name)}`);
    const found = columns
      .filter(({ name = '' }) => !OF_FUNCTIONS.includes(name))
      .map(({ name, isNullable }) => `${name}, nullable: ${isNullable}`);
    const expected = known.flatMap((table) =>
      table.columns.map(({ name, notNull }) => `${table.name}.${name}, nullable: ${notNull ? 'NO' : 'YES'}`)
    );
    assert.deepEqual(found.sort(), expected.sort());
  });

  test('an app without links can be deleted, with its keys and its icon', async () => {
    await withSession(addApp);
    await withSession((queries) => queries.execute(sql`DELETE FROM apps`));
    assert.deepEqual(await read(sql`SELECT id FROM apps`), []);
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
      indexes: [{ name: 'test_index', definition: 'UNIQUE INDEX % ON installs (code)' }],
    };
    const addInstall = (id: string) =>
      withSession((queries) =>
        queries.execute(
          sql`INSERT INTO installs (app_id, id, code, matched_by, confidence, matched_at, since) VALUES ('old', ${id}, 'code', 'clickId', 1, now(), now())`
        )
      );
    await addInstall('a');
    await addInstall('b');
    await assert.rejects(withSession((queries) => migrateWith(queries, index)));
    await withSession((queries) => queries.execute(sql`DELETE FROM installs WHERE id = 'b'`));
    await withSession((queries) => migrateWith(queries, index));
    const result = await withSession((queries) =>
      queries.execute(sql`SELECT indisvalid FROM pg_index WHERE indexrelid = 'test_index'::regclass`)
    );
    assert.deepEqual(rowsOf(result), [{ indisvalid: true }]);
  });
});
