import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './Database.ts';

/** The rows that a driver answered with. */
export function rowsOf<Row>(result: unknown): Row[] {
  const rows = typeof result === 'object' && result !== null && 'rows' in result ? result.rows : [];
  return Array.isArray(rows) ? (rows as Row[]) : [];
}

/** The rows that a handwritten statement gives: `query<Row>(queries)` is a tag, as `sql` is. */
export const query =
  <Row>(queries: Queries) =>
  async (...text: Parameters<typeof sql>): Promise<Row[]> =>
    rowsOf(await queries.execute(sql(...text)));

/** Rows of a table, by what comes after WHERE: conditions, and then order, limit and lock, if there are any. */
export const rowsWhere =
  <Table extends PgTable>(queries: Queries, table: Table) =>
  (...text: Parameters<typeof sql>): Promise<Table['$inferSelect'][]> =>
    queries
      .select()
      .from<PgTable>(table)
      .where(sql(...text));
