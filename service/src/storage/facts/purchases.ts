import { sql } from 'drizzle-orm';
import type { Queries } from '../base/Database.ts';
import type { EventOwner } from './events.ts';

/**
 * Purchases that a server reported are kept with their link, for renewals that come after the event was deleted. This
 * is for a deletion request: renewals of these purchases get no link from then on.
 */
export async function deletePurchasesOf(queries: Queries, appId: string, owner: EventOwner): Promise<void> {
  const isOwned = 'userId' in owner ? sql`user_id = ${owner.userId}` : sql`install_id = ${owner.installId}`;
  await queries.execute(sql`DELETE FROM purchases WHERE app_id = ${appId} AND ${isOwned}`);
}
