import { deleteClickCountsUntil } from '../storage/clickCounts.ts';
import { deleteClicksUntil } from '../storage/clicks.ts';
import type { Queries } from '../storage/Database.ts';
import { deleteEventsUntil } from '../storage/events.ts';
import { deleteInstallsUntil } from '../storage/installs.ts';
import { deleteMatchAttemptsUntil } from '../storage/matchAttempts.ts';
import { deleteOpensUntil } from '../storage/opens.ts';
import { deleteSessionsUntil } from '../storage/sessions.ts';
import { countClicks } from './countClicks.ts';
import { CLICK_ID_WINDOW_MS } from './findMatch.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A statement that deletes more would hold its locks for longer than a request should wait. */
const ROWS_AT_ONCE = 5_000;

/**
 * Removes what is older than `days`: events, opens, answers to installs, counts of clicks. Clicks and attempts hold
 * people's addresses and browsers, so they are removed as soon as nothing can match them any more, if that is earlier.
 * The clicks are counted first. Sessions are removed when they are over.
 */
export async function forgetOldRows(queries: Queries, now: number, days: number): Promise<void> {
  const last = new Date(now - days * DAY_MS);
  const counted = (await countClicks(queries, now)) ?? now;
  const lastClick = new Date(Math.min(counted - 1, Math.max(last.getTime(), now - CLICK_ID_WINDOW_MS)));
  while ((await deleteClicksUntil(queries, lastClick, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  while ((await deleteMatchAttemptsUntil(queries, lastClick, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  while ((await deleteEventsUntil(queries, last, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  while ((await deleteOpensUntil(queries, last, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  while ((await deleteInstallsUntil(queries, last, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  while ((await deleteClickCountsUntil(queries, last, ROWS_AT_ONCE)) >= ROWS_AT_ONCE);
  while ((await deleteSessionsUntil(queries, new Date(now), ROWS_AT_ONCE)) === ROWS_AT_ONCE);
}
