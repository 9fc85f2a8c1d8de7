const DAY_MS = 24 * 60 * 60 * 1000;

/** A phone that was offline for longer than this has more likely had its clock changed. */
export const LONGEST_AGE_MS = 90 * DAY_MS;

/**
 * When an event happened by our clock: so long before it was received as it was logged before it was sent. Only what
 * passed on the phone's clock counts, not what that clock says: it may be wrong by a minute or by forty years. A
 * clock that was set in between can make an event new, or 90 days old, but no younger and no older.
 */
export function occurredAt(loggedAt: number, sentAt: number, receivedAt: number): number {
  return receivedAt - Math.min(Math.max(sentAt - loggedAt, 0), LONGEST_AGE_MS);
}
