import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { rowsOf } from './rowsOf.ts';
import { eventsTable, type StoredEvent } from './tables.ts';

type NewEvent = Omit<StoredEvent, 'sequence'>;

/**
 * Keeps the order given, drops ids this app has sent before, and counts what was new. The sequence follows the
 * order given, but the rows go in by id: so two batches with the same ids wait for each other and don't deadlock.
 */
export async function addEvents(queries: Queries, events: NewEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const rows = JSON.stringify(
    events.map((event) => ({
      app_id: event.appId,
      id: event.id,
      device_id: event.deviceId,
      platform: event.platform,
      name: event.name,
      data: event.data,
      logged_at: event.loggedAt.toISOString(),
      received_at: event.receivedAt.toISOString(),
    }))
  );
  const numbered = sql`
    SELECT nextval(pg_get_serial_sequence('events', 'sequence')) AS sequence, given.*
    FROM json_to_recordset(${rows}::json) AS given (
      app_id text, id text, device_id text, platform text, name text, data text,
      logged_at timestamptz, received_at timestamptz
    )`;
  const inserted = await queries.execute(sql`
    WITH numbered AS MATERIALIZED (${numbered}),
    added AS (
      INSERT INTO events (sequence, app_id, id, device_id, platform, name, data, logged_at, received_at)
      SELECT sequence, app_id, id, device_id, platform, name, data, logged_at, received_at
      FROM numbered ORDER BY app_id, id
      ON CONFLICT DO NOTHING
      RETURNING 1
    )
    SELECT count(*)::int AS accepted FROM added`);
  return rowsOf<{ accepted: number }>(inserted)[0]?.accepted ?? 0;
}

/** The newest `limit` of them before `before`, in the order in which they arrived. */
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

export async function deleteEventsOfDevice(queries: Queries, appId: string, deviceId: string): Promise<number> {
  const deleted = await queries
    .delete(eventsTable)
    .where(and(eq(eventsTable.appId, appId), eq(eventsTable.deviceId, deviceId)))
    .returning({ id: eventsTable.id });
  return deleted.length;
}

/** At most `most` of those that came until `last`; tells how many went. */
export async function deleteEventsUntil(queries: Queries, last: Date, most: number): Promise<number> {
  const deleted = await queries.execute(sql`
    DELETE FROM events WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM events WHERE received_at <= ${last.toISOString()}::timestamptz LIMIT ${most}
    )) RETURNING 1`);
  return rowsOf(deleted).length;
}
