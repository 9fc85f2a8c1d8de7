import { randomUUID } from 'node:crypto';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzleNodePostgres } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { Client } from 'pg';
import type { Database, Queries } from '../../src/storage/base/Database.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { migrate } from '../../src/storage/schema/migrate.ts';
import { citusUrl, copyTemplate, createTemplate, dropDatabase } from './citus.ts';
import { copyEmpty, expectMemory, openMemory } from './openMemory.ts';

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

/** Does work on a connection of its own, as `migrate` needs it. */
type WithSession = <Value>(work: (queries: Queries) => Promise<Value>) => Promise<Value>;

/** Sessions of a PostgreSQL database. */
export function sessionsOf(url: () => string): WithSession {
  return async (work) => {
    const client = new Client({ connectionString: url() });
    await client.connect();
    try {
      return await work(drizzleNodePostgres(client));
    } finally {
      await client.end();
    }
  };
}

const serverUrl = process.env.DATABASE_URL;
const newName = () => `test_${randomUUID().replaceAll('-', '')}`;

/** A database with all tables that the others are copied from, as making the tables takes longer than most tests. */
const migrated = newName();
let making: Promise<void> | undefined;

async function makeMigrated(server: string): Promise<void> {
  if (citusUrl) return createTemplate(migrated);
  await runOnce(server, `CREATE DATABASE ${migrated}`);
  await sessionsOf(() => new URL(migrated, server).href)(migrate);
}

/** On Citus, from every node. */
async function drop(server: string, name: string): Promise<void> {
  if (citusUrl) return dropDatabase(name);
  await runOnce(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

after(async () => {
  if (making && serverUrl) await drop(serverUrl, migrated);
});

type PostgresTests = (url: () => string) => void;

type CreateDatabase = (server: string, name: string) => Promise<void>;

function onDatabaseOfItsOwn(title: string, tests: PostgresTests, create: CreateDatabase): void {
  describe(
    `${title} (${citusUrl ? 'Citus' : 'PostgreSQL'})`,
    { skip: serverUrl ? false : 'DATABASE_URL is not set' },
    () => {
      if (!serverUrl) return;
      const name = newName();
      const url = new URL(name, serverUrl);

      before(() => create(serverUrl, name));
      tests(() => url.href);
      after(() => drop(serverUrl, name));
    }
  );
}

/**
 * For what only PostgreSQL can show. Each suite has a database of its own: a transaction that another suite keeps open
 * in the same database would change query plans, as VACUUM can't do its work then.
 */
export function onPostgres(title: string, tests: PostgresTests): void {
  onDatabaseOfItsOwn(title, tests, async (server, name) => {
    await (making ??= makeMigrated(server));
    if (citusUrl) return copyTemplate(migrated, name);
    await runOnce(server, `CREATE DATABASE ${name} TEMPLATE ${migrated}`);
  });
}

/** The same on a database without tables. */
export function onEmptyPostgres(title: string, tests: PostgresTests): void {
  // A database is distributed once it has its tables.
  if (citusUrl) return;
  onDatabaseOfItsOwn(title, tests, (server, name) => runOnce(server, `CREATE DATABASE ${name}`));
}

/** Runs the tests on both kinds of database, each of which is empty at first. */
export function onEachEmptyDatabase(title: string, tests: (withSession: WithSession) => void): void {
  if (citusUrl) return;
  describe(`${title} (PGlite)`, () => {
    let client: PGlite | undefined;
    before(async () => {
      client = await copyEmpty();
    });
    after(() => client?.close());
    tests((work) => {
      if (!client) throw new Error('The database is open only while a test runs.');
      return work(drizzlePglite(client));
    });
  });

  onEmptyPostgres(title, (url) => tests(sessionsOf(url)));
}

function openedAround(open: () => Promise<Database>, beforeClose = () => Promise.resolve()): TestDatabase {
  let database: Database | undefined;
  before(async () => {
    database = await open();
  });
  after(async () => {
    await beforeClose();
    await database?.close();
  });
  return {
    get database() {
      if (!database) throw new Error('The database is open only while a test runs.');
      return database;
    },
  };
}

type DatabaseTests = (opened: TestDatabase) => void;

function onMemory(title: string, tests: DatabaseTests): void {
  describe(`${title} (PGlite)`, () => {
    const endBorrowing = expectMemory();
    tests(openedAround(openMemory, endBorrowing));
  });
}

/** A busy machine takes longer for what tests store and count than the service gives its requests. */
const PATIENT = { statement_timeout: '60000', query_timeout: '75000' };

function onServer(title: string, tests: DatabaseTests): void {
  onPostgres(title, (url) => {
    tests(openedAround(() => openDatabase({ url: `${url()}?${new URLSearchParams(PATIENT).toString()}` })));
  });
}

/**
 * Runs the tests on in-memory PGlite, and on PostgreSQL too where DATABASE_URL is set, in a database
 * of their own that is dropped afterwards.
 */
export function onEachDatabase(title: string, tests: DatabaseTests): void {
  if (!citusUrl) onMemory(title, tests);
  onServer(title, tests);
}

/**
 * For what takes long and asks nothing of the driver, or only what the dashboard and the commands, which are tested on
 * PGlite, ask of it, too: runs the tests on PostgreSQL, or on PGlite without DATABASE_URL.
 */
export const onOneDatabase = serverUrl ? onServer : onMemory;

/** A test that needs triggers, which Citus refuses, or that counts the rows that were read, which it hides. */
export function testOffCitus(name: string, run: (t: TestContext) => Promise<void> | void): void {
  if (!citusUrl) void test(name, run);
}
