import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { rowsOf } from './rowsOf.ts';
import { appsTable, keysTable, sessionsTable, type App, type Session } from './tables.ts';

export async function addSession(queries: Queries, session: Session): Promise<void> {
  await queries.insert(sessionsTable).values(session);
}

export interface FoundSession {
  session: Session;
  /** The app whose secret key opened the session; null if the admin token did, or if the key was revoked since. */
  owner: { app: App; keyHash: string } | null;
}

/** Those of these hashes that are not over, the newest first. */
export async function findSessions(queries: Queries, hashes: readonly string[], now: Date): Promise<FoundSession[]> {
  const rows = await queries
    .select({ session: sessionsTable, app: appsTable, keyHash: keysTable.hash })
    .from(sessionsTable)
    .leftJoin(
      keysTable,
      and(eq(keysTable.id, sessionsTable.keyId), eq(keysTable.kind, 'secret'), isNull(keysTable.revokedAt))
    )
    .leftJoin(appsTable, eq(appsTable.id, keysTable.appId))
    .where(and(inArray(sessionsTable.hash, [...hashes]), gt(sessionsTable.expiresAt, now)))
    .orderBy(desc(sessionsTable.createdAt), sessionsTable.hash);
  return rows.map(({ session, app, keyHash }) => ({
    session,
    owner: app && keyHash !== null ? { app, keyHash } : null,
  }));
}

export async function deleteSessions(queries: Queries, hashes: readonly string[]): Promise<void> {
  await queries.delete(sessionsTable).where(inArray(sessionsTable.hash, [...hashes]));
}

/** At most `most` of those that ended until `last`; tells how many went. */
export async function deleteSessionsUntil(queries: Queries, last: Date, most: number): Promise<number> {
  const deleted = await queries.execute(sql`
    DELETE FROM sessions WHERE hash = ANY(ARRAY(
      SELECT hash FROM sessions WHERE expires_at <= ${last.toISOString()}::timestamptz LIMIT ${most}
    )) RETURNING 1`);
  return rowsOf(deleted).length;
}
