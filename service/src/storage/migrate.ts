import { sql } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { migrations as allMigrations } from './migrations/index.ts';
import type { Migration } from './migrations/Migration.ts';
import { rowsOf } from './rowsOf.ts';
import { migrationsTable } from './tables.ts';

/** Any number will do, as long as every instance uses the same one. */
const MIGRATION_LOCK = 8_787_001;

/** The time between two tries for the lock; it delays a start by this much at most. */
const RETRY_MS = 100;

/** If a statement can't get its lock in this time, the start fails, instead of holding up all others behind it. */
const LOCK_TIMEOUT = '10s';

/** Building an index over a large table takes minutes. An instance that has waited this long gives up and says why. */
const LONGEST_WAIT_MS = 10 * 60 * 1000;

/**
 * Asks again and again instead of waiting in the database. An instance that waits there holds a snapshot, and the CREATE
 * INDEX CONCURRENTLY of the instance that has the lock would wait for the end of that snapshot.
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
    // An earlier attempt that was cut off leaves an invalid index.
    await session.execute(sql.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${index.name}`));
    const definition = index.definition.replace('INDEX %', `INDEX CONCURRENTLY ${index.name}`);
    await session.execute(sql.raw(`CREATE ${definition}`));
  }
  await session.insert(migrationsTable).values({ name });
}

/**
 * Brings the tables up to date, one migration after the other. Instances that start together wait for each
 * other. After a start that was cut off, the next one continues with the migrations that are left. `session` must be
 * one connection, because the lock belongs to it.
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
