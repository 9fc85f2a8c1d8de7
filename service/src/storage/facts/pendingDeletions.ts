import { sql } from 'drizzle-orm';
import type { Queries } from '../base/Database.ts';
import { query } from '../base/query.ts';
import { texts } from '../base/bind.ts';

// What still has to be deleted. It is stored before the first row is deleted, because the rows that are left don't
// always say what belongs together. Repeating it does no harm. All times are the database's: clocks of instances may
// differ.

/** Whoever does a deletion has this long. Then it is due again, in case that instance was killed. */
export const DELETION_LEASE_MS = 3_000;

export interface PendingDeletion {
  appId: string;
  /** Everything of an install; what of a user belongs to no install; the clicks on a code whose link is gone. */
  kind: 'install' | 'user' | 'clicks';
  /** The id of an install or a user, or the code of a link. */
  id: string;
  /** The user that an install is deleted with. */
  userId: string | null;
  /** Clicks after this are another link's. */
  until: string | null;
}

/** A deletion with the time of its row, which moves whenever somebody asks for the deletion or takes it. */
export interface StoredDeletion extends PendingDeletion {
  dueAt: string;
}

const LEASE = sql.raw(`interval '${DELETION_LEASE_MS} milliseconds'`);

const COLUMNS = sql.raw(
  'app_id AS "appId", kind, id, user_id AS "userId", until::text AS until, due_at::text AS "dueAt"'
);

/** The caller does these deletions next. */
export async function addPendingDeletions(
  queries: Queries,
  appId: string,
  pending: readonly Omit<PendingDeletion, 'appId'>[]
): Promise<void> {
  if (pending.length === 0) return;
  await queries.execute(sql`
    INSERT INTO pending_deletions (app_id, kind, id, user_id, until, due_at)
    SELECT ${appId}, kind, id, "userId", until, now() + ${LEASE}
    FROM json_to_recordset(${JSON.stringify(pending)}::json) AS given (kind text, id text, "userId" text, until timestamptz)
    ORDER BY kind, id
    ON CONFLICT (app_id, kind, id) DO UPDATE SET user_id = coalesce(excluded.user_id, pending_deletions.user_id),
      until = excluded.until, due_at = excluded.due_at`);
}

/** What is left to delete of these ids; for a user, including their installs. */
export async function listPendingDeletions(
  queries: Queries,
  appId: string,
  kind: PendingDeletion['kind'],
  ids: readonly string[]
): Promise<StoredDeletion[]> {
  const isPart = kind === 'user' ? sql`user_id = ANY(${texts(ids)})` : sql`kind = ${kind} AND id = ANY(${texts(ids)})`;
  return query<StoredDeletion>(queries)`
    SELECT ${COLUMNS} FROM pending_deletions WHERE app_id = ${appId} AND ${isPart} ORDER BY kind, id`;
}

/** Makes deletions of one app due now, because whoever did them has given up. */
export async function releaseDeletions(queries: Queries, pending: readonly PendingDeletion[]): Promise<void> {
  const appId = pending[0]?.appId;
  if (appId === undefined) return;
  await queries.execute(sql`
    UPDATE pending_deletions SET due_at = now() WHERE app_id = ${appId} AND (kind, id) IN (
      SELECT kind, id FROM json_to_recordset(${JSON.stringify(pending)}::json) AS given (kind text, id text)
    )`);
}

export async function listAppsWithDueDeletions(queries: Queries): Promise<string[]> {
  const due = await query<{ id: string }>(queries)`
    SELECT DISTINCT app_id AS id FROM pending_deletions WHERE due_at <= now()`;
  return due.map(({ id }) => id);
}

/** Takes the app's deletion that has been due for longest; null if none is due that no other instance is taking. */
export async function claimDueDeletion(queries: Queries, appId: string): Promise<StoredDeletion | null> {
  const [claimed] = await query<StoredDeletion>(queries)`
    UPDATE pending_deletions SET due_at = now() + ${LEASE}
    WHERE app_id = ${appId} AND due_at <= now() AND (kind, id) = (
      SELECT kind, id FROM pending_deletions WHERE app_id = ${appId} AND due_at <= now()
      ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING ${COLUMNS}`;
  return claimed ?? null;
}

/** Does nothing if somebody has asked for it again in the meantime: what has come since must be deleted, too. */
export async function endDeletion(queries: Queries, { appId, kind, id, dueAt }: StoredDeletion): Promise<void> {
  await queries.execute(sql`
    DELETE FROM pending_deletions
    WHERE app_id = ${appId} AND kind = ${kind} AND id = ${id} AND due_at = ${dueAt}::timestamptz`);
}
