import type { Queries } from './Database.ts';
import { query } from './query.ts';

/** Returns milliseconds since 1970 by the database's clock. */
export async function readDatabaseTime(queries: Queries): Promise<number> {
  const [row] = await query<{ now: number }>(queries)`SELECT (extract(epoch FROM now()) * 1000)::float8 AS now`;
  return row?.now ?? 0;
}
