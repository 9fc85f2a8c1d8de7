import { DEFAULT_WINDOW_MS } from '../matching/startValues.ts';
import { deleteClickCountsUntil } from '../storage/clickCounts.ts';
import { clearTracesOfClicks, deleteClicksUntil } from '../storage/clicks.ts';
import type { Queries } from '../storage/Database.ts';
import { deleteEventsUntil } from '../storage/events.ts';
import { deleteInstallsUntil } from '../storage/installs.ts';
import { KEY_PERIOD_MS } from '../storage/functions/conceal.ts';
import { renewLinksOfUsers } from '../storage/links.ts';
import { clearTracesOfAttempts, deleteMatchAttemptsUntil, deleteNetworkKeysUntil } from '../storage/matchAttempts.ts';
import { deleteOpensUntil } from '../storage/opens.ts';
import { deleteSessionsUntil } from '../storage/sessions.ts';
import { countClicks } from './countClicks.ts';
import { ATTEMPTS_WINDOW_MS } from './createMatchModels.ts';
import { CLICK_ID_WINDOW_MS } from './findMatch.ts';
import { SHARED_LINK_LIFE_MS } from './shareLink.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A statement that deletes more would hold its locks for longer than a request should wait. */
const ROWS_AT_ONCE = 5_000;

/** A link that is clicked every day is renewed once in this time. It is shorter if counts of clicks are not kept as long. */
const RENEWED_EVERY_DAYS = 30;

/**
 * Clears addresses, agents, screens, zones and the hashes of networks as soon as no match reads them, and then deletes
 * the keys of those hashes: with its key, the hash of an IPv4 address is no secret.
 */
export async function forgetTraces(queries: Queries, now: number, windowMs = DEFAULT_WINDOW_MS): Promise<void> {
  const before = (ms: number) => new Date(now - ms);
  while ((await clearTracesOfClicks(queries, before(windowMs), ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  while ((await clearTracesOfAttempts(queries, before(ATTEMPTS_WINDOW_MS), ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  await deleteNetworkKeysUntil(queries, before(KEY_PERIOD_MS + Math.max(windowMs, ATTEMPTS_WINDOW_MS)));
}

/**
 * Removes what is older than `days`: events, opens, answers to installs, counts of clicks. Clicks and attempts are
 * removed as soon as nothing can match them any more, if that is earlier.
 * The clicks are counted first. Sessions are removed when they are over, and links that users made are renewed if they
 * were clicked.
 */
export async function forgetOldRows(queries: Queries, now: number, days: number): Promise<void> {
  const last = new Date(now - days * DAY_MS);
  const counted = (await countClicks(queries, now)) ?? now;
  const renewedEvery = Math.min(RENEWED_EVERY_DAYS, days / 2) * DAY_MS;
  await renewLinksOfUsers(queries, new Date(now + SHARED_LINK_LIFE_MS - renewedEvery), SHARED_LINK_LIFE_MS);
  const lastClick = new Date(Math.min(counted - 1, Math.max(last.getTime(), now - CLICK_ID_WINDOW_MS)));
  while ((await deleteClicksUntil(queries, lastClick, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  while ((await deleteMatchAttemptsUntil(queries, lastClick, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  while ((await deleteEventsUntil(queries, last, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  while ((await deleteOpensUntil(queries, last, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  while ((await deleteInstallsUntil(queries, last, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  while ((await deleteClickCountsUntil(queries, last, ROWS_AT_ONCE)) >= ROWS_AT_ONCE);
  while ((await deleteSessionsUntil(queries, new Date(now), ROWS_AT_ONCE)) === ROWS_AT_ONCE);
}
