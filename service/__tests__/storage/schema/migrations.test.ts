import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { openDatabase } from '../../../src/server/openDatabase.ts';
import type { Queries } from '../../../src/storage/base/Database.ts';
import { migrate } from '../../../src/storage/schema/migrate.ts';
import type { Migration } from '../../../src/storage/schema/migrations/Migration.ts';
import { rowsOf } from '../../../src/storage/base/query.ts';
import { FIGURES } from '../../../src/storage/counts/figures.ts';
import { digestOf, SCHEMA, type Schema } from '../../../src/storage/schema/schema.ts';
import * as tables from '../../../src/storage/schema/tables.ts';
import { onEachEmptyDatabase, onEmptyPostgres, sessionsOf } from '../../support/onEachDatabase.ts';

/** The start of a version that is newer by `newer`, and brings another migration. */
const migrateWith = (queries: Queries, next: Migration, newer = 1) =>
  migrate(queries, { ...SCHEMA, number: SCHEMA.number + newer, migrations: [...SCHEMA.migrations, next] });

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

onEachEmptyDatabase('a database of another version', (withSession) => {
  const start = (change: Partial<Schema>) => withSession((queries) => migrate(queries, { ...SCHEMA, ...change }));
  const readNumber = async () => {
    const rows = await withSession((queries) => queries.execute(sql`SELECT number FROM service_schema`));
    return rowsOf<{ number: number }>(rows)[0]?.number;
  };

  test('from before schemas had numbers is refused with a sentence', async () => {
    await withSession((queries) => queries.execute(sql`CREATE TABLE service_migrations (name text PRIMARY KEY)`));
    await withSession((queries) => queries.execute(sql`INSERT INTO service_migrations VALUES ('0001-tables')`));
    await assert.rejects(start({}), /made by another build of this version .* use a new database/);
    await withSession((queries) => queries.execute(sql`DELETE FROM service_migrations`));
  });

  test('with the same number and other tables is refused, and stays as it is', async () => {
    await start({});
    const [tables] = SCHEMA.migrations;
    assert.ok(tables && 'statements' in tables);
    const edited = { ...tables, statements: [...tables.statements, 'CREATE TABLE edited (id int)'] };
    await assert.rejects(start({ migrations: [edited] }), /made by another build/);
    await assert.rejects(start({ functions: SCHEMA.functions.slice(1) }), /made by another build/);
    await start({});
  });

  test('that is newer is refused by an older version, which changes nothing', async () => {
    await start({ number: SCHEMA.number + 1 });
    await assert.rejects(start({}), /of a newer version of the service \(schema 2; this version has 1\)/);
    assert.equal(await readNumber(), SCHEMA.number + 1);
  });

  test('that is older is brought up to date, after a start that was cut off, too', async () => {
    const number = SCHEMA.number + 2;
    const failing = `CREATE FUNCTION test_fails() RETURNS int LANGUAGE sql AS 'SELECT 1 FROM not_there'`;
    const schema = { number, functions: [...SCHEMA.functions, failing] };
    await assert.rejects(start(schema));
    assert.equal(await readNumber(), number);
    await withSession((queries) => queries.execute(sql`CREATE TABLE not_there (id int)`));
    await start(schema);
    const rows = await withSession((queries) => queries.execute(sql`SELECT is_ready FROM service_schema`));
    assert.deepEqual(rowsOf(rows), [{ is_ready: true }]);
  });
});

/** What a release froze; `node scripts/checkRelease.mjs --write release` writes it. Nothing before the first one. */
interface Released {
  number: number;
  digest: string;
  migrations: Record<string, string>;
}

async function problemsOf(released: Released, schema: Schema): Promise<string[]> {
  const edited: string[] = [];
  for (const [name, digest] of Object.entries(released.migrations)) {
    const migration = schema.migrations.find((each) => each.name === name);
    if (!migration || (await digestOf(migration)) !== digest) edited.push(`${name} was released and has changed`);
  }
  const isNew = (await digestOf({ ...schema, number: released.number })) !== released.digest;
  const isNumbered = released.number === 0 || !isNew || schema.number > released.number;
  return isNumbered ? edited : [...edited, `SCHEMA.number has to be higher than ${released.number}`];
}

test('what was released stays as it was: a change is another migration, and a higher number', async () => {
  const file = new URL('releasedSchema.json', import.meta.url);
  assert.deepEqual(await problemsOf(JSON.parse(readFileSync(file, 'utf8')) as Released, SCHEMA), []);
  const [tables] = SCHEMA.migrations;
  assert.ok(tables && 'statements' in tables);
  const released = {
    number: SCHEMA.number,
    digest: await digestOf(SCHEMA),
    migrations: { [tables.name]: await digestOf(tables) },
  };
  const edited = { ...tables, statements: [...tables.statements, 'CREATE TABLE edited (id int)'] };
  assert.deepEqual(await problemsOf(released, SCHEMA), []);
  assert.deepEqual(await problemsOf(released, { ...SCHEMA, migrations: [edited] }), [
    '0001-tables was released and has changed',
    'SCHEMA.number has to be higher than 1',
  ]);
  assert.deepEqual(await problemsOf(released, { ...SCHEMA, number: 2, functions: [] }), []);
});

/** Tables that every server of a distributed database has whole. They are small, or belong to no app. */
const REFERENCE_TABLES = ['apps', 'icons', 'jobs', 'key_uses', 'keys', 'sessions', 'settings'];
const STATE_TABLES = ['service_schema', 'service_migrations'];

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

  test('have a column for each figure', async () => {
    const columns = await read(
      sql`SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'rollups'`
    );
    const names = columns.map(({ name }) => name);
    assert.deepEqual(
      FIGURES.filter((figure) => !names.includes(figure)),
      []
    );
  });

  test('have the columns that queries know', async () => {
    const known = Object.values(tables)
      .filter((each) => is(each, PgTable))
      .map(getTableConfig);
    const columns = await read(sql`
      SELECT table_name || '.' || column_name || ' ' || is_nullable AS name FROM information_schema.columns
      WHERE table_schema = current_schema()`);
    const found = columns.map(({ name }) => name);
    const expected = known.flatMap((table) =>
      table.columns.map(({ name, notNull }) => `${table.name}.${name} ${notNull ? 'NO' : 'YES'}`)
    );
    assert.ok(expected.length > 200);
    assert.deepEqual(
      expected.filter((name) => !found.includes(name)),
      []
    );
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
    await withSession((queries) => migrateWith(queries, fixed, 2));
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
    await assert.rejects(withSession((queries) => migrateWith(queries, index, 3)));
    await withSession((queries) => queries.execute(sql`DELETE FROM installs WHERE id = 'b'`));
    await withSession((queries) => migrateWith(queries, index, 3));
    const result = await withSession((queries) =>
      queries.execute(sql`SELECT indisvalid FROM pg_index WHERE indexrelid = 'test_index'::regclass`)
    );
    assert.deepEqual(rowsOf(result), [{ indisvalid: true }]);
  });
});
