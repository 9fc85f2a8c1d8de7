import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, integer, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './tables.ts';

// What visitors, phones and servers leave. The statements in migrations/ create these, as those of tables.ts.

/** The sign that tied an install to a click. */
export type MatchedBy = 'clickId' | 'clipboard' | 'fingerprint';

export const clicksTable = pgTable(
  'clicks',
  {
    appId: text('app_id').notNull(),
    id: text('id').notNull(),
    code: text('code').notNull(),
    /** The path of a path link. Its code is the same path, or stands for many: see groupNames. */
    route: text('route'),
    /** The query of the short link, which is passed on to the destination. Of a claimed click only the campaign is left. */
    query: text('query'),
    /** The campaign at that time: changing the link's later doesn't move what was counted. */
    campaign: text('campaign'),
    source: text('source'),
    medium: text('medium'),
    /** Two letters; null if nothing tells: see flow/countries.ts. */
    country: text('country'),
    address: text('address'),
    /** Keyed hashes of the IPv4 address or the IPv6 /64, and of the /24 or the /48. */
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
    /** `Safari`, `Instagram` …; see readUserAgent. It stays when the agent is removed. */
    browser: text('browser'),
    language: text('language'),
    screenWidth: doublePrecision('screen_width'),
    screenHeight: doublePrecision('screen_height'),
    scale: doublePrecision('scale'),
    timezone: text('timezone'),
    createdAt: instant('created_at').notNull(),
    reportedAt: instant('reported_at'),
    /** When a button to the store was pressed first. */
    storeTappedAt: instant('store_tapped_at'),
    claimedAt: instant('claimed_at'),
    claimedBy: text('claimed_by').$type<MatchedBy>(),
  },
  (click) => [primaryKey({ columns: [click.appId, click.id, click.createdAt] })]
);

/** The answer that an install got, stored so that it gets the same answer again. */
export const installsTable = pgTable(
  'installs',
  {
    appId: text('app_id').notNull(),
    id: text('id').notNull(),
    code: text('code').notNull(),
    /** The path of a path link, as in clicks. */
    route: text('route'),
    /** Of the click, whole: it holds the ids that ad networks ask for, such as gclid. */
    query: text('query'),
    /** The campaign of the click, or of the link if there was none: changing the link's later doesn't move what was counted. */
    campaign: text('campaign'),
    source: text('source'),
    medium: text('medium'),
    /** Null if the link was copied by hand: then there was no click. */
    clickId: text('click_id'),
    matchedBy: text('matched_by').$type<MatchedBy>().notNull(),
    confidence: doublePrecision('confidence').notNull(),
    matchedAt: instant('matched_at').notNull(),
    /** When events may begin to belong to the link: at the click. */
    since: instant('since').notNull(),
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
    code: text('code').notNull(),
    /** The campaign at that time: changing the link's later doesn't move what was counted. */
    campaign: text('campaign'),
    source: text('source'),
    medium: text('medium'),
  },
  (open) => [primaryKey({ columns: [open.appId, open.installId, open.openedAt, open.code] })]
);

/** All attempts to match, kept to learn from and to say why nothing matched. */
export const matchAttemptsTable = pgTable(
  'match_attempts',
  {
    appId: text('app_id').notNull(),
    id: uuid('id').notNull().defaultRandom(),
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
  },
  (attempt) => [primaryKey({ columns: [attempt.appId, attempt.id, attempt.attemptedAt] })]
);

/** The platform of events that an app's server sent. No phone can say so. */
export const FROM_SERVER = 'server';

export const eventsTable = pgTable(
  'events',
  {
    appId: text('app_id').notNull(),
    id: text('id').notNull(),
    /** Null if a server named a user without a known install. */
    installId: text('install_id'),
    platform: text('platform'),
    name: text('name').notNull(),
    // Text, not jsonb: jsonb refuses the escape \u0000, which is legal JSON.
    data: text('data'),
    /** By the phone's clock. */
    loggedAt: instant('logged_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** Tells apart what came in one millisecond: an instance counts what it stores. */
    position: integer('position').notNull().default(0),
    /** When it happened, by our clock. */
    occurredAt: instant('occurred_at').notNull(),
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
  (event) => [primaryKey({ columns: [event.appId, event.receivedAt, event.position] })]
);

export type Click = typeof clicksTable.$inferSelect;
export type MatchAttempt = typeof matchAttemptsTable.$inferSelect;
export type StoredEvent = typeof eventsTable.$inferSelect;

/** What matching compares with a phone. */
export type BrowserOfClick = Pick<
  Click,
  | 'device'
  | 'model'
  | 'systemVersion'
  | 'userAgent'
  | 'language'
  | 'screenWidth'
  | 'screenHeight'
  | 'scale'
  | 'timezone'
>;

/** The columns of that, by these names. */
export const browserColumns = sql.raw(`device, model, system_version AS "systemVersion", user_agent AS "userAgent",
  language, screen_width AS "screenWidth", screen_height AS "screenHeight", scale, timezone`);
