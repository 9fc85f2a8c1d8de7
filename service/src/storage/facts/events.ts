import { sql } from 'drizzle-orm';
import type { Queries } from '../base/Database.ts';
import { nextPosition } from '../base/nextPosition.ts';
import { query, rowsWhere } from '../base/query.ts';
import { eventsTable, type StoredEvent } from '../schema/tables.ts';

type NewEvent = Pick<StoredEvent, 'id' | 'name' | 'data' | 'userId' | 'amount' | 'currency'> & {
  /** Milliseconds since 1970: writing dates of many events would take longer than all the rest. */
  loggedAt: number;
  occurredAt: number;
  /** Counts instead of its name, if its network has made up too many. */
  countedAs?: string | undefined;
};

/** Events that an install sent together. */
export interface EventBatch extends Pick<StoredEvent, 'appId' | 'platform' | 'receivedAt'> {
  installId: string;
  events: readonly NewEvent[];
}

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
 * before are dropped. Returns for each batch how many events were new.
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
  const repeats = await query<{ batch: number; repeated: number }>(queries)`
    SELECT * FROM add_events(${batches[0]?.appId}, ${JSON.stringify(senders)}::json, ${JSON.stringify(rows)}::json)`;
  for (const { batch, repeated } of repeats) {
    accepted[batch] = (accepted[batch] ?? 0) - repeated;
  }
  return accepted;
}

/** An event that an app's server sent. It names an install, a user, or both. */
export interface ServerEvent extends NewEvent {
  installId: string | null;
  renewalOf: string | null;
}

export interface ServerEventBatch extends Pick<StoredEvent, 'appId' | 'receivedAt'> {
  events: readonly ServerEvent[];
}

/**
 * Stores batches of one app, all or nothing, each event with its link. Ids that the app has sent before are dropped.
 * Returns for each batch how many events were new.
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
  const result = await query<{ batch: number; added: number }>(queries)`
    SELECT * FROM add_server_events(${last.appId}, ${last.receivedAt}::timestamptz, ${JSON.stringify(rows)}::json)`;
  for (const each of result) added[each.batch] = each.added;
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
  const isBefore = before
    ? sql`received_at <= ${before.receivedAt}
        AND (received_at, position, id) < (${before.receivedAt}, ${before.position}, ${before.id})`
    : sql`true`;
  const newestFirst = await rowsWhere(queries, eventsTable)`
    app_id = ${appId} AND ${isBefore} ORDER BY received_at DESC, position DESC, id DESC LIMIT ${limit}`;
  return newestFirst.reverse();
}

/** Deletes at most `most` events of an install or of a user, and no longer counts them. Returns their number. */
export async function deleteEventsOf(
  queries: Queries,
  appId: string,
  { installId, userId }: { installId: string; userId?: never } | { userId: string; installId?: never },
  most: number
): Promise<number> {
  const [row] = await query<{ deleted: number }>(queries)`
    SELECT delete_events(${appId}, ${installId ?? null}, ${userId ?? null}, ${most}) AS deleted`;
  return row?.deleted ?? 0;
}

/** Forgets buyers who first bought at `last` or before and have no stored purchase. Their next one counts as first. */
export async function deleteFormerBuyers(queries: Queries, appId: string, last: Date): Promise<void> {
  await queries.execute(sql`
    DELETE FROM buyers WHERE app_id = ${appId} AND at <= ${last} AND NOT EXISTS (
      SELECT FROM events
      WHERE events.app_id = ${appId} AND events.install_id = buyers.install_id AND events.name = 'purchase'
    )`);
}

/**
 * For a deletion request. Purchases that a server reported are kept with their link, for renewals that come after the
 * event was deleted; renewals of the deleted ones get no link. Other deletions of purchases are in `forget_install`.
 */
export async function deletePurchasesOfUser(queries: Queries, appId: string, userId: string): Promise<void> {
  await queries.execute(sql`DELETE FROM purchases WHERE app_id = ${appId} AND user_id = ${userId}`);
}
