/** What an installed app tells of its phone; any part may be unknown. */
export type Fingerprint = {
  address: string | null;
  platform: string | null;
  model: string | null;
  systemVersion: string | null;
  screenWidth: number | null;
  screenHeight: number | null;
  scale: number | null;
  languages: readonly string[];
  timezone: string | null;
  userAgent: string | null;
};
