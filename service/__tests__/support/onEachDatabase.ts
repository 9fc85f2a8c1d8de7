import { randomUUID } from 'node:crypto';
import { after, before, describe } from 'node:test';
import { Client } from 'pg';
import type { Database } from '../../src/storage/Database.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { openMemory } from './openMemory.ts';

interface TestDatabase {
  readonly database: Database;
}

async function runOnce(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * For what only PostgreSQL can show. Each suite has a database of its own: a transaction that another suite keeps open in
 * the same database would change query plans, as VACUUM can't do its work then.
 */
export function onPostgres(title: string, tests: (url: () => string) => void): void {
  const serverUrl = process.env.DATABASE_URL;
  describe(`${title} (PostgreSQL)`, { skip: serverUrl ? false : 'DATABASE_URL is not set' }, () => {
    if (!serverUrl) return;
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    const url = new URL(name, serverUrl);

    before(() => runOnce(serverUrl, `CREATE DATABASE ${name}`));
    tests(() => url.href);
    after(() => runOnce(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`));
  });
}

function openedAround(open: () => Promise<Database>): TestDatabase {
  let database: Database | undefined;
  before(async () => {
    database = await open();
  });
  after(() => database?.close());
  return {
    get database() {
      if (!database) throw new Error('The database is open only while a test runs.');
      return database;
    },
  };
}

/**
 * Runs the tests on in-memory PGlite, and on PostgreSQL too where DATABASE_URL is set, in a database
 * of their own that is dropped afterwards.
 */
export function onEachDatabase(title: string, tests: (opened: TestDatabase) => void): void {
  describe(`${title} (PGlite)`, () => {
    tests(openedAround(openMemory));
  });

  onPostgres(title, (url) => {
    tests(openedAround(() => openDatabase({ url: url() })));
  });
}
