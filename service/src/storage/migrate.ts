import { sql } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { migrations } from './migrations.ts';
import { migrationsTable } from './tables.ts';

// Any number will do, as long as every instance asks for the same one.
const MIGRATION_LOCK = 8_787_001;

type Steps = { onFirstStart: (queries: Queries) => Promise<void> };

/**
 * Brings the tables up to date. Instances that start together wait for each other at the lock,
 * and the first start's data is committed with the tables it belongs in.
 */
export async function migrate(queries: Queries, { onFirstStart }: Steps): Promise<void> {
  await queries.transaction(async (transaction) => {
    await transaction.execute(sql`SELECT pg_advisory_xact_lock(${sql.raw(String(MIGRATION_LOCK))})`);
    await transaction.execute(sql`CREATE TABLE IF NOT EXISTS service_migrations (name text PRIMARY KEY)`);

    const rows = await transaction.select().from(migrationsTable);
    const applied = new Set(rows.map((row) => row.name));

    for (const { name, statements } of migrations) {
      if (applied.has(name)) continue;
      for (const statement of statements) await transaction.execute(sql.raw(statement));
      await transaction.insert(migrationsTable).values({ name });
    }

    if (applied.size === 0) await onFirstStart(transaction);
  });
}
