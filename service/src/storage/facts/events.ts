import { and, desc, eq, sql } from 'drizzle-orm';
import type { Queries } from '../base/Database.ts';
import { nextPosition } from '../base/nextPosition.ts';
import { rowsOf } from '../base/rowsOf.ts';
import { eventsTable, type StoredEvent } from '../schema/recordTables.ts';

type NewEvent = Pick<StoredEvent, 'id' | 'name' | 'data' | 'userId' | 'amount' | 'currency'> & {
  /** Milliseconds since 1970, as dates of many events would take longer to write than all the rest. */
  loggedAt: number;
  occurredAt: number;
  /** In place of its name, if its network has made up too many. */
  countedAs?: string | undefined;
};

/** Events that an install sent together. */
export interface EventBatch extends Pick<StoredEvent, 'appId' | 'platform' | 'receivedAt'> {
  installId: string;
  events: readonly NewEvent[];
}

export type AddEvents = (batch: EventBatch) => Promise<number>;

/** The columns of an event. What is left out is null, and costs nothing. */
const writeEvent = (event: NewEvent) => ({
  id: event.id,
  name: event.name,
  data: event.data,
  logged_at: event.loggedAt,
  occurred_at: event.occurredAt,
  user_id: event.userId ?? undefined,
  amount: event.amount ?? undefined,
  currency: event.currency ?? undefined,
  counted_as: event.countedAs,
});

/**
 * Stores batches of events of one app, all or nothing, and attributes each event to its link. Ids that the app has sent
 * before are dropped. Gives for each batch how many events were new.
 */
export async function addEventBatches(queries: Queries, batches: readonly EventBatch[]): Promise<number[]> {
  const accepted = batches.map(({ events }) => events.length);
  const senders = batches.map(({ installId, platform, receivedAt }, batch) => ({
    batch,
    install_id: installId,
    platform,
    received_at: receivedAt,
  }));
  const given = batches.flatMap(({ events }, batch) => events.map((event) => ({ batch, ...writeEvent(event) })));
  const rows = given.map((event) => ({ position: nextPosition(), ...event }));
  if (rows.length === 0) return accepted;
  const repeats = await queries.execute(sql`
    SELECT * FROM add_events(${batches[0]?.appId}, ${JSON.stringify(senders)}::json, ${JSON.stringify(rows)}::json)`);
  for (const { batch, repeated } of rowsOf<{ batch: number; repeated: number }>(repeats)) {
    accepted[batch] = (accepted[batch] ?? 0) - repeated;
  }
  return accepted;
}

/** An event that an app's server sent. It names an install, a user, or both. */
export interface ServerEvent extends NewEvent {
  installId: string | null;
  renewalOf: string | null;
}

/** Events of a request. */
export interface ServerEventBatch extends Pick<StoredEvent, 'appId' | 'receivedAt'> {
  events: readonly ServerEvent[];
}

export type AddServerEvents = (batch: ServerEventBatch) => Promise<number>;

/**
 * Stores batches of one app, all or nothing, each event with its link. Ids that the app has sent before are dropped.
 * Gives for each batch how many events were new.
 */
export async function storeServerEvents(queries: Queries, batches: readonly ServerEventBatch[]): Promise<number[]> {
  const rows = batches.flatMap(({ events }, batch) =>
    events.map((event) => ({
      batch,
      position: nextPosition(),
      ...writeEvent(event),
      install_id: event.installId,
      renewal_of: event.renewalOf,
    }))
  );
  const last = batches.at(-1);
  const added = batches.map(() => 0);
  if (rows.length === 0 || !last) return added;
  const result = await queries.execute(sql`
    SELECT * FROM add_server_events(${last.appId}, ${last.receivedAt.toISOString()}::timestamptz, ${JSON.stringify(rows)}::json)`);
  for (const each of rowsOf<{ batch: number; added: number }>(result)) added[each.batch] = each.added;
  return added;
}

/** Where an event stands in the order of arrival. Events of one millisecond follow by their positions, then by id. */
export type EventPosition = Pick<StoredEvent, 'receivedAt' | 'position' | 'id'>;

/** The newest `limit` events before `before`, in the order in which they arrived. */
export async function listEvents(
  queries: Queries,
  appId: string,
  limit: number,
  before: EventPosition | null = null
): Promise<StoredEvent[]> {
  const isBefore =
    before &&
    sql`received_at <= ${before.receivedAt.toISOString()}::timestamptz AND (received_at, position, id) < (${before.receivedAt.toISOString()}::timestamptz, ${before.position}::int, ${before.id})`;
  const newestFirst = await queries
    .select()
    .from(eventsTable)
    .where(and(eq(eventsTable.appId, appId), isBefore ?? undefined))
    .orderBy(desc(eventsTable.receivedAt), desc(eventsTable.position), desc(eventsTable.id))
    .limit(limit);
  return newestFirst.reverse();
}

/** Whose events to delete: those of an install, or those that carry a user's id. */
export type EventOwner = { installId: string } | { userId: string };

/** Deletes at most `most` of the owner's events, and no longer counts them; gives the number deleted. */
export async function deleteEventsOf(
  queries: Queries,
  appId: string,
  owner: EventOwner,
  most: number
): Promise<number> {
  const [installId, userId] = 'userId' in owner ? [null, owner.userId] : [owner.installId, null];
  const result = await queries.execute(
    sql`SELECT delete_events(${appId}, ${installId}, ${userId}, ${most}) AS deleted`
  );
  return rowsOf<{ deleted: number }>(result)[0]?.deleted ?? 0;
}
