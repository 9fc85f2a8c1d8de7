import { sql, type SQL } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';

/** An array of strings as one parameter. */
export const texts = (values: readonly string[]) => sql`${makePgArray([...values])}::text[]`;

/**
 * SQL with values for its parameters, which are written like variables of psql: after `\set app shop` the same SQL can
 * be pasted there.
 */
export function bind(text: string, values: Readonly<Record<string, string | number | SQL>>): SQL {
  const parts = text.split(/:'(\w+)'/);
  return sql.join(parts.map((part, place) => (place % 2 === 0 ? sql.raw(part) : sql`${values[part]}`)));
}
