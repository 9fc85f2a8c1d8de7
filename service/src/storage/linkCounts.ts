import { sql, type SQL } from 'drizzle-orm';
import { countedUntil } from './clickCounts.ts';
import type { Queries } from './Database.ts';
import { countedClicks, instant, textArray, type StatisticsRange } from './linkStatistics.ts';
import { rowsOf } from './rowsOf.ts';

/** What the list of links shows of each link. */
export interface LinkCounts {
  clicks: number;
  installs: number;
  purchases: number;
}

export type Counted = keyof LinkCounts;

export const COUNTED: readonly Counted[] = ['clicks', 'installs', 'purchases'];

/** Rows of code and count, several for each link. Each part reads one index, for the app and the time asked for. */
export function countRows(counted: Counted, range: StatisticsRange, codes: readonly string[] | null): SQL {
  const { appId, from, to } = range;
  const ofLinks = codes ? sql`AND code = ANY(${textArray(codes)})` : sql``;
  const within = (at: SQL, start = instant(from)) =>
    sql`app_id = ${appId} AND ${at} >= ${start} AND ${at} < ${instant(to)} ${ofLinks}`;
  switch (counted) {
    case 'clicks':
      return sql`SELECT code, clicks AS count FROM ${countedClicks(range, codes)} UNION ALL
        SELECT code, 1 FROM clicks WHERE ${within(sql`created_at`, sql`greatest(${instant(from)}, ${countedUntil})`)}`;
    case 'installs':
      return sql`SELECT code, 1 AS count FROM installs WHERE ${within(sql`matched_at`)}`;
    case 'purchases':
      return sql`SELECT code, 1 AS count FROM events
        WHERE ${within(sql`occurred_at`)} AND name = 'purchase' AND code IS NOT NULL`;
  }
}

/** The counts of these links; a link without any is left out. */
export async function readLinkCounts(
  queries: Queries,
  range: StatisticsRange,
  codes: readonly string[]
): Promise<Map<string, LinkCounts>> {
  const counts = new Map<string, LinkCounts>();
  if (codes.length === 0) return counts;
  const parts = COUNTED.map(
    (counted) =>
      sql`SELECT code, ${counted}::text AS counted, sum(count)::float8 AS count
        FROM (${countRows(counted, range, codes)}) AS ${sql.identifier(counted)} GROUP BY code`
  );
  const rows = rowsOf<{ code: string; counted: Counted; count: number }>(
    await queries.execute(sql.join(parts, sql` UNION ALL `))
  );
  for (const { code, counted, count } of rows) {
    counts.set(code, { ...(counts.get(code) ?? { clicks: 0, installs: 0, purchases: 0 }), [counted]: count });
  }
  return counts;
}
