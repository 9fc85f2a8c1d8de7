import { and, desc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import {
  deliveriesTable,
  factsTable,
  secretsTable,
  webhooksTable,
  type Delivery,
  type Fact,
  type Fields,
  type Webhook,
} from '../schema/tables.ts';
import { texts } from '../base/bind.ts';
import type { WebhookEvent } from '../../values/webhookEvents.ts';
import { isBehind, type ListPosition } from '../base/isBehind.ts';
import type { Queries } from '../base/Database.ts';
import { query, rowsWhere } from '../base/query.ts';

const isWebhook = (appId: string, id: string) => and(eq(webhooksTable.appId, appId), eq(webhooksTable.id, id));
const isDelivery = (appId: string, id: string) => and(eq(deliveriesTable.appId, appId), eq(deliveriesTable.id, id));
const isFactOfDelivery = and(eq(factsTable.appId, deliveriesTable.appId), eq(factsTable.id, deliveriesTable.factId));
const deliveryColumns = { ...getTableColumns(deliveriesTable), type: factsTable.type, data: factsTable.data };

export async function addWebhook(queries: Queries, webhook: Webhook): Promise<void> {
  await queries.insert(webhooksTable).values(webhook);
}

export async function listWebhooks(queries: Queries, appId: string): Promise<Webhook[]> {
  return rowsWhere(queries, webhooksTable)`app_id = ${appId} ORDER BY created_at`;
}

export async function findWebhook(queries: Queries, appId: string, id: string): Promise<Webhook | null> {
  const [webhook] = await rowsWhere(queries, webhooksTable)`app_id = ${appId} AND id = ${id}`;
  return webhook ?? null;
}

export interface Served extends Webhook {
  hasWaiting: boolean;
  isDue: boolean;
}

/** Lists the endpoints of all apps in one statement, because most have nothing to do most of the time. */
export async function listServedWebhooks(queries: Queries, now: Date): Promise<Served[]> {
  const waiting = sql`SELECT FROM webhook_deliveries AS delivery
    WHERE delivery.app_id = webhooks.app_id AND delivery.webhook_id = webhooks.id`;
  return queries
    .select({
      ...getTableColumns(webhooksTable),
      hasWaiting: sql<boolean>`EXISTS (${waiting} AND delivery.due_at IS NOT NULL)`,
      isDue: sql<boolean>`EXISTS (${waiting} AND delivery.due_at <= ${now})`,
    })
    .from(webhooksTable);
}

export async function updateWebhook(
  queries: Queries,
  appId: string,
  id: string,
  change: Partial<Omit<Webhook, 'appId' | 'id' | 'createdAt'>>
): Promise<Webhook | null> {
  const [webhook] = await queries.update(webhooksTable).set(change).where(isWebhook(appId, id)).returning();
  return webhook ?? null;
}

/** Returns false if the endpoint was paused already, which changes nothing. */
export async function pauseWebhook(
  queries: Queries,
  { appId, id }: Pick<Webhook, 'appId' | 'id'>,
  because: NonNullable<Webhook['pausedBecause']>,
  at: Date
): Promise<boolean> {
  const paused = await query(queries)`
    UPDATE webhooks SET paused_at = ${at}, paused_because = ${because}
    WHERE app_id = ${appId} AND id = ${id} AND paused_at IS NULL RETURNING 1`;
  return paused.length > 0;
}

/** Notes the first failure after a success, or with null a success. Returns since when deliveries fail. */
export async function noteFailing(
  queries: Queries,
  { appId, id }: Pick<Webhook, 'appId' | 'id'>,
  failedAt: Date | null
): Promise<Date | null> {
  const since = failedAt === null ? null : sql`coalesce(${webhooksTable.failingSince}, ${failedAt}::timestamptz)`;
  const [noted] = await queries
    .update(webhooksTable)
    .set({ failingSince: since })
    .where(and(isWebhook(appId, id), failedAt === null ? isNotNull(webhooksTable.failingSince) : undefined))
    .returning({ since: webhooksTable.failingSince });
  return noted?.since ?? null;
}

/** Deletes an endpoint with its secrets. */
export async function deleteWebhook(queries: Queries, appId: string, id: string): Promise<void> {
  await queries.execute(sql`DELETE FROM secrets WHERE app_id = ${appId} AND owner = ${`webhook ${id}`}`);
  await queries.execute(sql`DELETE FROM webhooks WHERE app_id = ${appId} AND id = ${id}`);
}

/** Tells facts to the endpoints that asked for their type. */
export async function tellFacts(
  transaction: Queries,
  appId: string,
  type: WebhookEvent,
  facts: readonly { at: Date; data: Fields }[]
): Promise<void> {
  const rows = facts.map((fact) => ({ ...fact, data: JSON.stringify(fact.data) }));
  await transaction.execute(sql`SELECT tell_facts(${appId}, ${type}, ${JSON.stringify(rows)}::json)`);
}

/** Whether a fact about this day, or a later one, was told. If not, it counts as told once the transaction commits. */
export async function isDayTold(
  transaction: Queries,
  appId: string,
  type: WebhookEvent,
  day: string
): Promise<boolean> {
  const told = await query(transaction)`
    INSERT INTO told_days AS told (app_id, type, day) VALUES (${appId}, ${type}, ${day}::date)
    ON CONFLICT (app_id, type) DO UPDATE SET day = excluded.day WHERE told.day < excluded.day RETURNING 1`;
  return told.length === 0;
}

/** The last day about which a fact was told, such as 2026-01-31; null if none was. */
export async function findToldDay(queries: Queries, appId: string, type: WebhookEvent): Promise<string | null> {
  const [told] = await query<{ day: string }>(queries)`
    SELECT day::text FROM told_days WHERE app_id = ${appId} AND type = ${type}`;
  return told?.day ?? null;
}

const newId = (prefix: string) => `${prefix}_${crypto.randomUUID().replaceAll('-', '')}`;

/** Tells one endpoint a fact now, whatever it asked for. Returns the delivery's id. */
export async function tellWebhook(
  queries: Queries,
  { appId, id: webhookId }: Pick<Webhook, 'appId' | 'id'>,
  fact: Pick<Fact, 'type' | 'at' | 'data'>
): Promise<string> {
  const [id, factId] = [newId('msg'), newId('fact')];
  await queries.transaction(async (transaction) => {
    await transaction.insert(factsTable).values({ ...fact, appId, id: factId });
    await transaction.insert(deliveriesTable).values({ appId, id, webhookId, factId, at: fact.at, dueAt: fact.at });
  });
  return id;
}

/**
 * Claims deliveries that are due, those that have waited longest first. If the instance dies, they are due again at
 * `leaseEnds`. An attempt counts as soon as it is claimed.
 */
export async function claimDeliveries(
  queries: Queries,
  { appId, id }: Pick<Webhook, 'appId' | 'id'>,
  { now, leaseEnds, most, only }: { now: Date; leaseEnds: Date; most: number; only?: string | undefined }
): Promise<Delivery[]> {
  const isDue = sql`${deliveriesTable.id} = ANY(ARRAY(
    SELECT id FROM webhook_deliveries
    WHERE app_id = ${appId} AND webhook_id = ${id} AND due_at <= ${now}
      AND ${only === undefined ? sql`true` : sql`id = ${only}`}
    ORDER BY due_at LIMIT ${most} FOR UPDATE SKIP LOCKED
  ))`;
  return queries
    .update(deliveriesTable)
    .set({ dueAt: leaseEnds, attempts: sql`${deliveriesTable.attempts} + 1` })
    .from(factsTable)
    .where(and(eq(deliveriesTable.appId, appId), isDue, isFactOfDelivery))
    .returning(deliveryColumns);
}

export interface Tried {
  appId: string;
  id: string;
  leaseEnds: Date;
  triedAt: Date;
  /** When the next attempt may begin; null if none will come. */
  dueAt: Date | null;
  deliveredAt: Date | null;
  status: number | null;
  answer: string | null;
}

/**
 * Notes how attempts of an app ended, except for deliveries that another instance has taken since. A delivery that is
 * just being deleted is skipped: waiting for it while holding others could deadlock.
 */
export async function noteAttempts(queries: Queries, attempts: readonly Tried[]): Promise<unknown[]> {
  const appId = attempts[0]?.appId;
  const ids = texts(attempts.map(({ id }) => id));
  await queries.execute(sql`
    UPDATE webhook_deliveries AS delivery SET tried_at = tried."triedAt", due_at = tried."dueAt",
      delivered_at = tried."deliveredAt", status = tried.status, answer = tried.answer
    FROM json_to_recordset(${JSON.stringify(attempts)}::json) AS tried (
      id text, "leaseEnds" timestamptz, "triedAt" timestamptz, "dueAt" timestamptz, "deliveredAt" timestamptz,
      status int, answer text
    )
    -- By the join alone PostgreSQL would read everything that waits; with the ids it finds them by their key.
    WHERE delivery.app_id = ${appId} AND delivery.id = ANY(ARRAY(
        SELECT id FROM webhook_deliveries WHERE app_id = ${appId} AND id = ANY(${ids}) FOR UPDATE SKIP LOCKED
      ))
      AND delivery.id = tried.id AND delivery.due_at = tried."leaseEnds"`);
  return attempts.map(() => null);
}

/** How many deliveries wait, counted up to `most`. */
export async function countWaiting(
  queries: Queries,
  { appId, id }: Pick<Webhook, 'appId' | 'id'>,
  most: number
): Promise<number> {
  const [counted] = await query<{ waiting: number }>(queries)`
    SELECT count(*)::int AS waiting FROM (
      SELECT FROM webhook_deliveries
      WHERE app_id = ${appId} AND webhook_id = ${id} AND due_at IS NOT NULL LIMIT ${most}
    ) AS counted`;
  return counted?.waiting ?? 0;
}

export async function listDeliveries(
  queries: Queries,
  appId: string,
  webhookId: string,
  limit: number,
  after: ListPosition | null
): Promise<Delivery[]> {
  const { at, id } = deliveriesTable;
  return queries
    .select(deliveryColumns)
    .from(deliveriesTable)
    .innerJoin(factsTable, isFactOfDelivery)
    .where(and(eq(deliveriesTable.appId, appId), eq(deliveriesTable.webhookId, webhookId), isBehind(at, id, after)))
    .orderBy(desc(at), desc(id))
    .limit(limit);
}

export async function findDelivery(queries: Queries, appId: string, id: string): Promise<Delivery | null> {
  const [delivery] = await queries
    .select(deliveryColumns)
    .from(deliveriesTable)
    .innerJoin(factsTable, isFactOfDelivery)
    .where(isDelivery(appId, id));
  return delivery ?? null;
}

/** Lets a delivery be sent again from its first attempt on, with the same id. */
export async function replayDelivery(queries: Queries, appId: string, id: string, now: Date): Promise<Delivery | null> {
  const [delivery] = await queries
    .update(deliveriesTable)
    .set({ dueAt: now, attempts: 0, deliveredAt: null })
    .from(factsTable)
    .where(and(isDelivery(appId, id), isFactOfDelivery))
    .returning(deliveryColumns);
  return delivery ?? null;
}

async function deleteDeliveries(queries: Queries, appId: string, found: { id: string }[]): Promise<number> {
  if (found.length === 0) return 0;
  const ids = texts(found.map(({ id }) => id));
  const [row] = await query<{ deleted: number }>(queries)`SELECT delete_deliveries(${appId}, ${ids}) AS deleted`;
  return row?.deleted ?? 0;
}

/** Deletes at most `most` deliveries to an endpoint. Returns the number deleted. */
export async function deleteDeliveriesTo(
  queries: Queries,
  appId: string,
  webhookId: string,
  most: number
): Promise<number> {
  const found = await query<{ id: string }>(queries)`
    SELECT id FROM webhook_deliveries WHERE app_id = ${appId} AND webhook_id = ${webhookId} LIMIT ${most}`;
  return deleteDeliveries(queries, appId, found);
}

/**
 * Deletes at most `most` deliveries whose last attempt was at `last` or before, or that have waited since then for an
 * endpoint that is paused or gone. Returns the number deleted.
 */
export async function deleteDeliveriesUntil(
  queries: Queries,
  appId: string,
  last: Date,
  most: number
): Promise<number> {
  const found = await query<{ id: string }>(queries)`
    SELECT id FROM webhook_deliveries AS delivery
    WHERE app_id = ${appId} AND coalesce(tried_at, at) <= ${last}
      AND (due_at IS NULL OR NOT EXISTS (
        SELECT FROM webhooks
        WHERE webhooks.app_id = ${appId} AND webhooks.id = delivery.webhook_id AND webhooks.paused_at IS NULL
      )) LIMIT ${most}`;
  return deleteDeliveries(queries, appId, found);
}

/** Deletes at most `most` facts about a user, sent or not. Returns the number deleted. */
export async function deleteFactsOfUser(
  queries: Queries,
  appId: string,
  userId: string,
  most: number
): Promise<number> {
  const [row] = await query<{ deleted: number }>(queries)`
    SELECT forget_facts(${appId}, NULL, ${userId}, ${most}) AS deleted`;
  return row?.deleted ?? 0;
}

export interface SealedSecret {
  appId: string;
  owner: string;
  id: string;
  sealed: string;
}

export async function addSecret(queries: Queries, secret: SealedSecret & { createdAt: Date }): Promise<void> {
  await queries.insert(secretsTable).values(secret);
}

/** Lets the secrets that `owner` has so far expire at a time. */
export async function expireSecrets(queries: Queries, appId: string, owner: string, at: Date): Promise<void> {
  await queries.execute(sql`
    UPDATE secrets SET expires_at = ${at} WHERE app_id = ${appId} AND owner = ${owner} AND expires_at IS NULL`);
}

/** The secrets of `owner` that haven't expired, the newest first. */
export async function findSecrets(queries: Queries, appId: string, owner: string, now: Date): Promise<SealedSecret[]> {
  return rowsWhere(queries, secretsTable)`
    app_id = ${appId} AND owner = ${owner} AND (expires_at IS NULL OR expires_at > ${now}) ORDER BY created_at DESC`;
}

export async function listSecrets(queries: Queries, appId: string): Promise<SealedSecret[]> {
  return rowsWhere(queries, secretsTable)`app_id = ${appId}`;
}

export async function replaceSealed(queries: Queries, { appId, owner, id, sealed }: SealedSecret): Promise<void> {
  await queries.execute(sql`
    UPDATE secrets SET sealed = ${sealed} WHERE app_id = ${appId} AND owner = ${owner} AND id = ${id}`);
}
