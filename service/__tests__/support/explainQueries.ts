import type { Query } from 'drizzle-orm';
import type { Database, Queries } from '../../src/storage/base/Database.ts';
import { rowsOf } from '../../src/storage/base/query.ts';

/** All of drizzle's queries go through its session: those by `execute`, and those that it builds. */
interface Session {
  prepareQuery: (query: Query, ...rest: unknown[]) => { execute: () => Promise<unknown> };
}

const sessionOf = (queries: Queries) => (queries as unknown as { session: Session }).session;

/** Tables that grow with links, visitors or apps, and their partitions. Quarter hours are read one app at a time. */
const LARGE =
  /Seq Scan on (?:links|clicks|rollups|cohorts|installs|opens|events|match_attempts|keys|sessions)(?:_default|_\d{4}_\d\d|_day|_month)?\b.*?cost=[\d.]+\.\.([\d.]+).*/g;

/** By PostgreSQL's measure: to read a table of few pages, as 1,000 links have. An index is no help to find them all. */
const COST_OF_FEW_PAGES = 60;

/** Does the work and gives the plans of the reading queries that it made meanwhile, each with its text. */
export async function explainQueries({ queries }: Database, work: () => Promise<unknown>): Promise<string[]> {
  const session = sessionOf(queries);
  const asked: Query[] = [];
  const { prepareQuery } = session;
  session.prepareQuery = (query, ...rest) => {
    asked.push(query);
    return prepareQuery.call(session, query, ...rest);
  };
  try {
    await work();
  } finally {
    session.prepareQuery = prepareQuery;
  }
  const plans: string[] = [];
  for (const query of asked.filter(({ sql }) => /^\s*(select|with)\b/i.test(sql))) {
    const explain = { ...query, sql: `EXPLAIN ${query.sql}` };
    const rows = rowsOf<Record<string, string>>(
      await prepareQuery.call(session, explain, undefined, undefined, false).execute()
    );
    plans.push(`${query.sql.trim()}\n\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`);
  }
  return plans;
}

/** The part of a plan that reads a whole table, unless the table is tiny; null if there is none. */
export function findLargeScan(plan: string): string | null {
  const scan = [...plan.matchAll(LARGE)].find(([, cost]) => Number(cost) > COST_OF_FEW_PAGES);
  return scan?.[0] ?? null;
}
