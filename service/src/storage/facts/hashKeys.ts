import { sql } from 'drizzle-orm';
import type { Queries } from '../base/Database.ts';

/** Deletes an app's keys of networks that were in use until `last`. */
export async function deleteNetworkKeysUntil(queries: Queries, appId: string, last: Date): Promise<void> {
  await queries.execute(sql`
    DELETE FROM hash_keys WHERE app_id = ${appId} AND kind = 'network'
      AND starts + 7 <= (${last}::timestamptz AT TIME ZONE 'UTC')::date`);
}

/** Deletes who clicked on days before `day`, and first the keys of those hashes. */
export async function deleteVisitorsBefore(queries: Queries, day: Date): Promise<void> {
  const first = sql`(${day}::timestamptz AT TIME ZONE 'UTC')::date`;
  await queries.execute(sql`DELETE FROM hash_keys WHERE kind = 'visitor' AND starts < ${first}`);
  await queries.execute(sql`DELETE FROM visitors WHERE day < ${first}`);
}
