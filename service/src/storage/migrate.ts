import { sql } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { migrations as allMigrations } from './migrations/index.ts';
import type { Migration } from './migrations/Migration.ts';
import { rowsOf } from './rowsOf.ts';
import { migrationsTable } from './tables.ts';

/** Any number will do, as long as every instance asks for the same one. */
const MIGRATION_LOCK = 8_787_001;

/** Between two tries for the lock; an instance that starts waits that much longer at most. */
const RETRY_MS = 100;

/** A statement that can't get its lock in this time fails the start instead of holding up all others behind it. */
const LOCK_TIMEOUT = '10s';

/** Building an index over a large table takes its time; whoever waits longer than this should say so. */
const LONGEST_WAIT_MS = 10 * 60 * 1000;

/**
 * Asks again and again instead of waiting in the database: an instance that waits there holds a snapshot,
 * for whose end the holder's CREATE INDEX CONCURRENTLY would wait in turn.
 */
async function takeLock(session: Queries): Promise<void> {
  for (let waited = 0; waited < LONGEST_WAIT_MS; waited += RETRY_MS) {
    const [row] = rowsOf<{ taken: boolean }>(
      await session.execute(sql`SELECT pg_try_advisory_lock(${sql.raw(String(MIGRATION_LOCK))}) AS taken`)
    );
    if (row?.taken) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  throw new Error('Another instance has been changing the tables for ten minutes.');
}

async function apply(session: Queries, migration: Migration): Promise<void> {
  const { name } = migration;
  if ('statements' in migration) {
    await session.transaction(async (transaction) => {
      await transaction.execute(sql.raw(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`));
      for (const statement of migration.statements) await transaction.execute(sql.raw(statement));
      await transaction.insert(migrationsTable).values({ name });
    });
    return;
  }
  for (const index of migration.indexes) {
    // An attempt that was cut off leaves an index that is not valid.
    await session.execute(sql.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${index.name}`));
    const definition = index.definition.replace('INDEX %', `INDEX CONCURRENTLY ${index.name}`);
    await session.execute(sql.raw(`CREATE ${definition}`));
  }
  await session.insert(migrationsTable).values({ name });
}

/**
 * Brings the tables up to date, one migration after the other. Instances that start together wait for each
 * other, and a start that was cut off goes on where it was. `session` must be one connection, as the lock
 * belongs to it.
 */
export async function migrate(session: Queries, migrations: readonly Migration[] = allMigrations): Promise<void> {
  await session.execute(sql`SET statement_timeout = 0`);
  await takeLock(session);
  try {
    await session.execute(sql`CREATE TABLE IF NOT EXISTS service_migrations (name text PRIMARY KEY)`);
    const rows = await session.select().from(migrationsTable);
    const applied = new Set(rows.map((row) => row.name));
    for (const migration of migrations) {
      if (!applied.has(migration.name)) await apply(session, migration);
    }
  } finally {
    await session.execute(sql`SELECT pg_advisory_unlock(${sql.raw(String(MIGRATION_LOCK))})`);
  }
}
