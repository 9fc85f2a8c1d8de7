import {
  bigserial,
  boolean,
  customType,
  date,
  doublePrecision,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { MaxAmounts } from '../values/maxAmount.ts';
import type { OwnTexts } from '../values/ownTexts.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

// The statements in migrations/ create these; a change here needs a new migration there.

export const migrationsTable = pgTable('service_migrations', {
  name: text('name').primaryKey(),
  /** The first version that can use the tables after this; null if older versions can, too. */
  minVersion: text('min_version'),
});

export const functionsTable = pgTable('service_functions', {
  name: text('name').primaryKey(),
  number: integer('number').notNull(),
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
  /** Whether any path of the app's hosts is a link. */
  pathLinks: text('path_links', { enum: ['on', 'off'] })
    .notNull()
    .default('off'),
  /** Patterns of paths that aren't. */
  noLinks: text('no_links').array().notNull().default([]),
  /** The number by which App Store Connect knows whose campaign it is. */
  appStoreProviderId: text('app_store_provider_id'),
  createdAt: instant('created_at').notNull(),
  /** What happened before this is made up, to have something to look at; null if nothing is. */
  demoUntil: instant('demo_until'),
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
  hash: text('hash').notNull(),
  /** Enough to tell keys apart, and too little to use one. */
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
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at'),
    expiresAt: instant('expires_at'),
    disabledAt: instant('disabled_at'),
    /** The install that made the link in the app. */
    madeBy: text('made_by'),
    /** A hash of install, route and data; the same three give the same link. */
    madeFrom: text('made_from'),
  },
  (link) => [primaryKey({ columns: [link.appId, link.code] })]
);

/** The sign that tied an install to a click. */
export type MatchedBy = 'clickId' | 'pastedLink' | 'fingerprint';

export const clicksTable = pgTable('clicks', {
  id: text('id').primaryKey(),
  appId: text('app_id').notNull(),
  code: text('code').notNull(),
  /** The path of a path link. Its code is the same path, or stands for many: see groupPaths. */
  route: text('route'),
  /** The query of the short link, which is passed on to the destination. Of a claimed click only the campaign is left. */
  query: text('query'),
  address: text('address'),
  /** Keyed hashes of the IPv4 address or the IPv6 /64, and of the /24 or the /48; a trigger makes them. */
  network: text('network'),
  wideNetwork: text('wide_network'),
  /**
   * Keyed hashes of agent and language, of screen, of zone and of hints, with spaces between. They stay when these are
   * removed, as soon as the click is claimed.
   */
  look: text('look'),
  /** What the agent says of the phone; see readUserAgent. */
  device: text('device').$type<'iphone' | 'ipad' | 'mac' | 'android' | 'other'>(),
  model: text('model'),
  systemVersion: text('system_version'),
  userAgent: text('user_agent'),
  language: text('language'),
  screenWidth: doublePrecision('screen_width'),
  screenHeight: doublePrecision('screen_height'),
  scale: doublePrecision('scale'),
  timezone: text('timezone'),
  createdAt: instant('created_at').notNull(),
  reportedAt: instant('reported_at'),
  claimedAt: instant('claimed_at'),
  claimedBy: text('claimed_by').$type<MatchedBy>(),
});

/** The answer that an install got, stored so that it gets the same answer again. */
export const installsTable = pgTable(
  'installs',
  {
    appId: text('app_id').notNull(),
    id: text('id').notNull(),
    /** The code of the link. */
    code: text('code').notNull(),
    /** The path of a path link, as in clicks. */
    route: text('route'),
    query: text('query'),
    /** Null if the link was copied by hand: then there was no click. */
    clickId: text('click_id'),
    matchedBy: text('matched_by').$type<MatchedBy>().notNull(),
    confidence: doublePrecision('confidence').notNull(),
    matchedAt: instant('matched_at').notNull(),
    /** When events may begin to belong to the link: at the click. Null in rows of earlier versions: then at the match. */
    since: instant('since'),
  },
  (install) => [primaryKey({ columns: [install.appId, install.id] })]
);

/** Links that opened an installed app, which then resolved them. */
export const opensTable = pgTable(
  'opens',
  {
    appId: text('app_id').notNull(),
    installId: text('install_id').notNull(),
    openedAt: instant('opened_at').notNull(),
    /** The code of the link. */
    code: text('code').notNull(),
  },
  (open) => [primaryKey({ columns: [open.appId, open.installId, open.openedAt, open.code] })]
);

/**
 * The number of clicks in each quarter of an hour, of each link and, under the code '', of all links. The days of every
 * time zone are sums of quarters. The setting `clicks_counted_until` says until when clicks are counted; later clicks
 * are counted when somebody asks.
 */
export const clickQuartersTable = pgTable(
  'click_quarters',
  {
    appId: text('app_id').notNull(),
    code: text('code').notNull(),
    at: instant('at').notNull(),
    clicks: integer('clicks').notNull(),
  },
  (quarter) => [primaryKey({ columns: [quarter.appId, quarter.code, quarter.at] })]
);

/** The number of clicks of each link on each day of UTC. */
export const clickDaysTable = pgTable(
  'click_days',
  {
    appId: text('app_id').notNull(),
    day: date('day').notNull(),
    code: text('code').notNull(),
    clicks: integer('clicks').notNull(),
  },
  (each) => [primaryKey({ columns: [each.appId, each.day, each.code] })]
);

/** All attempts to match, kept to learn from and to say why nothing matched. */
export const matchAttemptsTable = pgTable('match_attempts', {
  sequence: bigserial('sequence', { mode: 'number' }).primaryKey(),
  appId: text('app_id').notNull(),
  attemptedAt: instant('attempted_at').notNull(),
  installId: text('install_id'),
  /** Hashes, as in clicks. */
  network: text('network'),
  wideNetwork: text('wide_network'),
  platform: text('platform').$type<'ios' | 'android'>(),
  /** `matched`, or the reason why nothing matched. */
  outcome: text('outcome').notNull(),
  matchedBy: text('matched_by').$type<MatchedBy>(),
  /** The confidence of the link that was likeliest by fingerprint, matched or not. */
  confidence: doublePrecision('confidence'),
  /** How likely the install came by any click on its network. */
  linked: doublePrecision('linked'),
  /** The time from the click to the match. */
  delayMs: doublePrecision('delay_ms'),
  /** If the click is certain: how phone and browser compare, with a letter for each signal. */
  comparison: text('comparison'),
  /** If the click is certain: what the fingerprint would have said, and whether that was right. */
  guessConfidence: doublePrecision('guess_confidence'),
  guessIsRight: boolean('guess_is_right'),
});

/** The platform of events that an app's server sent. No phone can say so. */
export const FROM_SERVER = 'server';

export const eventsTable = pgTable(
  'events',
  {
    sequence: bigserial('sequence', { mode: 'number' }).notNull(),
    appId: text('app_id').notNull(),
    id: text('id').notNull(),
    /** The install's id. Null if a server named a user whose install nobody knows. */
    deviceId: text('device_id'),
    platform: text('platform'),
    name: text('name').notNull(),
    // Text, not jsonb: jsonb refuses the escape \u0000, which is legal JSON.
    data: text('data'),
    /** By the phone's clock. */
    loggedAt: instant('logged_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** When it happened, by our clock. Never null: the migration filled old rows, and the column has a default. */
    occurredAt: instant('occurred_at'),
    /** The app's own id of the person. */
    userId: text('user_id'),
    /** The code of the link that it is attributed to. */
    code: text('code'),
    amount: numeric('amount', { precision: 22, scale: 6 }),
    /** Three capital letters, or null if the event named none. */
    currency: text('currency'),
    /** The id of the purchase that this renews, and whose link it has. */
    renewalOf: text('renewal_of'),
  },
  (event) => [primaryKey({ columns: [event.appId, event.id] })]
);

/** Purchases that a server reported, with their link, for renewals that come after the event was deleted. */
export const purchasesTable = pgTable(
  'purchases',
  {
    appId: text('app_id').notNull(),
    id: text('id').notNull(),
    installId: text('install_id'),
    userId: text('user_id'),
    code: text('code'),
  },
  (purchase) => [primaryKey({ columns: [purchase.appId, purchase.id] })]
);

export type App = typeof appsTable.$inferSelect;
type BrandField = 'icon' | 'accent' | 'background' | 'texts' | 'landing';
type PathField = 'pathLinks' | 'noLinks' | 'appStoreProviderId';
type DefaultField =
  'attributionDays' | 'maxAmounts' | 'deviceReport' | 'revenueFrom' | 'demoUntil' | BrandField | PathField;
/** A field that is left out gets its default. */
export type NewApp = Omit<App, DefaultField> & Partial<Pick<App, DefaultField>>;
export type Key = typeof keysTable.$inferSelect;
export type Session = typeof sessionsTable.$inferSelect;
export type Link = typeof linksTable.$inferSelect;
export type Click = typeof clicksTable.$inferSelect;
export type MatchAttempt = typeof matchAttemptsTable.$inferSelect;
export type StoredEvent = typeof eventsTable.$inferSelect;
