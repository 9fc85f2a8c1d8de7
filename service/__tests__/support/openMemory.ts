import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { mock } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database } from '../../src/storage/base/Database.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { IN_MEMORY } from '../../src/server/openSession.ts';
import { migrate } from '../../src/storage/schema/migrate.ts';
import { SCHEMA } from '../../src/storage/schema/schema.ts';
import { createLender } from './createLender.ts';

const { dependencies } = createRequire(import.meta.url)('../../package.json') as typeof import('../../package.json');
/** A database has partitions for the month in which it was made. */
const month = new Date().toISOString().slice(0, 7);
const schema = createHash('sha256').update(JSON.stringify(SCHEMA)).digest('hex').slice(0, 12);
const EMPTY = `pglite-${dependencies['@electric-sql/pglite']}`;
const MIGRATED = `${EMPTY}-${schema}-${month}`;

/** PGlite calls it itself while it makes an empty database, and openMemory replaces it for a moment. */
const create = PGlite.create.bind(PGlite);
const createCopy = (files: Buffer) => create(IN_MEMORY, { loadDataDir: new Blob([new Uint8Array(files)]) });

const pathOf = (name: string) => fileURLToPath(new URL(`../../node_modules/.cache/${name}.tar`, import.meta.url));

async function store(name: string, client: PGlite): Promise<Buffer> {
  // Without this each copy would replay the log, and have two databases more, which nobody uses.
  await client.exec('UPDATE pg_database SET datistemplate = false');
  for (const unused of ['template0', 'template1']) await client.exec(`DROP DATABASE IF EXISTS ${unused}`);
  await client.exec('CHECKPOINT');
  const files = Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer());
  await client.close();
  // Several processes may do this at once, and none must read half a file.
  const path = pathOf(name);
  const own = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(own, files);
  await rename(own, path);
  return files;
}

/** The files of a database without tables, kept because making it takes five seconds of a core. */
const readEmpty = () => readFile(pathOf(EMPTY)).catch(async () => store(EMPTY, await create(IN_MEMORY)));

async function makeMigrated(): Promise<Buffer> {
  const client = await createCopy(await readEmpty());
  await migrate(drizzle(client));
  return store(MIGRATED, client);
}

/** The files of a database with all tables, kept because making them takes two seconds of a core. */
export const readMigrated = () => readFile(pathOf(MIGRATED)).catch(makeMigrated);

/** A database in memory, without tables. */
export const copyEmpty = async (): Promise<PGlite> => createCopy(await readEmpty());

const { borrow, expect } = createLender(async () => createCopy(await readMigrated()));

/** Announces a suite that opens databases in memory; returns what to call before it closes the last one. */
export { expect as expectMemory };

/** Opens a service or a database whose PGlite is then in memory, with all tables, whatever its folder is. */
export async function openInMemory<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  const client = await borrow();
  const copying = mock.method(PGlite, 'create', () => client);
  try {
    return await open();
  } finally {
    copying.mock.restore();
  }
}

/** A database in memory, opened as ever, with all tables. */
export const openMemory = (): Promise<Database> => openInMemory(() => openDatabase({ folder: IN_MEMORY }));

async function unpack(name: string, folder: string): Promise<void> {
  const files = join(folder, 'pglite');
  await mkdir(files, { recursive: true });
  await promisify(execFile)('tar', ['-xf', pathOf(name), '-C', files]);
}

/** Makes the folder of a service that has run before, without any app. */
export async function fillFolder(folder: string): Promise<void> {
  await readMigrated();
  await unpack(MIGRATED, folder);
}

/** Makes a folder with a database that has no tables yet. */
export async function fillEmptyFolder(folder: string): Promise<void> {
  await readEmpty();
  await unpack(EMPTY, folder);
}
