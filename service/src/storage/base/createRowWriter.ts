import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Turns a table's rows into objects by column name, as PostgreSQL reads them from JSON. Missing values become null. */
export function createRowWriter<Table extends PgTable>(table: Table) {
  const columns = Object.entries(getTableColumns(table)).map(([key, { name }]) => ({ key, name }));
  return (values: Partial<Table['$inferSelect']>): Record<string, unknown> => {
    const row: Record<string, unknown> = {};
    for (const { key, name } of columns) row[name] = Reflect.get(values, key);
    return row;
  };
}
