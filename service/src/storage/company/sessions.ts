import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { texts } from '../base/bind.ts';
import type { Queries } from '../base/Database.ts';
import { appsTable, keysTable, sessionsTable, type App, type Key, type Session } from '../schema/tables.ts';

export async function addSession(queries: Queries, session: Session): Promise<void> {
  await queries.insert(sessionsTable).values(session);
}

export interface FoundSession {
  session: Session;
  /** The app whose secret key opened the session; null if the admin token did, or if the key was revoked since. */
  owner: { app: App; key: Key } | null;
}

/** The sessions with these hashes that haven't ended, the newest first. */
export async function findSessions(queries: Queries, hashes: readonly string[], now: Date): Promise<FoundSession[]> {
  const rows = await queries
    .select({ session: sessionsTable, app: appsTable, key: keysTable })
    .from(sessionsTable)
    .leftJoin(
      keysTable,
      and(eq(keysTable.id, sessionsTable.keyId), eq(keysTable.kind, 'secret'), isNull(keysTable.revokedAt))
    )
    .leftJoin(appsTable, eq(appsTable.id, keysTable.appId))
    .where(and(inArray(sessionsTable.hash, [...hashes]), gt(sessionsTable.expiresAt, now)))
    .orderBy(desc(sessionsTable.createdAt), sessionsTable.hash);
  return rows.map(({ session, app, key }) => ({ session, owner: app && key ? { app, key } : null }));
}

export async function deleteSessions(queries: Queries, hashes: readonly string[]): Promise<void> {
  await queries.execute(sql`DELETE FROM sessions WHERE hash = ANY(${texts(hashes)})`);
}

export async function deleteSessionsUntil(queries: Queries, last: Date): Promise<void> {
  await queries.execute(sql`DELETE FROM sessions WHERE expires_at <= ${last}`);
}
