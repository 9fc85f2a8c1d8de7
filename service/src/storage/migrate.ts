import { sql } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { functions } from './functions/index.ts';
import type { SqlFunction } from './functions/SqlFunction.ts';
import { LOCKS } from './locks.ts';
import { addPartitions } from './partitions.ts';
import { migrations } from './migrations/index.ts';
import type { Migration } from './migrations/Migration.ts';
import { rowsOf } from './rowsOf.ts';
import { functionsTable, migrationsTable } from './tables.ts';

/** The time between two tries for the lock; it delays a start by this much at most. */
const RETRY_MS = 100;

/** If a statement can't get its lock in this time, the start fails, instead of holding up all others behind it. */
const LOCK_TIMEOUT = '10s';

/** Building an index over a large table takes minutes. An instance that has waited this long gives up and says why. */
const MAX_WAIT_MS = 10 * 60 * 1000;

/**
 * Asks again and again instead of waiting in the database. An instance that waits there holds a snapshot, and the CREATE
 * INDEX CONCURRENTLY of the instance that has the lock would wait for the end of that snapshot.
 */
async function takeLock(session: Queries): Promise<void> {
  for (let waited = 0; waited < MAX_WAIT_MS; waited += RETRY_MS) {
    const [row] = rowsOf<{ taken: boolean }>(
      await session.execute(sql.raw(`SELECT pg_try_advisory_lock(${LOCKS.migration}) AS taken`))
    );
    if (row?.taken) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  throw new Error('Another instance has been changing the tables for ten minutes.');
}

async function apply(session: Queries, migration: Migration): Promise<void> {
  const { name, minVersion = null } = migration;
  if ('statements' in migration) {
    await session.transaction(async (transaction) => {
      await transaction.execute(sql.raw(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`));
      for (const statement of migration.statements) await transaction.execute(sql.raw(statement));
      await transaction.insert(migrationsTable).values({ name, minVersion });
    });
    return;
  }
  for (const index of migration.indexes) {
    // An earlier attempt that was cut off leaves an invalid index.
    await session.execute(sql.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${index.name}`));
    const definition = index.definition.replace('INDEX %', `INDEX CONCURRENTLY ${index.name}`);
    await session.execute(sql.raw(`CREATE ${definition}`));
  }
  await session.insert(migrationsTable).values({ name, minVersion });
}

/** The functions of this version that are newer than those in the database. */
async function findNewer(session: Queries, wanted: readonly SqlFunction[]): Promise<SqlFunction[]> {
  const rows = await session.select().from(functionsTable);
  const numbers = new Map(rows.map(({ name, number }) => [name, number]));
  return wanted.filter(({ name, number }) => number > (numbers.get(name) ?? 0));
}

async function replace(session: Queries, { name, number, definition }: SqlFunction): Promise<void> {
  await session.transaction(async (transaction) => {
    await transaction.execute(sql.raw(`CREATE OR REPLACE FUNCTION ${name}${definition}`));
    await transaction
      .insert(functionsTable)
      .values({ name, number })
      .onConflictDoUpdate({ target: functionsTable.name, set: { number } });
  });
}

/** What a version of the service needs in its database. */
export interface Schema {
  migrations: readonly Migration[];
  functions: readonly SqlFunction[];
}

/**
 * Brings tables and functions up to date, one step after the other. Instances that start together wait for each other.
 * After a start that was cut off, the next one continues with the steps that are left. Fails without changing anything
 * if a newer version has made the tables unusable for this one. `session` must be one connection, because the lock
 * belongs to it.
 */
export async function migrate(session: Queries, schema: Schema = { migrations, functions }): Promise<void> {
  await session.execute(sql`SET statement_timeout = 0`);
  await takeLock(session);
  try {
    await session.execute(sql`CREATE TABLE IF NOT EXISTS service_migrations (name text PRIMARY KEY, min_version text)`);
    await session.execute(
      sql`CREATE TABLE IF NOT EXISTS service_functions (name text PRIMARY KEY, number integer NOT NULL)`
    );
    const known = new Set(schema.migrations.map(({ name }) => name));
    const applied = await session.select().from(migrationsTable);
    for (const { name, minVersion } of applied) {
      if (known.has(name) || minVersion === null) continue;
      throw new Error(
        `It needs version ${minVersion} of the service or a newer one, because the update "${name}" changed its tables. Start that version, or restore a backup from before the update.`
      );
    }
    const newer = await findNewer(session, schema.functions);
    for (const each of newer) if (each.isUsedByTables) await replace(session, each);
    for (const migration of schema.migrations) {
      if (!applied.some(({ name }) => name === migration.name)) await apply(session, migration);
    }
    // Last, because they may need what a migration adds.
    for (const each of newer) if (!each.isUsedByTables) await replace(session, each);
    await addPartitions(session, new Date());
  } finally {
    await session.execute(sql.raw(`SELECT pg_advisory_unlock(${LOCKS.migration})`));
  }
}
