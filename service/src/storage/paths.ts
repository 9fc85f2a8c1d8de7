import { sql } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { rowsOf } from './rowsOf.ts';

/** What happened on a link, and when. */
interface Visit {
  appId: string;
  /** The link's code, or its path. */
  code: string;
}

/**
 * The same with the codes under which they are counted: paths beyond the first thousand of a day share one. A call that
 * is repeated gives the same codes, because the paths of a day are kept.
 */
export async function groupPaths<Row extends Visit>(
  queries: Queries,
  rows: readonly Row[],
  timeOf: (row: Row) => Date
): Promise<Row[]> {
  const given = rows.flatMap((row, place) =>
    row.code.startsWith('/')
      ? [{ place, app_id: row.appId, day: timeOf(row).toISOString().slice(0, 10), path: row.code }]
      : []
  );
  if (given.length === 0) return [...rows];
  const result = await queries.execute(sql`SELECT * FROM group_paths(${JSON.stringify(given)}::json)`);
  const names = new Map(rowsOf<{ place: number; name: string }>(result).map(({ place, name }) => [place, name]));
  return rows.map((row, place) => ({ ...row, code: names.get(place) ?? row.code }));
}

/** Deletes which paths were counted one by one on days before `day`: their counts no longer change. */
export async function deletePathsBefore(queries: Queries, day: Date): Promise<void> {
  await queries.execute(sql`DELETE FROM path_days WHERE day < ${day.toISOString().slice(0, 10)}::date`);
}
