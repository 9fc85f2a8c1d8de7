import { sql } from 'drizzle-orm';
import type { Queries } from '../base/Database.ts';

/** Forgets buyers whose first purchase was until `last`, once none of theirs is stored. The next counts as first. */
export async function deleteFormerBuyers(queries: Queries, appId: string, last: Date): Promise<void> {
  await queries.execute(sql`
    DELETE FROM buyers WHERE app_id = ${appId} AND at <= ${last} AND NOT EXISTS (
      SELECT FROM events
      WHERE events.app_id = ${appId} AND events.install_id = buyers.install_id AND events.name = 'purchase'
    )`);
}
