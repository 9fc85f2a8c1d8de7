import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import type { Queries } from '../../../src/storage/Database.ts';
import { functions } from '../../../src/storage/functions/index.ts';
import type { SqlFunction } from '../../../src/storage/functions/SqlFunction.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { migrations } from '../../../src/storage/migrations/index.ts';
import type { Migration } from '../../../src/storage/migrations/Migration.ts';
import { rowsOf } from '../../../src/storage/rowsOf.ts';
import { onEachEmptyDatabase } from '../../support/onEachDatabase.ts';

const answering = (number: number, answer: string): SqlFunction => ({
  name: 'test_answer',
  number,
  definition: `() RETURNS text LANGUAGE sql AS $$ SELECT '${answer}' $$`,
});

async function ask(queries: Queries): Promise<unknown> {
  return rowsOf<{ answer: string }>(await queries.execute(sql`SELECT test_answer() AS answer`))[0]?.answer;
}

/** The start of a version that brings these, and all that is there today. */
const start = (more: { migrations?: Migration[]; functions?: SqlFunction[] }) => (queries: Queries) =>
  migrate(queries, {
    migrations: [...migrations, ...(more.migrations ?? [])],
    functions: [...functions, ...(more.functions ?? [])],
  });

onEachEmptyDatabase('functions in the database', (withSession) => {
  test('a start replaces a function only with one of a higher number', async () => {
    await withSession(start({ functions: [answering(2, 'two')] }));
    assert.equal(await withSession(ask), 'two');
    await withSession(start({ functions: [answering(1, 'one')] }));
    assert.equal(await withSession(ask), 'two');
    await withSession(start({ functions: [answering(2, 'another two')] }));
    assert.equal(await withSession(ask), 'two');
    await withSession(start({ functions: [answering(3, 'three')] }));
    assert.equal(await withSession(ask), 'three');
  });

  test('a function that fails keeps its number, and the next start tries again', async () => {
    await assert.rejects(withSession(start({ functions: [{ ...answering(4, ''), definition: '() nonsense' }] })));
    await withSession(start({ functions: [answering(4, 'four')] }));
    assert.equal(await withSession(ask), 'four');
  });

  test('a function may use what a migration of its version adds, and a table may use a function', async () => {
    const used: SqlFunction = { ...answering(1, 'default'), name: 'test_default', isUsedByTables: true };
    const table = { name: 'test-table', statements: [`CREATE TABLE test_table (word text DEFAULT test_default())`] };
    const using: SqlFunction = {
      name: 'test_using',
      number: 1,
      definition: `() RETURNS test_table LANGUAGE sql AS $$ INSERT INTO test_table DEFAULT VALUES RETURNING * $$`,
    };
    await withSession(start({ migrations: [table], functions: [using, used] }));
    const rows = await withSession((queries) => queries.execute(sql`SELECT word FROM test_using()`));
    assert.deepEqual(rowsOf(rows), [{ word: 'default' }]);
  });
});

onEachEmptyDatabase('a migration of a newer version', (withSession) => {
  const harmless: Migration = { name: 'test-harmless', statements: ['CREATE TABLE test_harmless (id int)'] };
  const breaking: Migration = {
    name: 'test-breaking',
    minVersion: '7.8.9',
    statements: ['CREATE TABLE test_breaking (id int)'],
  };

  test('lets older versions start, unless it says which version it needs', async () => {
    await withSession(start({ migrations: [harmless] }));
    await withSession(start({}));
    await withSession(start({ migrations: [harmless, breaking] }));
    await withSession(start({ migrations: [harmless, breaking] }));
    const older = start({ migrations: [harmless], functions: [answering(1, 'old')] });
    await assert.rejects(withSession(older), /needs version 7\.8\.9 of the service.*"test-breaking"/);
    await assert.rejects(withSession(ask), 'a version that must not run changes nothing');
  });

  test('says so for indexes, too', async () => {
    const index: Migration = {
      name: 'test-index',
      minVersion: '8.0.0',
      indexes: [{ name: 'test_index', definition: 'INDEX % ON test_harmless (id)' }],
    };
    await withSession(start({ migrations: [harmless, breaking, index] }));
    await assert.rejects(withSession(start({ migrations: [harmless, breaking] })), /needs version 8\.0\.0/);
  });
});

/** Digests by name and number; SqlFunction.ts says when a change needs a higher number. */
const DEFINITIONS = {
  'add_attempts 1': '05ee2d5c19fe',
  'add_clicks 1': '147769b30458',
  'add_device_reports 1': '411ef66947ea',
  'add_events 1': '93cff97939f3',
  'add_install 1': 'fa5fec4684a2',
  'add_opens 1': 'a3586606937e',
  'add_server_events 1': '48580d1c63c1',
  'arrival 1': 'c7c131372115',
  'attribute_events 1': '51f9c44255a4',
  'claim_clicks 1': '89b5ebfb2ef7',
  'conceal 1': '20dc2d5932c3',
  'count_buyers 1': '8119438d941a',
  'count_returns 1': '07f7f0807907',
  'delete_clicks 1': '0f19e35cdd3e',
  'delete_deliveries 1': '647c9e3e7b12',
  'delete_events 1': '4e07dcb7513d',
  'event_key 1': 'de64bb2341eb',
  'export_epoch 1': 'e986b2bfba87',
  'export_rows 1': 'f5c541d8926a',
  'forget_facts 1': 'b466271aa52e',
  'forget_install 1': '7845c1da3aa4',
  'group_names 1': 'ffd5bc7b708b',
  'keep_event_ids 1': 'b6b539eca526',
  'network_key 1': 'b7377ac4f825',
  'tell_link_changes 1': '36f10fe6cefb',
  'words_of_app 1': 'e4ff5f104f96',
};

test('no function changes unnoticed', () => {
  const found = functions.map(({ name, number, definition }) => {
    const digest = createHash('sha256').update(definition.replace(/\s+/g, ' ')).digest('hex').slice(0, 12);
    return [`${name} ${number}`, digest];
  });
  assert.deepEqual(Object.fromEntries(found), DEFINITIONS);
});

test('only functions/ creates functions', () => {
  const statements = migrations.flatMap((migration) => ('statements' in migration ? migration.statements : []));
  assert.deepEqual(
    statements.filter((statement) => /\bCREATE\s+(OR\s+REPLACE\s+)?FUNCTION\b/i.test(statement)),
    []
  );
});
