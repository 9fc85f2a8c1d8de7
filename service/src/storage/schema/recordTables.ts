import { sql } from 'drizzle-orm';
import { tableOf } from './tableOf.ts';

// What visitors, phones and servers leave.

/** The sign that tied an install to a click. */
export type MatchedBy = 'clickId' | 'clipboard' | 'fingerprint';

/** What an agent says of the phone; see readUserAgent. */
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

/** The columns of that, by these names. */
export const browserColumns = sql.raw(`device, model, system_version AS "systemVersion", user_agent AS "userAgent",
  language, screen_width AS "screenWidth", screen_height AS "screenHeight", scale, timezone`);
