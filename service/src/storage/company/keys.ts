import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { tellChange } from '../base/notices.ts';
import type { Queries } from '../base/Database.ts';
import { appsTable, keysTable, keyUsesTable, type App, type Key } from '../schema/tables.ts';

export async function addKeys(queries: Queries, keys: Key[]): Promise<void> {
  await queries.insert(keysTable).values(keys).onConflictDoNothing();
}

/** Null if the app has no such key, or the key was revoked. */
export async function findKey(
  queries: Queries,
  appId: string,
  hash: string
): Promise<({ app: App } & Pick<Key, 'kind' | 'scope' | 'id'>) | null> {
  const [row] = await queries
    .select({ app: appsTable, kind: keysTable.kind, scope: keysTable.scope, id: keysTable.id })
    .from(keysTable)
    .innerJoin(appsTable, eq(appsTable.id, keysTable.appId))
    .where(and(eq(keysTable.appId, appId), eq(keysTable.hash, hash), isNull(keysTable.revokedAt)));
  return row ?? null;
}

/** The secret key with this hash, of whichever app, unless it was revoked. */
export async function findSecretKey(queries: Queries, hash: string): Promise<{ app: App; key: Key } | null> {
  const [row] = await queries
    .select({ app: appsTable, key: keysTable })
    .from(keysTable)
    .innerJoin(appsTable, eq(appsTable.id, keysTable.appId))
    .where(and(eq(keysTable.hash, hash), eq(keysTable.kind, 'secret'), isNull(keysTable.revokedAt)))
    .orderBy(asc(keysTable.createdAt), asc(keysTable.id))
    .limit(1);
  return row ?? null;
}

/** Lists keys, the oldest first, including those that were revoked. */
export async function listKeys(queries: Queries, appId: string): Promise<(Key & { lastUsedAt: Date | null })[]> {
  const rows = await queries
    .select({ key: keysTable, lastUsedAt: keyUsesTable.usedAt })
    .from(keysTable)
    .leftJoin(keyUsesTable, eq(keyUsesTable.keyId, keysTable.id))
    .where(eq(keysTable.appId, appId))
    .orderBy(asc(keysTable.createdAt), asc(keysTable.kind), asc(keysTable.id));
  return rows.map(({ key, lastUsedAt }) => ({ ...key, lastUsedAt }));
}

/** Notes that the key was used, unless a use since `since` was noted already. */
export async function noteKeyUse(queries: Queries, id: string, now: Date, since: Date): Promise<void> {
  await queries.execute(sql`
    INSERT INTO key_uses AS uses (key_id, used_at) VALUES (${id}, ${now})
    ON CONFLICT (key_id) DO UPDATE SET used_at = excluded.used_at WHERE uses.used_at < ${since}`);
}

/** Returns the key; null if there is none, or it was revoked before. */
export async function revokeKey(queries: Queries, id: string, now: Date): Promise<Key | null> {
  return queries.transaction(async (transaction) => {
    const [revoked] = await transaction
      .update(keysTable)
      .set({ revokedAt: now })
      .where(and(eq(keysTable.id, id), isNull(keysTable.revokedAt)))
      .returning();
    if (revoked) await tellChange(transaction, { kind: 'app', appId: revoked.appId });
    return revoked ?? null;
  });
}
