import { sql } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { rowsOf } from './rowsOf.ts';

/** What the database's clock says, in milliseconds since 1970. */
export async function readDatabaseTime(queries: Queries): Promise<number> {
  const answer = await queries.execute(sql`SELECT (extract(epoch FROM now()) * 1000)::float8 AS now`);
  return rowsOf<{ now: number }>(answer)[0]?.now ?? 0;
}
