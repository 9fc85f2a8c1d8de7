import { sql } from 'drizzle-orm';
import type { Queries } from '../base/Database.ts';

/** Deletes an app's keys of networks whose week had ended by `last`. */
export async function deleteNetworkKeysUntil(queries: Queries, appId: string, last: Date): Promise<void> {
  await queries.execute(sql`
    DELETE FROM hash_keys WHERE app_id = ${appId} AND kind = 'network'
      AND starts + 7 <= (${last}::timestamptz AT TIME ZONE 'UTC')::date`);
}

/** Deletes the hashes of visitors of days before `day`, after the keys of these hashes. */
export async function deleteVisitorsBefore(queries: Queries, day: Date): Promise<void> {
  const first = sql`(${day}::timestamptz AT TIME ZONE 'UTC')::date`;
  await queries.execute(sql`DELETE FROM hash_keys WHERE kind = 'visitor' AND starts < ${first}`);
  await queries.execute(sql`DELETE FROM visitors WHERE day < ${first}`);
}
