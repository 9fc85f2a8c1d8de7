import { eq, sql } from 'drizzle-orm';
import { tellChange } from '../base/notices.ts';
import type { Queries } from '../base/Database.ts';
import { setZone } from '../counts/zones.ts';
import { query, rowsWhere } from '../base/query.ts';
import { appsTable, type App, type NewApp } from '../schema/tables.ts';

export async function addApp(queries: Queries, app: NewApp): Promise<'added' | 'taken'> {
  return queries.transaction(async (transaction) => {
    const added = await transaction.insert(appsTable).values(app).onConflictDoNothing().returning({ id: appsTable.id });
    if (added.length === 0) return 'taken';
    // Registers the keys of platforms. Other keys are registered with the first row that has them.
    await transaction.execute(sql`
      INSERT INTO rollup_keys (app_id, id, platform)
      SELECT ${app.id}, platform_key(platform), platform FROM unnest(ARRAY['ios', 'android']) AS platform
      ON CONFLICT DO NOTHING`);
    await setZone(transaction, app.id, app.timeZone ?? 'UTC');
    // Its hosts may be cached as those of other apps.
    await tellChange(transaction, { kind: 'everything' });
    return 'added';
  });
}

/** Time zones come with the system, so the database may lack one that this process has. */
export async function knowsTimeZone(queries: Queries, name: string): Promise<boolean> {
  if (name === 'UTC') return true;
  const found = await query(queries)`SELECT 1 FROM pg_timezone_names WHERE lower(name) = lower(${name})`;
  return found.length > 0;
}

export async function findApp(queries: Queries, id: string): Promise<App | null> {
  const [app] = await rowsWhere(queries, appsTable)`id = ${id}`;
  return app ?? null;
}

/** Returns the app, and locks it until the end of the transaction. */
export async function lockApp(transaction: Queries, id: string): Promise<App | null> {
  const [app] = await rowsWhere(transaction, appsTable)`id = ${id} FOR UPDATE`;
  return app ?? null;
}

export async function listApps(queries: Queries): Promise<App[]> {
  return queries.select().from(appsTable).orderBy(appsTable.id);
}

export async function listAppIds(queries: Queries): Promise<string[]> {
  const rows = await query<{ id: string }>(queries)`SELECT id FROM apps ORDER BY id`;
  return rows.map(({ id }) => id);
}

/** The apps whose links live on a host, first those that have it as their own. */
export async function findAppsOfHost(
  queries: Queries,
  host: string,
  which: 'only its own' | 'and those without a host'
): Promise<App[]> {
  return rowsWhere(queries, appsTable)`
    ${host} = ANY(link_hosts) OR (${which !== 'only its own'} AND cardinality(link_hosts) = 0)
    ORDER BY ${host} = ANY(link_hosts) DESC, id`;
}

export async function listHosts(queries: Queries): Promise<string[]> {
  const rows = await query<{ host: string }>(queries)`SELECT DISTINCT unnest(link_hosts) AS host FROM apps`;
  return rows.map(({ host }) => host);
}

export async function changeApp(queries: Queries, id: string, change: Partial<Omit<App, 'id'>>): Promise<App | null> {
  // SQL has no update without columns.
  if (Object.values(change).every((value) => value === undefined)) return findApp(queries, id);
  return queries.transaction(async (transaction) => {
    const [app] = await transaction.update(appsTable).set(change).where(eq(appsTable.id, id)).returning();
    if (!app) return null;
    // Apps that share hosts depend on each other's hosts.
    await tellChange(transaction, change.linkHosts ? { kind: 'everything' } : { kind: 'app', appId: id });
    return app;
  });
}
