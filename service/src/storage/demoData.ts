import { sql } from 'drizzle-orm';
import { tellChange } from './changes.ts';
import type { Queries } from './Database.ts';
import { uncountRows } from './rollups/countStored.ts';

/** Tables of what happened, and what tells when. */
const TIMES = {
  buyers: 'at',
  clicks: 'created_at',
  installs: 'matched_at',
  opens: 'opened_at',
  events: 'occurred_at',
  match_attempts: 'attempted_at',
} as const;

/** Deletes all that seems to have happened in the app before the time, and what users made before it. */
export async function deleteDemoData(queries: Queries, appId: string, until: Date): Promise<void> {
  const time = sql`${until.toISOString()}::timestamptz`;
  await queries.transaction(async (transaction) => {
    for (const [name, at] of Object.entries(TIMES)) {
      const [table, column] = [sql.raw(name), sql.raw(`${name}.${at}`)];
      await uncountRows(transaction, name as keyof typeof TIMES, appId, sql`${column} < ${time}`);
      await transaction.execute(sql`DELETE FROM ${table} WHERE app_id = ${appId} AND ${column} < ${time}`);
    }
    await transaction.execute(
      sql`DELETE FROM links WHERE app_id = ${appId} AND created_by IS NOT NULL AND created_at < ${time}`
    );
    await transaction.execute(sql`UPDATE apps SET demo_until = NULL WHERE id = ${appId}`);
    await tellChange(transaction, { kind: 'everything' });
  });
}
