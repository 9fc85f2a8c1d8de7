import { bigserial, doublePrecision, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

// The statements in migrations/ create these; a change here needs a new migration there.

export const migrationsTable = pgTable('service_migrations', {
  name: text('name').primaryKey(),
});

export const settingsTable = pgTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

export const appsTable = pgTable('apps', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** Where the app's short links live; without any, at the service's own address. */
  linkHosts: text('link_hosts').array().notNull(),
  /** Apple's team and bundle, such as TEAMID.com.example.app. */
  iosAppId: text('ios_app_id'),
  appStoreId: text('app_store_id'),
  androidPackage: text('android_package'),
  /** The certificates that the Android app is signed with. */
  androidSha256: text('android_sha256').array().notNull(),
  /** The app's own scheme, without a colon. */
  scheme: text('scheme'),
  createdAt: instant('created_at').notNull(),
});

export const keysTable = pgTable('keys', {
  id: text('id').primaryKey(),
  appId: text('app_id').notNull(),
  kind: text('kind').$type<'publishable' | 'secret'>().notNull(),
  hash: text('hash').notNull(),
  /** Enough to tell keys apart, and too little to use one. */
  hint: text('hint').notNull(),
  createdAt: instant('created_at').notNull(),
  revokedAt: instant('revoked_at'),
});

export const linksTable = pgTable(
  'links',
  {
    code: text('code').notNull(),
    appId: text('app_id').notNull(),
    destination: text('destination').notNull(),
    title: text('title'),
    description: text('description'),
    imageUrl: text('image_url'),
    /** JSON, kept as text as in events. */
    data: text('data'),
    iosFallback: text('ios_fallback'),
    androidFallback: text('android_fallback'),
    desktopFallback: text('desktop_fallback'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at'),
    expiresAt: instant('expires_at'),
    disabledAt: instant('disabled_at'),
    /** The install that made the link in the app. */
    madeBy: text('made_by'),
    /** A hash of install, route and data, so that the same three make one link. */
    madeFrom: text('made_from'),
  },
  (link) => [primaryKey({ columns: [link.appId, link.code] })]
);

export const clicksTable = pgTable('clicks', {
  id: text('id').primaryKey(),
  appId: text('app_id').notNull(),
  code: text('code').notNull(),
  /** What stood after the question mark of the short link; it goes on to the destination. */
  query: text('query'),
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
});

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
export type Key = typeof keysTable.$inferSelect;
export type Link = typeof linksTable.$inferSelect;
export type Click = typeof clicksTable.$inferSelect;
export type StoredEvent = typeof eventsTable.$inferSelect;
