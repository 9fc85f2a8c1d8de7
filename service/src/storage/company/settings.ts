import { eq } from 'drizzle-orm';
import type { Queries } from '../base/Database.ts';
import { settingsTable } from '../schema/tables.ts';

export async function findSetting(queries: Queries, name: string): Promise<string | null> {
  const [setting] = await queries.select().from(settingsTable).where(eq(settingsTable.name, name));
  return setting?.value ?? null;
}

/** If several instances add it at once, one of them succeeds. */
export async function addSetting(queries: Queries, name: string, value: string): Promise<'added' | 'taken'> {
  const added = await queries
    .insert(settingsTable)
    .values({ name, value })
    .onConflictDoNothing()
    .returning({ name: settingsTable.name });
  return added.length > 0 ? 'added' : 'taken';
}

export async function setSetting(queries: Queries, name: string, value: string): Promise<void> {
  await queries
    .insert(settingsTable)
    .values({ name, value })
    .onConflictDoUpdate({ target: settingsTable.name, set: { value } });
}
