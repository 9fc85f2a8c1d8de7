import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { migrate } from '../../../../src/storage/schema/migrate.ts';
import { rowsOf } from '../../../../src/storage/base/query.ts';
import { SCHEMA } from '../../../../src/storage/schema/schema.ts';
import { onEachEmptyDatabase } from '../../../support/onEachDatabase.ts';

const answering = (name: string, answer: string) =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS text LANGUAGE sql AS $$ SELECT '${answer}' $$`;

onEachEmptyDatabase('functions in the database', (withSession) => {
  test('are replaced by those of a newer version', async () => {
    for (const [newer, answer] of ['one', 'two'].entries()) {
      const functions = [...SCHEMA.functions, answering('test_answer', answer)];
      await withSession((queries) => migrate(queries, { ...SCHEMA, number: SCHEMA.number + newer, functions }));
      const rows = await withSession((queries) => queries.execute(sql`SELECT test_answer() AS answer`));
      assert.deepEqual(rowsOf(rows), [{ answer }]);
    }
  });

  test('may use what a migration of their version adds', async () => {
    const table = { name: 'test-table', statements: [`CREATE TABLE test_table (word text DEFAULT 'default')`] };
    const using = `CREATE OR REPLACE FUNCTION test_using() RETURNS test_table LANGUAGE sql
      AS $$ INSERT INTO test_table DEFAULT VALUES RETURNING * $$`;
    await withSession((queries) =>
      migrate(queries, {
        number: SCHEMA.number + 2,
        migrations: [...SCHEMA.migrations, table],
        functions: [...SCHEMA.functions, using],
      })
    );
    const rows = await withSession((queries) => queries.execute(sql`SELECT word FROM test_using()`));
    assert.deepEqual(rowsOf(rows), [{ word: 'default' }]);
  });
});

test('each function is one text, without anything put into it', () => {
  const folder = new URL('../../../../src/storage/schema/functions/', import.meta.url);
  for (const name of readdirSync(folder)) {
    assert.doesNotMatch(readFileSync(new URL(name, folder), 'utf8'), /\$\{/, name);
  }
  for (const text of SCHEMA.functions) assert.match(text, /^\nCREATE OR REPLACE FUNCTION \w+\(/);
});

test('only functions/ creates functions, but for the one that an index needs', () => {
  const statements = SCHEMA.migrations.flatMap((migration) => ('statements' in migration ? migration.statements : []));
  const created = statements.flatMap(
    (statement) => /\bCREATE\s+(?:OR\s+REPLACE\s+)?FUNCTION\s+(\w+)/i.exec(statement)?.[1] ?? []
  );
  assert.deepEqual(created, ['words_of_app']);
});
