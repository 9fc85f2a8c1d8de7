import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { attributedLink, hasTouches, lockInstalls } from './attribution.ts';
import type { Queries } from './Database.ts';
import { rowsOf } from './rowsOf.ts';
import { eventsTable, type StoredEvent } from './tables.ts';

type NewEvent = Pick<StoredEvent, 'id' | 'name' | 'data' | 'loggedAt' | 'userId' | 'amount' | 'currency'> & {
  occurredAt: Date;
};

/** Events that an install sent together. */
export interface EventBatch extends Pick<StoredEvent, 'appId' | 'deviceId' | 'platform' | 'receivedAt'> {
  events: readonly NewEvent[];
}

export type AddEvents = (batch: EventBatch) => Promise<number>;

/**
 * Stores batches of events, all or nothing. It keeps the order given, drops ids that this app has sent before, and gives
 * for each batch how many events were new. The same statement attributes each event to its link. The sequence follows
 * the order given, but rows are inserted in the order of ids, so that two calls with the same ids don't deadlock.
 */
export async function addEventBatches(queries: Queries, batches: readonly EventBatch[]): Promise<number[]> {
  const accepted = batches.map(({ events }) => events.length);
  const senders = batches.map(({ appId, deviceId, platform, receivedAt }, batch) => ({
    batch,
    app_id: appId,
    device_id: deviceId,
    platform,
    received_at: receivedAt,
  }));
  const rows = batches.flatMap(({ events }, batch) =>
    events.map((event) => ({
      batch,
      id: event.id,
      name: event.name,
      data: event.data,
      logged_at: event.loggedAt,
      occurred_at: event.occurredAt,
      // What is left out is null, and costs nothing.
      user_id: event.userId ?? undefined,
      amount: event.amount ?? undefined,
      currency: event.currency ?? undefined,
    }))
  );
  if (rows.length === 0) return accepted;
  const installs = batches.map(({ appId, deviceId }) => ({ appId, installId: deviceId }));
  const repeats = await queries.transaction(async (transaction) => {
    await lockInstalls(transaction, 'to add events', installs);
    return transaction.execute(sql`
      WITH sender AS MATERIALIZED (
        SELECT * FROM json_to_recordset(${JSON.stringify(senders)}::json) AS given (
          batch int, app_id text, device_id text, platform text, received_at timestamptz
        )
      ), numbered AS MATERIALIZED (
        SELECT nextval('events_sequence_seq') AS sequence, given.*
        FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given (
          batch int, id text, name text, data text, logged_at timestamptz, occurred_at timestamptz,
          user_id text, amount numeric, currency text
        )
      ), touched AS MATERIALIZED (
        SELECT batch FROM sender AS device WHERE ${hasTouches}
      ), added AS (
        INSERT INTO events (sequence, app_id, id, device_id, platform, name, data, logged_at, received_at, occurred_at,
          user_id, amount, currency, code)
        SELECT sequence, app_id, event.id, device_id, platform, event.name, data, logged_at, received_at, occurred_at,
          user_id, amount, currency,
          CASE WHEN batch IN (SELECT batch FROM touched) THEN (${attributedLink()}) END
        FROM (SELECT * FROM numbered JOIN sender USING (batch)) AS event LEFT JOIN apps AS app ON app.id = event.app_id
        ORDER BY app_id, event.id, sequence
        ON CONFLICT DO NOTHING
        RETURNING sequence
      )
      SELECT batch, count(*)::int AS repeated FROM numbered
      WHERE sequence NOT IN (SELECT sequence FROM added) GROUP BY batch`);
  });
  for (const { batch, repeated } of rowsOf<{ batch: number; repeated: number }>(repeats)) {
    accepted[batch] = (accepted[batch] ?? 0) - repeated;
  }
  return accepted;
}

/** The newest `limit` events before the sequence `before`, in the order in which they arrived. */
export async function listEvents(
  queries: Queries,
  appId: string,
  limit: number,
  before: number | null = null
): Promise<StoredEvent[]> {
  const newestFirst = await queries
    .select()
    .from(eventsTable)
    .where(and(eq(eventsTable.appId, appId), before === null ? undefined : lt(eventsTable.sequence, before)))
    .orderBy(desc(eventsTable.sequence))
    .limit(limit);
  return newestFirst.reverse();
}

export async function deleteEventsOfInstall(queries: Queries, appId: string, installId: string): Promise<number> {
  const deleted = await queries
    .delete(eventsTable)
    .where(and(eq(eventsTable.appId, appId), eq(eventsTable.deviceId, installId)))
    .returning({ id: eventsTable.id });
  return deleted.length;
}

export async function deleteEventsOfUser(queries: Queries, appId: string, userId: string): Promise<number> {
  const deleted = await queries
    .delete(eventsTable)
    .where(and(eq(eventsTable.appId, appId), eq(eventsTable.userId, userId)))
    .returning({ id: eventsTable.id });
  return deleted.length;
}

/** Deletes at most `most` of the events that arrived until `last`; gives the number deleted. */
export async function deleteEventsUntil(queries: Queries, last: Date, most: number): Promise<number> {
  const deleted = await queries.execute(sql`
    DELETE FROM events WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM events WHERE received_at <= ${last.toISOString()}::timestamptz LIMIT ${most}
    )) RETURNING 1`);
  return rowsOf(deleted).length;
}
