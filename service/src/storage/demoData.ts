import { sql } from 'drizzle-orm';
import { tellChange } from './changes.ts';
import type { Queries } from './Database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes all that seems to have happened in the app before the time, and what users made before it. */
export async function deleteDemoData(queries: Queries, appId: string, until: Date): Promise<void> {
  const time = sql`${until.toISOString()}::timestamptz`;
  const nextDay = new Date((Math.floor(until.getTime() / DAY_MS) + 1) * DAY_MS);
  const day = sql`${until.toISOString().slice(0, 10)}::date`;
  await queries.transaction(async (transaction) => {
    for (const statement of [
      sql`DELETE FROM clicks WHERE app_id = ${appId} AND created_at < ${time}`,
      sql`DELETE FROM installs WHERE app_id = ${appId} AND matched_at < ${time}`,
      sql`DELETE FROM opens WHERE app_id = ${appId} AND opened_at < ${time}`,
      sql`DELETE FROM events WHERE app_id = ${appId} AND occurred_at < ${time}`,
      sql`DELETE FROM match_attempts WHERE app_id = ${appId} AND attempted_at < ${time}`,
      sql`DELETE FROM links WHERE app_id = ${appId} AND created_by IS NOT NULL AND created_at < ${time}`,
      sql`DELETE FROM click_quarters WHERE app_id = ${appId} AND at < ${time}`,
      // The last day may have real clicks, too.
      sql`DELETE FROM click_days WHERE app_id = ${appId} AND day <= ${day}`,
      sql`INSERT INTO click_days (app_id, day, code, clicks)
        SELECT app_id, ${day}, code, sum(clicks) FROM click_quarters
        WHERE app_id = ${appId} AND code <> '' AND at < ${nextDay.toISOString()}::timestamptz GROUP BY app_id, code`,
      sql`UPDATE apps SET demo_until = NULL WHERE id = ${appId}`,
    ]) {
      await transaction.execute(statement);
    }
    await tellChange(transaction, { kind: 'everything' });
  });
}
