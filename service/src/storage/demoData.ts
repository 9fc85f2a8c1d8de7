import { sql } from 'drizzle-orm';
import { tellChange } from './changes.ts';
import type { Queries } from './Database.ts';
import { EXPORTED } from './functions/noteDeletions.ts';
import { uncountRows } from './rollups/countStored.ts';

const isExported = (name: string) => EXPORTED.some((each) => each === name);

/** Tables of what happened, and what tells when. */
const TIMES = {
  buyers: 'at',
  clicks: 'created_at',
  installs: 'matched_at',
  opens: 'opened_at',
  events: 'occurred_at',
  match_attempts: 'attempted_at',
} as const;

/** Numbers clicks and installs that no function has stored, so exports can tell them apart. */
export async function numberDemoRows(queries: Queries, appId: string): Promise<void> {
  for (const [name, at] of [
    ['clicks', 'created_at'],
    ['installs', 'matched_at'],
  ] as const) {
    const [table, time] = [sql.raw(name), sql.raw(at)];
    await queries.execute(sql`
      UPDATE ${table} SET position = numbered.number
      FROM (SELECT id, row_number() OVER (ORDER BY ${time}, id) AS number FROM ${table} WHERE app_id = ${appId}) AS numbered
      WHERE ${table}.app_id = ${appId} AND ${table}.id = numbered.id`);
  }
}

/** Deletes all that seems to have happened in the app before the time, and what users made before it. */
export async function deleteDemoData(queries: Queries, appId: string, until: Date): Promise<void> {
  const time = sql`${until.toISOString()}::timestamptz`;
  await queries.transaction(async (transaction) => {
    for (const [name, at] of Object.entries(TIMES)) {
      const [table, column] = [sql.raw(name), sql.raw(`${name}.${at}`)];
      await uncountRows(transaction, name as keyof typeof TIMES, appId, sql`${column} < ${time}`);
      if (isExported(name)) {
        await transaction.execute(sql`
          INSERT INTO deletions (app_id, kind, arrived, row_arrived, row_position)
          SELECT ${appId}, ${name}, arrival(${appId}), ${table}.arrived, ${table}.position FROM ${table}
          WHERE app_id = ${appId} AND ${column} < ${time} ON CONFLICT DO NOTHING`);
      }
      await transaction.execute(sql`DELETE FROM ${table} WHERE app_id = ${appId} AND ${column} < ${time}`);
    }
    await transaction.execute(
      sql`DELETE FROM links WHERE app_id = ${appId} AND created_by IS NOT NULL AND created_at < ${time}`
    );
    await transaction.execute(sql`UPDATE apps SET demo_until = NULL WHERE id = ${appId}`);
    await tellChange(transaction, { kind: 'everything' });
  });
}
