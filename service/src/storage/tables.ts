import { boolean, customType, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { MaxAmounts } from '../values/maxAmount.ts';
import { SCOPES } from '../values/scopes.ts';
import type { OwnTexts } from '../values/ownTexts.ts';

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

// What operators and app teams set; what people then do is in recordTables.ts. The statements in migrations/ create both,
// so a change here needs one there: see migrations/index.ts.

export const migrationsTable = pgTable('service_migrations', { name: text('name').primaryKey() });

/** One row: which schema the database has, or gets. */
export const schemaTable = pgTable('service_schema', {
  number: integer('number').primaryKey(),
  digest: text('digest').notNull(),
  /** False while an update is under way, or after it was cut off. */
  isReady: boolean('is_ready').notNull(),
});

export const settingsTable = pgTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/** When the landing page may report the browser's screen, time zone and client hints. */
export const DEVICE_REPORTS = ['always', 'afterTap', 'never'] as const;
export type DeviceReportTime = (typeof DEVICE_REPORTS)[number];
/** Whoever taps a store button asked for the app; whoever only looks at the page didn't. */
export const DEFAULT_DEVICE_REPORT = 'afterTap';

/** What an Android phone gets: the landing page, or the store at once. iPhones need the page, to copy the link. */
export const LANDINGS = ['page', 'direct'] as const;

/** What the landing page's one button does on iOS: copy the link and go to the store, or only go there. */
export const IOS_BUTTONS = ['copy', 'go'] as const;
export type IosButton = (typeof IOS_BUTTONS)[number];

export const appsTable = pgTable('apps', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** The hosts of the app's short links; if empty, they live at the service's own address. */
  linkHosts: text('link_hosts').array().notNull(),
  /** Apple's team and bundle, such as TEAMID.com.example.app. */
  iosAppId: text('ios_app_id'),
  appStoreId: text('app_store_id'),
  androidPackage: text('android_package'),
  /** The certificates that the Android app is signed with. */
  androidSha256: text('android_sha256').array().notNull(),
  /** The app's own scheme, without a colon. */
  scheme: text('scheme'),
  /** For how many days after a link was opened or matched events are attributed to it. */
  attributionDays: integer('attribution_days').notNull().default(30),
  /** The largest amounts that statistics count, by currency; the others have their defaults. */
  maxAmounts: jsonb('max_amounts').$type<MaxAmounts>().notNull().default({}),
  deviceReport: text('device_report', { enum: DEVICE_REPORTS }).notNull().default(DEFAULT_DEVICE_REPORT),
  /** Whose amounts count. With `server`, those from phones stay in the event's data. */
  revenueFrom: text('revenue_from').$type<'app' | 'server'>().notNull().default('app'),
  /** The name of the icon; see storage/icons.ts. */
  icon: text('icon'),
  /** Colours such as #c2410c. */
  accent: text('accent'),
  background: text('background'),
  texts: jsonb('texts').$type<OwnTexts>().notNull().default({}),
  landing: text('landing', { enum: LANDINGS }).notNull().default('page'),
  iosButton: text('ios_button', { enum: IOS_BUTTONS }).notNull().default('copy'),
  /** Whether any path of the app's hosts is a link. */
  pathLinks: text('path_links', { enum: ['on', 'off'] })
    .notNull()
    .default('off'),
  /** Patterns of paths that aren't. */
  noLinks: text('no_links').array().notNull().default([]),
  /** Whether landing pages show titles that somebody with the app wrote. */
  sharedTitles: text('shared_titles', { enum: ['on', 'off'] })
    .notNull()
    .default('off'),
  /** The number by which App Store Connect knows whose campaign it is. */
  appStoreProviderId: text('app_store_provider_id'),
  /** The IANA time zone whose days reports count by. */
  timeZone: text('time_zone').notNull().default('UTC'),
  /** Null for the one with the most revenue. */
  mainCurrency: text('main_currency'),
  createdAt: instant('created_at').notNull(),
});

/** Apart from the apps, because an app is read with each of its links. */
export const iconsTable = pgTable('icons', {
  appId: text('app_id').primaryKey(),
  name: text('name').notNull(),
  bytes: bytea('bytes').notNull(),
});

export const keysTable = pgTable('keys', {
  id: text('id').primaryKey(),
  appId: text('app_id').notNull(),
  kind: text('kind').$type<'publishable' | 'secret'>().notNull(),
  /** Null for a publishable key. */
  scope: text('scope', { enum: SCOPES }),
  hash: text('hash').notNull(),
  /** A publishable key itself. Of a secret one, enough to tell keys apart, and too little to use one. */
  hint: text('hint').notNull(),
  /** What the key is for, in its owner's words. */
  label: text('label'),
  createdAt: instant('created_at').notNull(),
  revokedAt: instant('revoked_at'),
});

/** When a key was last used, to the minute. */
export const keyUsesTable = pgTable('key_uses', {
  keyId: text('key_id').primaryKey(),
  usedAt: instant('used_at').notNull(),
});

/** Who is signed in to the dashboard, by a secret key or by the admin token. */
export const sessionsTable = pgTable('sessions', {
  /** Of the cookie. */
  hash: text('hash').primaryKey(),
  /** The secret key that opened the session. */
  keyId: text('key_id'),
  /** Or a hash of cookie and admin token together: it shows by which token it was opened, and can't be turned back. */
  adminProof: text('admin_proof'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
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
    /** JSON, stored as text, as in events. */
    data: text('data'),
    iosFallback: text('ios_fallback'),
    androidFallback: text('android_fallback'),
    desktopFallback: text('desktop_fallback'),
    /** Null for what the app says. */
    landing: text('landing', { enum: LANDINGS }),
    /** What the team calls the link; visitors see the title. */
    name: text('name'),
    campaign: text('campaign'),
    source: text('source'),
    medium: text('medium'),
    tags: text('tags').array().notNull().default([]),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at'),
    expiresAt: instant('expires_at'),
    /** Where people go once the link has ended. */
    afterwards: text('afterwards'),
    disabledAt: instant('disabled_at'),
    /** The install that made the link in the app. */
    createdBy: text('created_by'),
    /** A hash of install, route and data; the same three give the same link. */
    createdFrom: text('created_from'),
  },
  (link) => [primaryKey({ columns: [link.appId, link.code] })]
);

export type App = typeof appsTable.$inferSelect;
/** A field that is left out gets its default. */
export type NewApp = typeof appsTable.$inferInsert;
export type Key = typeof keysTable.$inferSelect;
export type Session = typeof sessionsTable.$inferSelect;
export type Link = typeof linksTable.$inferSelect;
