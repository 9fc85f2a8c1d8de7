import { sql } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { rowsOf } from './rowsOf.ts';
import { setSetting } from './settings.ts';

/**
 * `click_quarters` has the number of clicks in each quarter of an hour, of each link and, under the code '', of all
 * links. The days of every time zone are sums of quarters. `click_days` has the number of each link on each day of UTC.
 * This setting says until when clicks are counted; later ones are counted when somebody asks.
 */
const SETTING = 'clicks_counted_until';

const QUARTER_MS = 15 * 60 * 1000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The clocks of several instances differ by less than this. */
const MAX_LEAD_MS = 60 * 60 * 1000;
/** One statement counts this much: few enough clicks for its time-out, and never clicks of two days. */
const STEP_MS = 60 * 60 * 1000;

/** Until when clicks are counted. The statement that reads the counts reads this, too, so that both fit together. */
export const countedUntil = sql`(SELECT value::timestamptz FROM settings WHERE name = 'clicks_counted_until')`;

/** When the first click at or after `from` came, or the first of all; null if there is none. */
async function findClickFrom(queries: Queries, from: number | null): Promise<number | null> {
  const since = from === null ? '-infinity' : new Date(from).toISOString();
  const [first] = rowsOf<{ at: number | null }>(
    await queries.execute(sql`
      SELECT extract(epoch from min(oldest.at))::float8 * 1000 AS at
      FROM apps, LATERAL (
        SELECT min(created_at) AS at FROM clicks WHERE app_id = apps.id AND created_at >= ${since}::timestamptz
      ) AS oldest`)
  );
  return first?.at ?? null;
}

/**
 * Counts the clicks of the next hour that has any, or of the part of it before `end`, which must be the beginning of a
 * quarter of an hour. Each click is counted once, because an instance that counts locks the row of the setting. Gives
 * the time that it has reached, or null if there is no click to count.
 */
export async function countMoreClicks(queries: Queries, end: number): Promise<number | null> {
  return queries.transaction(async (transaction) => {
    const [state] = rowsOf<{ until: number | null }>(
      await transaction.execute(sql`
        SELECT nullif(extract(epoch from value::timestamptz), '-infinity')::float8 * 1000 AS until
        FROM settings WHERE name = 'clicks_counted_until' FOR UPDATE`)
    );
    const counted = state?.until ?? null;
    if (counted !== null && counted > end + MAX_LEAD_MS) {
      // Another instance's clock was ahead, and later clicks were not counted; or this clock is behind. Only counts that
      // can be made again are removed: the clicks of earlier days may have been deleted.
      const oldest = await findClickFrom(transaction, null);
      if (oldest === null) return counted;
      const from = Math.max(Math.floor(end / DAY_MS), Math.floor(oldest / DAY_MS) + 1) * DAY_MS;
      if (from >= counted) return counted;
      const since = new Date(from).toISOString();
      await transaction.execute(sql`
        WITH quarters AS (DELETE FROM click_quarters WHERE at >= ${since}::timestamptz)
        DELETE FROM click_days WHERE day >= ${since.slice(0, 10)}::date`);
      await setSetting(transaction, SETTING, since);
      return from;
    }
    if (counted !== null && counted >= end) return counted;
    const at = await findClickFrom(transaction, counted);
    if (at === null && counted === null) return null;
    if (at === null || at >= end) {
      await setSetting(transaction, SETTING, new Date(end).toISOString());
      return end;
    }
    const from = Math.floor(at / QUARTER_MS) * QUARTER_MS;
    const to = Math.min(end, (Math.floor(from / STEP_MS) + 1) * STEP_MS);
    const [since, until] = [new Date(from).toISOString(), new Date(to).toISOString()];
    await transaction.execute(sql`
      WITH counted AS MATERIALIZED (
        SELECT app_id, code, date_bin('15 minutes', clicks.created_at, 'epoch') AS at, count(*)::int AS clicks
        FROM apps JOIN clicks ON clicks.app_id = apps.id
          AND clicks.created_at >= ${since}::timestamptz AND clicks.created_at < ${until}::timestamptz
        GROUP BY app_id, code, at
      ), quarters AS (
        INSERT INTO click_quarters (app_id, code, at, clicks)
        SELECT app_id, coalesce(code, ''), at, sum(clicks) FROM counted
        GROUP BY GROUPING SETS ((app_id, code, at), (app_id, at))
      )
      INSERT INTO click_days (app_id, day, code, clicks)
      SELECT app_id, ${since.slice(0, 10)}::date, code, sum(clicks) FROM counted GROUP BY app_id, code
      ON CONFLICT (app_id, day, code) DO UPDATE SET clicks = click_days.clicks + excluded.clicks`);
    await setSetting(transaction, SETTING, until);
    return to;
  });
}

/** Deletes at most `most` counts of the days until `last`; gives the number deleted. */
export async function deleteClickCountsUntil(queries: Queries, last: Date, most: number): Promise<number> {
  const until = last.toISOString();
  const deleted = await queries.execute(sql`
    WITH days AS (
      DELETE FROM click_days WHERE ctid = ANY(ARRAY(
        SELECT click_days.ctid FROM apps JOIN click_days ON app_id = apps.id
          AND day <= (${until}::timestamptz AT TIME ZONE 'UTC')::date LIMIT ${most}
      )) RETURNING 1
    ), quarters AS (
      DELETE FROM click_quarters WHERE ctid = ANY(ARRAY(
        SELECT click_quarters.ctid FROM apps JOIN click_quarters ON app_id = apps.id
          AND at <= ${until}::timestamptz LIMIT ${most}
      )) RETURNING 1
    )
    SELECT 1 FROM days UNION ALL SELECT 1 FROM quarters`);
  return rowsOf(deleted).length;
}
