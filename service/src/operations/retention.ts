import { DEFAULT_WINDOW_MS } from '../matching/startValues.ts';
import { listAppIds } from '../storage/company/apps.ts';
import { clearTracesOfClicks } from '../storage/facts/clicks.ts';
import type { Queries } from '../storage/base/Database.ts';
import { deleteUntil, untilDone } from '../storage/base/deleteUntil.ts';
import { forEachApp, takeAll } from './forEachApp.ts';
import { deleteFormerBuyers } from '../storage/facts/events.ts';
import { renewLinksOfUsers } from '../storage/company/links.ts';
import { clearTracesOfAttempts } from '../storage/facts/matchAttempts.ts';
import { deleteNetworkKeysUntil } from '../storage/facts/hashKeys.ts';
import { deleteNamesBefore } from '../storage/facts/names.ts';
import { dropPartitionsUntil } from '../storage/base/partitions.ts';
import { deleteSessionsUntil } from '../storage/company/sessions.ts';
import { MAX_AGE_MS } from '../values/occurredAt.ts';
import { ATTEMPTS_WINDOW_MS } from './createMatchModels.ts';
import { CLICK_ID_WINDOW_MS } from './findMatch.ts';
import { forgetChanges } from './forgetChanges.ts';
import { SHARED_LINK_LIFE_MS } from './shareLink.ts';
import { DAY_MS } from '../values/durations.ts';

/** How often a link that is clicked every day is renewed. */
const RENEWED_EVERY_DAYS = 30;

/** Phones send events that are up to 90 days old, and clocks may differ by a day. */
const EVENT_IDS_KEPT_MS = MAX_AGE_MS + DAY_MS;

/** Longer than a click waits in memory for the database. */
const NAMES_KEPT_MS = 2 * DAY_MS;

/**
 * Clears addresses, agents, screens, zones and the hashes of networks as soon as no match reads them, and deletes the
 * keys of those hashes: whoever has the key can reverse the hash of an IPv4 address.
 */
export async function forgetTraces(
  queries: Queries,
  now: number,
  windowMs = DEFAULT_WINDOW_MS,
  signal?: AbortSignal
): Promise<void> {
  const before = (ms: number) => new Date(now - ms);
  const ids = await listAppIds(queries);
  const clearTraces = async (id: string) => {
    await deleteNetworkKeysUntil(queries, id, before(Math.max(windowMs, ATTEMPTS_WINDOW_MS)));
    await untilDone((most) => clearTracesOfClicks(queries, id, before(windowMs), most), signal);
    await untilDone((most) => clearTracesOfAttempts(queries, id, before(ATTEMPTS_WINDOW_MS), most), signal);
  };
  await forEachApp(ids, clearTraces, signal);
}

/**
 * Removes what is older than `days`: events, opens, answers to installs. Clicks and attempts are removed as soon as
 * nothing can match them, if that is earlier. What was counted stays. Also removes sessions that are over, and renews
 * users' links that were clicked.
 */
export async function forgetOldRows(queries: Queries, now: number, days: number, signal?: AbortSignal): Promise<void> {
  const last = new Date(now - days * DAY_MS);
  const renewedEvery = RENEWED_EVERY_DAYS * DAY_MS;
  const lastClick = new Date(Math.max(last.getTime(), now - CLICK_ID_WINDOW_MS));
  const ids = await listAppIds(queries);
  const renew = async (id: string) => {
    await renewLinksOfUsers(queries, id, new Date(now + SHARED_LINK_LIFE_MS - renewedEvery), SHARED_LINK_LIFE_MS);
  };
  const lastOf = [
    ...(['clicks', 'match_attempts'] as const).map((table) => ({ table, last: lastClick })),
    ...(['events', 'opens'] as const).map((table) => ({ table, last })),
  ];
  const forget = async (id: string) => {
    for (const { table, last } of lastOf) await deleteUntil(queries, id, table, last, signal);
    await deleteUntil(queries, id, 'installs', last, signal);
    await deleteFormerBuyers(queries, id, last);
    await deleteNamesBefore(queries, id, new Date(now - NAMES_KEPT_MS));
    await deleteUntil(queries, id, 'shares', new Date(now), signal);
    await forgetChanges(queries, id, now);
  };
  await takeAll(
    [
      () => forEachApp(ids, renew, signal),
      ...lastOf.map(
        ({ table, last }) =>
          () =>
            dropPartitionsUntil(queries, table, last)
      ),
      () => dropPartitionsUntil(queries, 'event_ids', new Date(now - EVENT_IDS_KEPT_MS)),
      () => forEachApp(ids, forget, signal),
      () => deleteSessionsUntil(queries, new Date(now)),
    ],
    signal
  );
}
