import { sql, type SQL } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';

/** An array of texts as a parameter. */
export const texts = (values: readonly string[]) => sql`${makePgArray([...values])}::text[]`;

/**
 * A text of SQL with values for its parameters, which are written as psql writes its variables: after `\set app shop`
 * the text can be pasted there.
 */
export function bind(text: string, values: Readonly<Record<string, string | number | SQL>>): SQL {
  const parts = text.split(/:'(\w+)'/);
  return sql.join(parts.map((part, place) => (place % 2 === 0 ? sql.raw(part) : sql`${values[part]}`)));
}
