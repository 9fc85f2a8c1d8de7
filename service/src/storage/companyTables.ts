import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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
    /** Only what changed; null for what was created. */
    before: jsonb('before').$type<Fields>(),
    /** Null for what was deleted. */
    after: jsonb('after').$type<Fields>(),
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

export type RecordedChange = typeof changesTable.$inferSelect;
export type DeletedLink = Pick<Link, 'code'> & { deletedAt: Date };
