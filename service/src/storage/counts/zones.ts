import { sql } from 'drizzle-orm';
import { createCalendar, joinCalendars, nextDay, startOfDay, type Zone } from '../../values/days.ts';
import type { Queries } from '../base/Database.ts';
import { query } from '../base/query.ts';

/** The time zones in which an app's days are counted, the oldest first. The last one may begin in the future. */
export async function readZones(queries: Queries, appId: string): Promise<Zone[]> {
  return query<Zone>(queries)`
    SELECT extract(epoch FROM since)::float8 * 1000 AS since, time_zone AS "timeZone"
    FROM rollup_zones WHERE app_id = ${appId} ORDER BY rollup_zones.since`;
}

/** Sets the zone of an app that has counted nothing. */
export async function setZone(transaction: Queries, appId: string, timeZone: string): Promise<void> {
  await transaction.execute(sql`DELETE FROM rollup_zones WHERE app_id = ${appId}`);
  await transaction.execute(sql`
    INSERT INTO rollup_zones (app_id, since, time_zone) VALUES (${appId}, '-infinity', ${timeZone})`);
}

/**
 * Counts days in a new time zone, from its first midnight after the current day has ended in the old zone. What was
 * counted stays where it is, and so does what comes late. The day before that midnight is longer or shorter than usual.
 * An app that has counted nothing changes right away. Belongs to the transaction that changes and locks the app.
 */
export async function changeZone(transaction: Queries, appId: string, timeZone: string, now: number): Promise<void> {
  const counted = sql`(SELECT FROM deltas WHERE app_id = ${appId}) UNION ALL (SELECT FROM rollups WHERE app_id = ${appId})`;
  const [row] = await query<{ hasCounted: boolean }>(transaction)`SELECT EXISTS (${counted}) AS "hasCounted"`;
  const zones = (await readZones(transaction, appId)).filter(({ since }) => since <= now);
  const dayOf = createCalendar(timeZone);
  if (!row?.hasCounted || zones.length === 0 || !dayOf) return setZone(transaction, appId, timeZone);
  const oldDayOf = joinCalendars(zones);
  let day = nextDay(oldDayOf(now));
  const end = startOfDay(day, oldDayOf);
  while (startOfDay(day, dayOf) < end) day = nextDay(day);
  const since = new Date(startOfDay(day, dayOf));
  await transaction.execute(sql`
    DELETE FROM rollup_zones WHERE app_id = ${appId} AND since > ${new Date(now)}`);
  if (zones.at(-1)?.timeZone === timeZone) return;
  await transaction.execute(sql`
    INSERT INTO rollup_zones (app_id, since, time_zone) VALUES (${appId}, ${since}, ${timeZone})`);
}
