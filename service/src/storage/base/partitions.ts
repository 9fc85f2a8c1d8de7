import { sql } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { LOCKS } from './locks.ts';
import { texts } from './bind.ts';
import { query } from './query.ts';

/** Adding or dropping a partition keeps readers and writers out, so it waits for its lock only this long. */
const LOCK_TIMEOUT = '5s';

/** The partitioned tables, by which column, and how many months a partition has. */
const PARTITIONED = {
  clicks: { by: 'created_at', months: 1 },
  events: { by: 'received_at', months: 1 },
  event_ids: { by: 'quarter', months: 3 },
  match_attempts: { by: 'attempted_at', months: 1 },
  opens: { by: 'opened_at', months: 1 },
} as const;

export type PartitionedTable = keyof typeof PARTITIONED;

interface Span {
  /** With the first month, such as `clicks_2026_01`. */
  name: string;
  start: Date;
  end: Date;
}

const TABLES = Object.keys(PARTITIONED) as PartitionedTable[];

/** Months are counted from the year 0 on. */
const startOfMonth = (month: number) => new Date(Date.UTC(Math.floor(month / 12), month % 12));

/** The span of the table's partition that holds a time, or the span `later` partitions after that. */
function spanOf(table: PartitionedTable, time: Date, later = 0): Span {
  const { months } = PARTITIONED[table];
  const first = Math.floor((time.getUTCFullYear() * 12 + time.getUTCMonth()) / months) * months + later * months;
  const [start, end] = [startOfMonth(first), startOfMonth(first + months)];
  return { name: `${table}_${start.toISOString().slice(0, 7).replace('-', '_')}`, start, end };
}

/** All partitions that have a span, so not the default ones. */
export async function listPartitions(queries: Queries): Promise<string[]> {
  const found = await query<{ name: string }>(queries)`
    SELECT child.relname AS name FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid
    WHERE inhparent IN (SELECT to_regclass(parent) FROM unnest(${texts(TABLES)}) AS parent)
      AND child.relname ~ '_\\d{4}_\\d{2}$'`;
  return found.map(({ name }) => name);
}

/** Adds a partition, unless the default one has rows of its span already; then later rows of the span go there, too. */
async function addPartition(queries: Queries, table: PartitionedTable, { name, start, end }: Span): Promise<void> {
  const by = sql.raw(PARTITIONED[table].by);
  const [from, to] = [`'${start.toISOString()}'`, `'${end.toISOString()}'`];
  await queries.transaction(async (transaction) => {
    await transaction.execute(sql.raw(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`));
    await transaction.execute(sql.raw(`SELECT pg_advisory_xact_lock(${LOCKS.partitions})`));
    await transaction.execute(sql.raw(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`));
    const strays = await query(transaction)`
      SELECT 1 FROM ${sql.raw(`${table}_default`)}
      WHERE ${by} >= ${sql.raw(from)} AND ${by} < ${sql.raw(to)} LIMIT 1`;
    if (strays.length > 0) return;
    await transaction.execute(
      sql.raw(`CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${table} FOR VALUES FROM (${from}) TO (${to})`)
    );
  });
}

/** Adds, for each table, the partition that holds `now` and the next one, if they are missing. */
export async function addPartitions(queries: Queries, now: Date): Promise<void> {
  const known = await listPartitions(queries);
  for (const table of TABLES) {
    for (const span of [spanOf(table, now), spanOf(table, now, 1)]) {
      if (!known.includes(span.name)) await addPartition(queries, table, span);
    }
  }
}

const isOf = (table: PartitionedTable, name: string) => name.slice(0, -'_2026_01'.length) === table;

const spanOfName = (table: PartitionedTable, name: string) =>
  spanOf(table, new Date(`${name.slice(-7).replace('_', '-')}-01T00:00:00Z`));

/** Adds the partitions that another database has. */
export async function copyPartitions(queries: Queries, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const table = TABLES.find((each) => isOf(each, name));
    if (table) await addPartition(queries, table, spanOfName(table, name));
  }
}

/** Drops the partitions that have nothing after `last`. */
export async function dropPartitionsUntil(queries: Queries, table: PartitionedTable, last: Date): Promise<void> {
  for (const name of await listPartitions(queries)) {
    if (!isOf(table, name) || spanOfName(table, name).end > last) continue;
    await queries.transaction(async (transaction) => {
      await transaction.execute(sql.raw(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`));
      await transaction.execute(sql.raw(`DROP TABLE IF EXISTS ${name}`));
    });
  }
}
