import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * What inserts rows of a table that are given as `given`: the names of all columns, and their values. `named` are the same
 * values as columns of a query, and `ofRow` those of its row. `values` says which columns get something else than what is
 * given.
 */
export function columnsOf(table: PgTable, values: Readonly<Record<string, string>>) {
  const names = Object.values(getTableColumns(table)).map(({ name }) => name);
  const valueOf = (name: string) => values[name] ?? `given.${name}`;
  return {
    names: names.join(', '),
    values: names.map(valueOf).join(', '),
    named: names.map((name) => `${valueOf(name)} AS ${name}`).join(', '),
    ofRow: (row: string) => names.map((name) => `${row}.${name}`).join(', '),
  };
}
