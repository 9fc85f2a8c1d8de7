import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * What inserts rows of a table that are given as `given`: the names of all columns, and their values. `values` says which
 * columns get something else than what is given.
 */
export function columnsOf(table: PgTable, values: Readonly<Record<string, string>>): { names: string; values: string } {
  const names = Object.values(getTableColumns(table)).map(({ name }) => name);
  return { names: names.join(', '), values: names.map((name) => values[name] ?? `given.${name}`).join(', ') };
}
