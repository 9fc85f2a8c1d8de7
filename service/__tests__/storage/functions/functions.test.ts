import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import type { SqlFunction } from '../../../src/storage/functions/SqlFunction.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { rowsOf } from '../../../src/storage/rowsOf.ts';
import { SCHEMA } from '../../../src/storage/schema.ts';
import { onEachEmptyDatabase } from '../../support/onEachDatabase.ts';

const answering = (name: string, answer: string): SqlFunction => ({
  name,
  definition: `() RETURNS text LANGUAGE sql AS $$ SELECT '${answer}' $$`,
});

onEachEmptyDatabase('functions in the database', (withSession) => {
  test('are replaced by those of a newer version', async () => {
    for (const [newer, answer] of ['one', 'two'].entries()) {
      const functions = [...SCHEMA.functions, answering('test_answer', answer)];
      await withSession((queries) => migrate(queries, { ...SCHEMA, number: SCHEMA.number + newer, functions }));
      const rows = await withSession((queries) => queries.execute(sql`SELECT test_answer() AS answer`));
      assert.deepEqual(rowsOf(rows), [{ answer }]);
    }
  });

  test('may use what a migration of their version adds, and a table may use a function', async () => {
    const used: SqlFunction = { ...answering('test_default', 'default'), isUsedByTables: true };
    const table = { name: 'test-table', statements: [`CREATE TABLE test_table (word text DEFAULT test_default())`] };
    const using: SqlFunction = {
      name: 'test_using',
      definition: `() RETURNS test_table LANGUAGE sql AS $$ INSERT INTO test_table DEFAULT VALUES RETURNING * $$`,
    };
    await withSession((queries) =>
      migrate(queries, {
        number: SCHEMA.number + 2,
        migrations: [...SCHEMA.migrations, table],
        functions: [...SCHEMA.functions, using, used],
      })
    );
    const rows = await withSession((queries) => queries.execute(sql`SELECT word FROM test_using()`));
    assert.deepEqual(rowsOf(rows), [{ word: 'default' }]);
  });
});

test('only functions/ creates functions', () => {
  const statements = SCHEMA.migrations.flatMap((migration) => ('statements' in migration ? migration.statements : []));
  assert.deepEqual(
    statements.filter((statement) => /\bCREATE\s+(OR\s+REPLACE\s+)?FUNCTION\b/i.test(statement)),
    []
  );
});
