import { DAY_MS } from './durations.ts';

/** A phone that was offline for longer than this has more likely had its clock changed. */
export const MAX_AGE_MS = 90 * DAY_MS;

/**
 * When an event happened, by our clock. The phone's clock may be wrong by a minute or by forty years, so only the time
 * that passed on it between logging and sending counts: the event happened that long before it was received. If the
 * clock was set in between, the event may seem new, or up to 90 days old, but never in the future and never older.
 * If either time is unknown (NaN), the event happened when it was received.
 */
export function occurredAt(loggedAt: number, sentAt: number, receivedAt: number): number {
  const age = sentAt - loggedAt;
  return age > 0 ? receivedAt - Math.min(age, MAX_AGE_MS) : receivedAt;
}
