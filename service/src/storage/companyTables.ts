import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { WEBHOOK_EVENTS, WEBHOOK_FORMATS } from '../values/webhookEvents.ts';
import { instant, type Link } from './tables.ts';

// What the people who run an app did, and what was deleted and can come back.

/** What a change can be about. */
export const CHANGED = ['link', 'app', 'key', 'webhook', 'share', 'person'] as const;

/** Values of what was changed, by their names. */
export type Fields = Record<string, unknown>;

export const changesTable = pgTable(
  'changes',
  {
    appId: text('app_id').notNull(),
    at: instant('at').notNull(),
    id: text('id').notNull(),
    /** The secret key that did it; null for the admin token. */
    keyId: text('key_id'),
    what: text('what', { enum: CHANGED }).notNull(),
    /** A link's code, or the id of something else; null for a person. */
    subject: text('subject'),
    /** JSON, stored as text, as in links. Only what changed; null for what was created. */
    before: text('before'),
    /** Null for what was deleted. */
    after: text('after'),
  },
  (change) => [primaryKey({ columns: [change.appId, change.at, change.id] })]
);

/** Links that can be restored. Nobody else gets their codes meanwhile. */
export const deletedLinksTable = pgTable(
  'deleted_links',
  {
    appId: text('app_id').notNull(),
    code: text('code').notNull(),
    deletedAt: instant('deleted_at').notNull(),
    createdBy: text('created_by'),
    /** The row as PostgreSQL writes it. */
    link: jsonb('link').$type<Record<string, unknown>>().notNull(),
  },
  (deleted) => [primaryKey({ columns: [deleted.appId, deleted.code] })]
);

/** Secrets that must be read back, sealed: see operations/secrets.ts. */
export const secretsTable = pgTable(
  'secrets',
  {
    appId: text('app_id').notNull(),
    /** What it belongs to, such as an endpoint of webhooks. */
    owner: text('owner').notNull(),
    id: text('id').notNull(),
    sealed: text('sealed').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Of one that was replaced: until then both are used. */
    expiresAt: instant('expires_at'),
  },
  (secret) => [primaryKey({ columns: [secret.appId, secret.owner, secret.id] })]
);

/** Why nothing is sent to an endpoint: its owner said so, it failed for days, it fell behind, or it said that it is gone. */
export const PAUSES = ['owner', 'failing', 'behind', 'gone'] as const;

export const webhooksTable = pgTable(
  'webhooks',
  {
    appId: text('app_id').notNull(),
    id: text('id').notNull(),
    url: text('url').notNull(),
    events: text('events', { enum: WEBHOOK_EVENTS }).array().notNull(),
    /** Of `event.recorded`, only the events with these names; all if there are none. */
    names: text('names').array().notNull().default([]),
    format: text('format', { enum: WEBHOOK_FORMATS }).notNull().default('standard'),
    createdAt: instant('created_at').notNull(),
    /** Since when no delivery has succeeded; null if the last one did. */
    failingSince: instant('failing_since'),
    pausedAt: instant('paused_at'),
    pausedBecause: text('paused_because', { enum: PAUSES }),
  },
  (webhook) => [primaryKey({ columns: [webhook.appId, webhook.id] })]
);

/** What endpoints are told, once for all of them. It goes with its last delivery. */
export const factsTable = pgTable(
  'webhook_facts',
  {
    appId: text('app_id').notNull(),
    id: text('id').notNull(),
    type: text('type').notNull(),
    /** Of an event, by which endpoints choose. */
    name: text('name'),
    at: instant('at').notNull(),
    /** JSON, stored as text. */
    data: text('data').notNull(),
    installId: text('install_id'),
    userId: text('user_id'),
  },
  (fact) => [primaryKey({ columns: [fact.appId, fact.id] })]
);

/** The outbox: what is to be sent, and for some days what was. */
export const deliveriesTable = pgTable(
  'webhook_deliveries',
  {
    appId: text('app_id').notNull(),
    /** The `webhook-id`, the same with every attempt. */
    id: text('id').notNull(),
    webhookId: text('webhook_id').notNull(),
    factId: text('fact_id').notNull(),
    /** The fact's. */
    at: instant('at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** When the next attempt may begin. While one is under way, when it counts as lost. Null if none will come. */
    dueAt: instant('due_at'),
    triedAt: instant('tried_at'),
    deliveredAt: instant('delivered_at'),
    /** Of the last answer. */
    status: integer('status'),
    answer: text('answer'),
  },
  (delivery) => [primaryKey({ columns: [delivery.appId, delivery.id] })]
);

/** Views that somebody without a key may see until they end. */
export const sharesTable = pgTable(
  'shares',
  {
    appId: text('app_id').notNull(),
    id: text('id').notNull(),
    /** Of the token. */
    hash: text('hash').notNull(),
    label: text('label').notNull(),
    /** JSON: the filter of GET /api/statistics, by the names of its parameters. */
    filter: text('filter').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (share) => [primaryKey({ columns: [share.appId, share.id] })]
);

export type Share = typeof sharesTable.$inferSelect;
export type Webhook = typeof webhooksTable.$inferSelect;
export type Fact = typeof factsTable.$inferSelect;
/** A delivery with what it is about. */
export type Delivery = typeof deliveriesTable.$inferSelect & Pick<Fact, 'type' | 'data'>;
export type RecordedChange = typeof changesTable.$inferSelect;
export type DeletedLink = Pick<Link, 'code'> & { deletedAt: Date };
