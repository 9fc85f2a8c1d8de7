import type { MaxAmounts } from '../../values/maxAmount.ts';
import type { OwnTexts } from '../../values/ownTexts.ts';
import type { Quotas } from '../../values/quotas.ts';
import type { Scope } from '../../values/scopes.ts';
import { tableOf } from './tableOf.ts';

// What operators and app teams set; what people then do is in recordTables.ts. The statements in migrations/ say what
// each column is for.

export const migrationsTable = tableOf('service_migrations');
export const schemaTable = tableOf('service_schema');
export const settingsTable = tableOf('settings');

/** When the landing page may report the browser's screen, time zone and client hints. */
export const DEVICE_REPORTS = ['always', 'afterTap', 'never'] as const;
export type DeviceReportTime = (typeof DEVICE_REPORTS)[number];
/** Whoever taps a store button asked for the app; whoever only looks at the page didn't. */
export const DEFAULT_DEVICE_REPORT = 'afterTap';

/** What an Android phone gets: the landing page, or the store at once. iPhones need the page, to copy the link. */
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
