import { sql } from 'drizzle-orm';
import type { MaxAmounts } from '../../values/maxAmount.ts';
import type { OwnTexts } from '../../values/ownTexts.ts';
import type { Quotas } from '../../values/quotas.ts';
import type { Scope } from '../../values/scopes.ts';
import type { WEBHOOK_FORMATS, WebhookEvent } from '../../values/webhookEvents.ts';
import { tableOf } from './tableOf.ts';

// The statements in migrations/ say what each column is for.

export const migrationsTable = tableOf('service_migrations');
export const schemaTable = tableOf('service_schema');
export const settingsTable = tableOf('settings');

/** When the landing page may report the browser's screen, time zone and client hints. */
export const DEVICE_REPORTS = ['always', 'afterTap', 'never'] as const;
export type DeviceReportTime = (typeof DEVICE_REPORTS)[number];
/** Whoever taps a store button wants the app; whoever only looks at the page may not. */
export const DEFAULT_DEVICE_REPORT = 'afterTap';

/** What an Android phone gets: the landing page, or the store right away. iPhones need the page, to copy the link. */
export const LANDINGS = ['page', 'direct'] as const;
type Landing = (typeof LANDINGS)[number];

/** What the landing page's one button does on iOS: copy the link and go to the store, or only go there. */
export const IOS_BUTTONS = ['copy', 'go'] as const;
export type IosButton = (typeof IOS_BUTTONS)[number];

export const appsTable = tableOf(
  'apps',
  {} as {
    androidCertificates: 'several' | 'one';
    deviceReport: DeviceReportTime;
    iosButton: IosButton;
    landing: Landing;
    maxAmounts: MaxAmounts;
    pathLinks: 'on' | 'off';
    quotas: Quotas;
    revenueFrom: 'app' | 'server';
    sharedTitles: 'on' | 'off';
    texts: OwnTexts;
  }
);

export const iconsTable = tableOf('icons');
export const keysTable = tableOf('keys', {} as { kind: 'publishable' | 'secret'; scope: Scope });
export const keyUsesTable = tableOf('key_uses');
export const sessionsTable = tableOf('sessions');
export const linksTable = tableOf('links', {} as { landing: Landing });

export type App = typeof appsTable.$inferSelect;
/** A field that is left out gets its default. */
export type NewApp = typeof appsTable.$inferInsert & Pick<App, 'createdAt'>;
export type Key = typeof keysTable.$inferSelect;
export type Session = typeof sessionsTable.$inferSelect;
export type Link = typeof linksTable.$inferSelect;

/** What a recorded change can be about. */
export const CHANGED = ['link', 'app', 'key', 'webhook', 'share', 'person'] as const;

export type Fields = Record<string, unknown>;

/** Why nothing is sent to an endpoint: its owner said so, it failed for days, fell behind, or answered 410 (gone). */
export const PAUSES = ['owner', 'failing', 'behind', 'gone'] as const;

export const changesTable = tableOf('changes', {} as { what: (typeof CHANGED)[number] });
export const secretsTable = tableOf('secrets');
export const webhooksTable = tableOf(
  'webhooks',
  {} as {
    events: WebhookEvent[];
    format: (typeof WEBHOOK_FORMATS)[number];
    pausedBecause: (typeof PAUSES)[number];
  }
);
export const factsTable = tableOf('webhook_facts');
export const deliveriesTable = tableOf('webhook_deliveries');
export const sharedViewsTable = tableOf('shares');

export type SharedView = typeof sharedViewsTable.$inferSelect;
export type Webhook = typeof webhooksTable.$inferSelect;
export type Fact = typeof factsTable.$inferSelect;
/** A delivery, with the type and data of its fact. */
export type Delivery = typeof deliveriesTable.$inferSelect & Pick<Fact, 'type' | 'data'>;
export type RecordedChange = typeof changesTable.$inferSelect;

/** The signal that tied an install to a click. */
export type MatchedBy = 'clickId' | 'clipboard' | 'fingerprint';

/** What the user agent says about the device; see readUserAgent. */
type Device = 'iphone' | 'ipad' | 'mac' | 'android' | 'windows' | 'linux' | 'chromeos' | 'other';

export const clicksTable = tableOf('clicks', {} as { claimedBy: MatchedBy; device: Device });
export const installsTable = tableOf('installs', {} as { matchedBy: MatchedBy });
export const opensTable = tableOf('opens');
export const matchAttemptsTable = tableOf(
  'match_attempts',
  {} as { matchedBy: MatchedBy; platform: 'ios' | 'android' }
);
export const eventsTable = tableOf('events');

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

/** The columns of BrowserOfClick, named as its fields. */
export const browserColumns = sql.raw(`device, model, system_version AS "systemVersion", user_agent AS "userAgent",
  language, screen_width AS "screenWidth", screen_height AS "screenHeight", scale, timezone`);
