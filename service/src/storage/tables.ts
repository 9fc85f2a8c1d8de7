import { bigserial, doublePrecision, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { isNull } from 'drizzle-orm';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

// The statements in migrations.ts create these; a change here needs a new migration there.

export const migrationsTable = pgTable('service_migrations', {
  name: text('name').primaryKey(),
});

export const appsTable = pgTable('apps', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  publishableKeyHash: text('publishable_key_hash').notNull(),
  secretKeyHash: text('secret_key_hash').notNull(),
  linkHosts: text('link_hosts').array().notNull(),
  androidPackage: text('android_package').notNull(),
  appStoreId: text('app_store_id').notNull(),
});

export const linksTable = pgTable('links', {
  code: text('code').primaryKey(),
  appId: text('app_id').notNull(),
  destination: text('destination').notNull(),
  title: text('title'),
  createdAt: instant('created_at').notNull(),
});

export const clicksTable = pgTable(
  'clicks',
  {
    id: text('id').primaryKey(),
    appId: text('app_id').notNull(),
    code: text('code').notNull(),
    address: text('address'),
    userAgent: text('user_agent'),
    language: text('language'),
    screenWidth: doublePrecision('screen_width'),
    screenHeight: doublePrecision('screen_height'),
    scale: doublePrecision('scale'),
    timezone: text('timezone'),
    createdAt: instant('created_at').notNull(),
    reportedAt: instant('reported_at'),
    claimedAt: instant('claimed_at'),
    claimedBy: text('claimed_by').$type<'clickId' | 'pastedLink' | 'fingerprint'>(),
  },
  (click) => [index('clicks_unclaimed').on(click.appId, click.createdAt).where(isNull(click.claimedAt))]
);

export const eventsTable = pgTable(
  'events',
  {
    sequence: bigserial('sequence', { mode: 'number' }).notNull(),
    appId: text('app_id').notNull(),
    id: text('id').notNull(),
    deviceId: text('device_id').notNull(),
    platform: text('platform'),
    name: text('name').notNull(),
    // Text, not jsonb: jsonb refuses the escape \u0000, which is legal JSON.
    data: text('data'),
    loggedAt: instant('logged_at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (event) => [primaryKey({ columns: [event.appId, event.id] })]
);

export type App = typeof appsTable.$inferSelect;
export type Link = typeof linksTable.$inferSelect;
export type Click = typeof clicksTable.$inferSelect;
export type StoredEvent = typeof eventsTable.$inferSelect;
