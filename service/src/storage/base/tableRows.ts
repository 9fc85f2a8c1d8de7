import { sql, type SQL } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { query } from './query.ts';

/** Enough to be worth a round trip; even with the largest possible rows it is only some megabytes. */
const ROWS_AT_ONCE = 500;

export interface Table {
  name: string;
  /** All columns that can be written. */
  columns: string[];
}

const list = (names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `
  );

/**
 * Every table of the service except those that no backup has: which schema the tables have, and which instance runs a
 * job. Tables that refer to others come last; the tables they refer to refer to none.
 */
export async function listTables(session: Queries): Promise<Table[]> {
  return query<Table>(session)`
    SELECT c.relname AS name, (
      SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    ) AS columns
    FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname NOT IN ('service_migrations', 'service_schema', 'jobs')
    ORDER BY EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f'), c.relname`;
}

export async function countRows(session: Queries, { name }: Pick<Table, 'name'>): Promise<number> {
  const [row] = await query<{ rows: string }>(session)`SELECT count(*)::text AS rows FROM ${sql.identifier(name)}`;
  return Number(row?.rows ?? 0);
}

/** Reads a table's rows as JSON strings that PostgreSQL wrote, so no number loses a digit. Needs a transaction. */
export async function* readRows(session: Queries, { name, columns }: Table): AsyncGenerator<string[]> {
  await session.execute(
    sql`DECLARE each_row NO SCROLL CURSOR FOR
      SELECT row_to_json(r)::text AS row FROM (SELECT ${list(columns)} FROM ${sql.identifier(name)}) AS r`
  );
  for (;;) {
    const rows = await query<{ row: string }>(session)`${sql.raw(`FETCH ${ROWS_AT_ONCE} FROM each_row`)}`;
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await session.execute(sql`CLOSE each_row`);
}

/** Adds rows that `readRows` has read. */
export async function writeRows(session: Queries, { name, columns }: Table, rows: readonly string[]): Promise<void> {
  const table = sql.identifier(name);
  await session.execute(
    sql`INSERT INTO ${table} (${list(columns)})
      SELECT ${list(columns)} FROM json_populate_recordset(NULL::${table}, ${`[${rows.join(',')}]`}::json)`
  );
}
