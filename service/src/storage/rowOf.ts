import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** A row by the names of its columns, as PostgreSQL reads it from JSON. */
export function rowOf<Table extends PgTable>(table: Table, values: Partial<Table['$inferSelect']>) {
  return Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([key, { name }]) => [name, Reflect.get(values, key) as unknown])
  );
}
