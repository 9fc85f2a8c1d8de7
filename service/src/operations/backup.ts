import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queries } from '../storage/base/Database.ts';
import { migrate } from '../storage/schema/migrate.ts';
import { SCHEMA, type Schema } from '../storage/schema/schema.ts';
import { copyPartitions, listPartitions } from '../storage/base/partitions.ts';
import { endExportEpochs } from '../storage/facts/exports.ts';
import { countRows, listTables, readRows, writeRows, type Table } from '../storage/base/tableRows.ts';
import { query } from '../storage/base/query.ts';
import { migrationsTable, settingsTable } from '../storage/schema/tables.ts';

const FORMAT = 'deferred-link-backup';
const FORMAT_VERSION = 1;

/** The most rows, and the most characters, that one statement writes. */
const ROWS_AT_ONCE = 500;
const MAX_CHARACTERS_AT_ONCE = 4_000_000;

/** The schema number while a backup is being restored: lower than that of every version. */
const UNFINISHED = 0;

/** The first start and the migrations write into this table; the backup's values replace theirs. */
const SETTINGS = 'settings';

const headerSchema = z.object({
  format: z.literal(FORMAT),
  version: z.number(),
  createdAt: z.string(),
  /** The migrations that had been applied. */
  migrations: z.array(z.string()),
  /** Of tables that are partitioned by time. */
  partitions: z.array(z.string()),
  /** In the order in which their rows follow. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
});

/** A fault that the operator can fix. */
export class BackupProblem extends Error {}

/** Called now and then, with how many rows of a table are done. */
export type OnProgress = (table: string, done: number, rows: number) => void;

export interface TableCount {
  name: string;
  rows: number;
}

/** The migrations that have been applied; empty for a new database. */
async function readApplied(session: Queries): Promise<string[]> {
  const [found] = await query<{ is: boolean }>(session)`SELECT to_regclass('service_migrations') IS NOT NULL AS is`;
  if (!found?.is) return [];
  const applied = await session.select({ name: migrationsTable.name }).from(migrationsTable);
  return applied.map(({ name }) => name);
}

/**
 * Everything in the database as lines: a header, then each row of each table as JSON. All of it is from one moment,
 * even while others write. `session` must be one connection that nobody else uses.
 */
export async function* readBackup(session: Queries, now: Date, onProgress: OnProgress): AsyncGenerator<string> {
  await session.execute(sql`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`);
  try {
    const applied = await readApplied(session);
    if (applied.length === 0) throw new BackupProblem('This database has no data from the service.');
    const tables = [];
    for (const table of await listTables(session)) tables.push({ ...table, rows: await countRows(session, table) });
    yield JSON.stringify({
      format: FORMAT,
      version: FORMAT_VERSION,
      createdAt: now.toISOString(),
      migrations: applied,
      partitions: await listPartitions(session),
      tables: tables.map(({ name, columns, rows }) => ({ name, columns, rows })),
    });
    for (const table of tables) {
      let done = 0;
      for await (const rows of readRows(session, table)) {
        yield* rows;
        done += rows.length;
        onProgress(table.name, done, table.rows);
      }
    }
  } finally {
    await session.execute(sql`ROLLBACK`);
  }
}

function readHeader(line: string | undefined): z.infer<typeof headerSchema> {
  try {
    const header = headerSchema.parse(JSON.parse(line ?? ''));
    if (header.version <= FORMAT_VERSION) return header;
  } catch {
    throw new BackupProblem('This is not a backup of the service.');
  }
  throw new BackupProblem('A newer version of the service made this backup. Restore it with that version.');
}

/** Creates the tables as they were at the time of the backup, or fails if they have rows. */
async function prepareTables(session: Queries, header: z.infer<typeof headerSchema>, schema: Schema): Promise<Table[]> {
  const had = new Set(header.migrations);
  const applied = await readApplied(session);
  if (applied.some((name) => !had.has(name))) {
    throw new BackupProblem(
      'The database comes from a newer version of the service than the backup. Nothing was changed; use a new database.'
    );
  }
  if (applied.length < had.size) {
    await migrate(session, {
      number: UNFINISHED,
      migrations: schema.migrations.filter(({ name }) => had.has(name)),
      // Functions may need tables that are newer than the backup.
      functions: [],
    });
  }
  await copyPartitions(session, header.partitions);
  const tables = await listTables(session);
  for (const table of tables) {
    if (table.name === SETTINGS || (await countRows(session, table)) === 0) continue;
    throw new BackupProblem('The database is not empty. Nothing was changed; use a new database.');
  }
  return header.tables.map(({ name, columns }) => {
    const table = tables.find((each) => each.name === name);
    const missing = table ? columns.find((column) => !table.columns.includes(column)) : '';
    if (table && missing === undefined) return { ...table, columns };
    throw new BackupProblem(
      `The backup has ${missing ? `a column “${missing}” in ` : 'a table '}“${name}” that this version of the service doesn’t know. Restore it with the version that made it, or a newer one.`
    );
  });
}

/** Groups the lines into statements. Throws if there are fewer lines than rows. */
async function* inGroups(lines: AsyncIterator<string>, rows: number): AsyncGenerator<string[]> {
  let group: string[] = [];
  let characters = 0;
  for (let taken = 0; taken < rows; taken += 1) {
    const line = await lines.next();
    if (line.done || line.value === '') {
      throw new BackupProblem('The backup is incomplete: it was cut off. Nothing was restored.');
    }
    group.push(line.value);
    characters += line.value.length;
    if (group.length < ROWS_AT_ONCE && characters < MAX_CHARACTERS_AT_ONCE) continue;
    yield group;
    group = [];
    characters = 0;
  }
  if (group.length > 0) yield group;
}

/**
 * Writes the lines of `readBackup` into an empty database, all or nothing, if the counts of rows match the header. Then
 * brings the tables up to date. Returns the rows of each table.
 */
export async function restoreBackup(
  session: Queries,
  lines: AsyncIterable<string>,
  onProgress: OnProgress,
  schema: Schema = SCHEMA
): Promise<TableCount[]> {
  const iterator = lines[Symbol.asyncIterator]();
  try {
    const first = await iterator.next();
    const header = readHeader(first.done ? undefined : first.value);
    const tables = await prepareTables(session, header, schema);
    const counts = await session.transaction(async (transaction) => {
      if (tables.some(({ name }) => name === SETTINGS)) await transaction.delete(settingsTable);
      for (const [i, table] of tables.entries()) {
        const rows = header.tables[i]?.rows ?? 0;
        let done = 0;
        for await (const group of inGroups(iterator, rows)) {
          await writeRows(transaction, table, group);
          done += group.length;
          onProgress(table.name, done, rows);
        }
      }
      const found: TableCount[] = [];
      for (const [i, { name }] of tables.entries()) {
        const rows = await countRows(transaction, { name });
        const wanted = header.tables[i]?.rows;
        if (rows !== wanted) {
          throw new BackupProblem(`${name} has ${rows} rows instead of ${wanted}. Nothing was restored.`);
        }
        found.push({ name, rows });
      }
      if (tables.some(({ name }) => name === 'arrivals')) await endExportEpochs(transaction);
      return found;
    });
    await migrate(session, schema);
    await session.execute(sql`ANALYZE`);
    return counts;
  } finally {
    await iterator.return?.();
  }
}
