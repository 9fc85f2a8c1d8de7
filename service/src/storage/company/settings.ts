import { sql } from 'drizzle-orm';
import type { Queries } from '../base/Database.ts';
import { query, rowsWhere } from '../base/query.ts';
import { settingsTable } from '../schema/tables.ts';

export async function findSetting(queries: Queries, name: string): Promise<string | null> {
  const [setting] = await rowsWhere(queries, settingsTable)`name = ${name}`;
  return setting?.value ?? null;
}

/** If several instances add it at the same time, one succeeds. */
export async function addSetting(queries: Queries, name: string, value: string): Promise<'added' | 'taken'> {
  const added = await query(queries)`
    INSERT INTO settings (name, value) VALUES (${name}, ${value}) ON CONFLICT DO NOTHING RETURNING name`;
  return added.length > 0 ? 'added' : 'taken';
}

export async function setSetting(queries: Queries, name: string, value: string): Promise<void> {
  await queries.execute(sql`
    INSERT INTO settings (name, value) VALUES (${name}, ${value})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
}
