import {
  bigserial,
  boolean,
  date,
  doublePrecision,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

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
  /** For how long a link that somebody opened or came by gets what they do. */
  attributionDays: integer('attribution_days').notNull().default(30),
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

/** The sign that tied an install to a click. */
export type ClaimedBy = 'clickId' | 'pastedLink' | 'fingerprint';

export const clicksTable = pgTable('clicks', {
  id: text('id').primaryKey(),
  appId: text('app_id').notNull(),
  code: text('code').notNull(),
  /** What stood after the question mark of the short link; it goes on to the destination. */
  query: text('query'),
  address: text('address'),
  /** The IPv4 address, or the IPv6 /64. */
  network: text('network'),
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
  claimedBy: text('claimed_by').$type<ClaimedBy>(),
});

/** The answer that an install got, to give it again. */
export const installsTable = pgTable(
  'installs',
  {
    appId: text('app_id').notNull(),
    id: text('id').notNull(),
    /** The link's. */
    code: text('code').notNull(),
    query: text('query'),
    /** Null where a link was copied by hand: then there was no click. */
    clickId: text('click_id'),
    matchedBy: text('matched_by').$type<ClaimedBy>().notNull(),
    confidence: doublePrecision('confidence').notNull(),
    matchedAt: instant('matched_at').notNull(),
    /** Events from then on may be the link's: from the click. Null in rows of earlier versions: from the match. */
    since: instant('since'),
  },
  (install) => [primaryKey({ columns: [install.appId, install.id] })]
);

/** Links that an installed app opened, and so resolved. */
export const opensTable = pgTable(
  'opens',
  {
    appId: text('app_id').notNull(),
    installId: text('install_id').notNull(),
    openedAt: instant('opened_at').notNull(),
    /** The link's. */
    code: text('code').notNull(),
  },
  (open) => [primaryKey({ columns: [open.appId, open.installId, open.openedAt, open.code] })]
);

/**
 * Clicks in each quarter of an hour, which is what all time zones have in common: of each link, and of all links by
 * the code ''. The setting `clicks_counted_until` says until when; later clicks are counted when somebody asks.
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

/** The same for each link and day of UTC. */
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

/** Everybody who asked for a match, to learn from and to say why nothing matched. */
export const matchAttemptsTable = pgTable('match_attempts', {
  sequence: bigserial('sequence', { mode: 'number' }).primaryKey(),
  appId: text('app_id').notNull(),
  attemptedAt: instant('attempted_at').notNull(),
  installId: text('install_id'),
  network: text('network'),
  platform: text('platform').$type<'ios' | 'android'>(),
  /** `matched`, or the reason why not. */
  outcome: text('outcome').notNull(),
  matchedBy: text('matched_by').$type<ClaimedBy>(),
  /** Of the likeliest link by fingerprint, matched or not. */
  confidence: doublePrecision('confidence'),
  /** How likely the install came by any click on its network. */
  linked: doublePrecision('linked'),
  /** From the click to the match. */
  delayMs: doublePrecision('delay_ms'),
  /** What phone and browser agreed in, where the click is certain: a letter for each signal. */
  comparison: text('comparison'),
  /** Where the click is certain: what the fingerprint would have said, and whether it was right. */
  guessConfidence: doublePrecision('guess_confidence'),
  guessIsRight: boolean('guess_is_right'),
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
    /** By the phone's clock. */
    loggedAt: instant('logged_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** When it happened by our clock. Null in rows of earlier versions, which no statistics count. */
    occurredAt: instant('occurred_at'),
    /** The app's own name for whoever did it. */
    userId: text('user_id'),
    /** Of the link that it is attributed to. */
    code: text('code'),
    amount: numeric('amount', { precision: 22, scale: 6 }),
    /** Three capital letters, or null if the event named none. */
    currency: text('currency'),
  },
  (event) => [primaryKey({ columns: [event.appId, event.id] })]
);

export type App = typeof appsTable.$inferSelect;
/** What is left out gets its default. */
export type NewApp = Omit<App, 'attributionDays'> & Partial<Pick<App, 'attributionDays'>>;
export type Key = typeof keysTable.$inferSelect;
export type Session = typeof sessionsTable.$inferSelect;
export type Link = typeof linksTable.$inferSelect;
export type Click = typeof clicksTable.$inferSelect;
export type MatchAttempt = typeof matchAttemptsTable.$inferSelect;
export type StoredEvent = typeof eventsTable.$inferSelect;
