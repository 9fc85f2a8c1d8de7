import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Settings } from '../config/readEnvironment.ts';
import { BackupProblem, readBackup, restoreBackup, type OnProgress, type TableCount } from '../operations/backup.ts';
import { openSession, type Session } from '../server/openSession.ts';
import { rootMessage } from '../values/faults.ts';
import { printTable, UsageError } from './output.ts';
import { required, type Values } from './values.ts';

/** The standard output or input. */
const STREAM = '-';

const PROGRESS_EVERY_MS = 2_000;

/** A backup holds personal data and hashes of keys. */
const OWNER_ONLY = 0o600;

/** On the error stream, because a backup may go to the standard output. */
function createProgress(): OnProgress {
  let saidAt = performance.now();
  return (table, done, rows) => {
    if (performance.now() - saidAt < PROGRESS_EVERY_MS) return;
    saidAt = performance.now();
    console.error(`${table}: ${done} of ${rows} rows`);
  };
}

/** Throws every failure as a UsageError, as the operator can mend files and databases. */
async function explained<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof BackupProblem ? error.message : `${what}: ${rootMessage(error)}`);
  }
}

const onWait = (reason: string) => console.error(`Waiting: ${reason}`);

async function openSource({ url, folder = 'data' }: { url?: string | undefined; folder?: string | undefined }) {
  if (url === undefined && !existsSync(join(folder, 'pglite'))) {
    throw new UsageError(`There is no database in ${folder}. Set DATA_FOLDER to its folder, or DATABASE_URL.`);
  }
  return explained('The database can’t be opened', () => openSession({ url, folder }, { onWait }));
}

async function using<Result>(session: Session, work: (session: Session) => Promise<Result>): Promise<Result> {
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

function printCounts(counts: readonly TableCount[]): void {
  const rows = counts.map((table) => [table.name, String(table.rows)]);
  printTable(['TABLE', 'ROWS'], rows);
}

async function* withLineBreaks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

/** Writes everything in the database to a file, as it is at one moment. */
export async function backUp({ start }: Settings, values: Values): Promise<void> {
  const file = required(values, 'to');
  if (file !== STREAM && existsSync(file)) {
    throw new UsageError(`${file} already exists. Move it away, or choose another name.`);
  }
  await using(await openSource(start.database), async ({ queries }) => {
    // Under another name until it is complete, so nobody mistakes half a backup for one.
    const unfinished = `${file}.part`;
    const target = file === STREAM ? process.stdout : createWriteStream(unfinished, { mode: OWNER_ONLY });
    await explained('The backup failed', async () => {
      try {
        const lines = readBackup(queries, new Date(), createProgress());
        await pipeline(Readable.from(withLineBreaks(lines)), createGzip(), target);
      } catch (error) {
        if (file !== STREAM) await rm(unfinished, { force: true });
        throw error;
      }
      if (file !== STREAM) await rename(unfinished, file);
    });
  });
  if (file !== STREAM)
    console.log(`Everything is in ${file}. It contains personal data: keep it where only you can read it.`);
}

/** The lines of a backup; fails if the file is cut off. */
async function* readLines(file: string): AsyncGenerator<string> {
  const unpacked = createGunzip();
  // If it fails, the loop below does, too, with the same error.
  pipeline(file === STREAM ? process.stdin : createReadStream(file), unpacked).catch(() => {});
  let rest = '';
  for await (const text of unpacked.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

export async function restore({ start }: Settings, values: Values): Promise<void> {
  const file = required(values, 'from');
  if (file !== STREAM && !existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const { url, folder = 'data' } = start.database;
  const session = await explained('The database can’t be opened', () => openSession({ url, folder }, { onWait }));
  const counts = await using(session, ({ queries }) =>
    explained('Nothing was restored', () => restoreBackup(queries, readLines(file), createProgress()))
  );
  printCounts(counts);
  console.log('Restored. Every table has as many rows as the backup.');
}

export async function copy({ start }: Settings, values: Values): Promise<void> {
  const url = required(values, 'to');
  const source = await openSource({ folder: start.database.folder });
  const counts = await using(source, async ({ queries: from }) => {
    const target = await explained('The new database can’t be opened', () => openSession({ url, folder: '' }));
    return using(target, ({ queries: to }) =>
      explained('Nothing was copied', () =>
        restoreBackup(
          to,
          readBackup(from, new Date(), () => {}),
          createProgress()
        )
      )
    );
  });
  printCounts(counts);
  console.log(
    'Copied. Every table has as many rows as before. Set DATABASE_URL to the new address, and start the service.'
  );
}
