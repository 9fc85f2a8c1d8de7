import { sql } from 'drizzle-orm';
import type { Queries } from '../base/Database.ts';

/** Deletes who clicked on days before `day`, and first the keys of those hashes: with its key, a hash is no secret. */
export async function deleteVisitorsBefore(queries: Queries, day: Date): Promise<void> {
  const first = sql`${day.toISOString().slice(0, 10)}::date`;
  await queries.execute(sql`DELETE FROM visitor_keys WHERE day < ${first}`);
  await queries.execute(sql`DELETE FROM visitors WHERE day < ${first}`);
}
