import { sql } from 'drizzle-orm';
import type { Queries } from '../base/Database.ts';
import { LOCKS } from '../base/locks.ts';
import { addPartitions } from '../base/partitions.ts';
import type { Migration } from './migrations/Migration.ts';
import { STATE } from './migrations/state.ts';
import { query } from '../base/query.ts';
import { digestOf, SCHEMA, type Schema } from './schema.ts';
import { migrationsTable, schemaTable } from './tables.ts';

/** The time between two tries for the lock; it delays a start by this much at most. */
const RETRY_MS = 100;

/** If a statement can't get its lock in this time, the start fails, instead of holding up everybody behind it. */
const LOCK_TIMEOUT = '10s';

/** Building an index over a large table takes minutes. An instance that has waited this long gives up and says why. */
const MAX_WAIT_MS = 10 * 60 * 1000;

/**
 * Asks again and again instead of waiting in the database. An instance that waits there holds a snapshot, and the
 * CREATE INDEX CONCURRENTLY of the instance that has the lock would wait for the end of that snapshot.
 */
async function takeLock(session: Queries): Promise<void> {
  for (let waited = 0; waited < MAX_WAIT_MS; waited += RETRY_MS) {
    const [row] = await query<{ taken: boolean }>(session)`SELECT pg_try_advisory_lock(${LOCKS.migration}) AS taken`;
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

const OTHER_BUILD =
  'Its tables were made by another build of this version of the service. Start that build, or use a new database.';

/** Whether the tables and functions are as `schema` wants them. Throws if the service must not touch them. */
async function isReady(session: Queries, { number }: Schema, digest: string, applied: number): Promise<boolean> {
  const [found] = await session.select().from(schemaTable);
  if (!found && applied > 0) throw new Error(OTHER_BUILD);
  if (!found || found.number < number) return false;
  if (found.number > number) {
    throw new Error(
      `Its tables are of a newer version of the service (schema ${found.number}; this version has ${number}). Start that version, or restore a backup from before the update into a new database.`
    );
  }
  if (found.digest !== digest) throw new Error(OTHER_BUILD);
  return found.isReady;
}

/** Every step can be repeated: after an update that was cut off, the next start continues. */
async function update(session: Queries, schema: Schema, digest: string, applied: ReadonlySet<string>): Promise<void> {
  await session.transaction(async (transaction) => {
    await transaction.delete(schemaTable);
    await transaction.insert(schemaTable).values({ number: schema.number, digest, isReady: false });
  });
  for (const migration of schema.migrations) if (!applied.has(migration.name)) await apply(session, migration);
  // Functions come last, because they may need what a migration adds.
  for (const each of schema.functions) await session.execute(sql.raw(each));
  await session.update(schemaTable).set({ isReady: true });
}

/**
 * Brings tables and functions up to date, one step after the other. Instances that start together wait for each other.
 * After a start that was cut off, the next one continues with the remaining steps. Fails without changing anything if a
 * newer version, or another build, created the tables. `session` must be one connection, because the lock belongs to
 * it.
 */
export async function migrate(session: Queries, schema: Schema = SCHEMA): Promise<void> {
  await session.execute(sql`SET statement_timeout = 0`);
  await takeLock(session);
  try {
    for (const statement of STATE) await session.execute(sql.raw(statement));
    const applied = new Set((await session.select().from(migrationsTable)).map(({ name }) => name));
    const digest = await digestOf(schema);
    if (!(await isReady(session, schema, digest, applied.size))) await update(session, schema, digest, applied);
    await addPartitions(session, new Date());
  } finally {
    await session.execute(sql.raw(`SELECT pg_advisory_unlock(${LOCKS.migration})`));
  }
}
