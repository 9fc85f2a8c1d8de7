import { findApp, listAppIds } from '../../storage/company/apps.ts';
import type { App, Fields } from '../../storage/schema/tables.ts';
import type { Queries } from '../../storage/base/Database.ts';
import { forEachApp } from '../forEachApp.ts';
import { readZones } from '../../storage/counts/zones.ts';
import { findToldDay, isDayTold, listWebhooks, tellFacts } from '../../storage/company/webhooks.ts';
import { joinCalendars, nextDay, startOfDay } from '../../values/days.ts';
import type { WebhookEvent } from '../../values/webhookEvents.ts';
import { writeFall } from './writeFall.ts';
import { DAYS_OF_WEEK, writeWeek } from './writeWeek.ts';

/** Nobody wants a message at midnight, and by now phones have sent most of what they logged the evening before. */
const TOLD_AFTER_MS = 8 * 60 * 60 * 1000;

/** A webhook that comes once for each day or week of an app, from the next morning on. */
interface Digest {
  type: WebhookEvent;
  /** The first day of the newest period that is complete on the last complete day. */
  firstDayOf: (lastDay: string) => string;
  /** Null if there is nothing to send. */
  write: (queries: Queries, app: App, firstDay: string, timezone: string) => Promise<Fields | null>;
}

/** The Monday of the last week that is complete on this day. */
function mondayOf(lastDay: string): string {
  const sinceSunday = new Date(lastDay).getUTCDay();
  return nextDay(lastDay, -sinceSunday - DAYS_OF_WEEK + 1);
}

const DIGESTS: readonly Digest[] = [
  { type: 'week.ended', firstDayOf: mondayOf, write: writeWeek },
  { type: 'installs.fell', firstDayOf: (lastDay) => lastDay, write: writeFall },
];

async function tell(queries: Queries, appId: string, { type, firstDayOf, write }: Digest, now: number): Promise<void> {
  const app = await findApp(queries, appId);
  if (!app) return;
  const zones = await readZones(queries, appId);
  const dayOf = joinCalendars(zones);
  const today = dayOf(now);
  const isMorning = now >= startOfDay(today, dayOf) + TOLD_AFTER_MS;
  const firstDay = firstDayOf(nextDay(today, isMorning ? -1 : -2));
  const last = await findToldDay(queries, appId, type);
  if (last !== null && last >= firstDay) return;
  const timezone = zones.findLast(({ since }) => since <= now)?.timeZone ?? app.timeZone;
  const data = await write(queries, app, firstDay, timezone);
  await queries.transaction(async (transaction) => {
    if (await isDayTold(transaction, appId, type, firstDay)) return;
    if (data) await tellFacts(transaction, appId, type, [{ at: new Date(now), data }]);
  });
}

/** Sends digests to the endpoints that asked for them, each once, on whichever instance. */
export async function tellDigests(queries: Queries, now: number, signal?: AbortSignal): Promise<void> {
  await forEachApp(
    await listAppIds(queries),
    async (appId) => {
      const active = (await listWebhooks(queries, appId)).filter(({ pausedAt }) => pausedAt === null);
      const asked = DIGESTS.filter(({ type }) => active.some(({ events }) => events.includes(type)));
      for (const digest of asked) await tell(queries, appId, digest, now);
    },
    signal
  );
}
