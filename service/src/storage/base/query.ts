import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './Database.ts';

/** The rows that a driver answered with. */
export function rowsOf<Row>(result: unknown): Row[] {
  const rows = typeof result === 'object' && result !== null && 'rows' in result ? result.rows : [];
  return Array.isArray(rows) ? (rows as Row[]) : [];
}

/** Returns the rows of a handwritten statement: `query<Row>(queries)` is a template tag, like `sql`. */
export const query =
  <Row>(queries: Queries) =>
  async (...text: Parameters<typeof sql>): Promise<Row[]> =>
    rowsOf(await queries.execute(sql(...text)));

/** Returns rows of a table. The text is what follows WHERE: conditions, and maybe order, limit and lock. */
export const rowsWhere =
  <Table extends PgTable>(queries: Queries, table: Table) =>
  (...text: Parameters<typeof sql>): Promise<Table['$inferSelect'][]> =>
    queries
      .select()
      .from<PgTable>(table)
      .where(sql(...text));
