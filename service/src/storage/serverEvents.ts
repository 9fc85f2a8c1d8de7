import { sql } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import type { NewEvent } from './events.ts';
import { rowsOf } from './rowsOf.ts';

/** An event that an app's server sent. It names an install, a user, or both. */
export interface ServerEvent extends NewEvent {
  installId: string | null;
  renewalOf: string | null;
}

/** Stores the events, each with its link, and gives the number of new ones; ids that the app has sent before are dropped. */
export async function storeServerEvents(
  queries: Queries,
  appId: string,
  events: readonly ServerEvent[],
  receivedAt: Date
): Promise<number> {
  const rows = events.map((event) => ({
    id: event.id,
    install_id: event.installId,
    user_id: event.userId,
    name: event.name,
    data: event.data,
    logged_at: event.loggedAt,
    occurred_at: event.occurredAt,
    amount: event.amount,
    currency: event.currency,
    renewal_of: event.renewalOf,
  }));
  const result = await queries.execute(sql`
    SELECT add_server_events(${appId}, ${receivedAt.toISOString()}::timestamptz, ${JSON.stringify(rows)}::json) AS added`);
  return rowsOf<{ added: number }>(result)[0]?.added ?? 0;
}
