import { deleteClicksUntil } from '../storage/clicks.ts';
import type { Queries } from '../storage/Database.ts';
import { deleteEventsUntil } from '../storage/events.ts';
import { deleteMatchAttemptsUntil } from '../storage/matchAttempts.ts';
import { CLICK_ID_WINDOW_MS } from './findMatch.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A statement that deletes more would hold its locks for longer than a request should wait. */
const ROWS_AT_ONCE = 5_000;

/**
 * Removes events older than `days`, and clicks and attempts that nothing can match any more or that are as old as that,
 * and with them people's addresses and browsers.
 */
export async function forgetOldRows(queries: Queries, now: number, days: number): Promise<void> {
  const lastEvent = new Date(now - days * DAY_MS);
  const lastClick = new Date(now - Math.min(days * DAY_MS, CLICK_ID_WINDOW_MS));
  while ((await deleteClicksUntil(queries, lastClick, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  while ((await deleteMatchAttemptsUntil(queries, lastClick, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  while ((await deleteEventsUntil(queries, lastEvent, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
}
