import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { mock } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from '../../src/storage/Database.ts';
import { openDatabase } from '../../src/server/openDatabase.ts';
import { IN_MEMORY } from '../../src/server/openSession.ts';

const { dependencies } = createRequire(import.meta.url)('../../package.json') as typeof import('../../package.json');
const FILE = fileURLToPath(
  new URL(`../../node_modules/.cache/pglite-${dependencies['@electric-sql/pglite']}.tar`, import.meta.url)
);

async function makeEmpty(): Promise<Buffer> {
  const client = await PGlite.create(IN_MEMORY);
  const files = Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer());
  await client.close();
  // Several test files may do this at once, and none must read half a file.
  const own = `${FILE}.${randomUUID()}`;
  await mkdir(dirname(FILE), { recursive: true });
  await writeFile(own, files);
  await rename(own, FILE);
  return files;
}

/** Creates copies of an empty database in memory, because making one takes five seconds of a core. */
async function createCopier(): Promise<() => Promise<PGlite>> {
  const create = PGlite.create.bind(PGlite);
  const files = await readFile(FILE).catch(makeEmpty);
  return () => create(IN_MEMORY, { loadDataDir: new Blob([new Uint8Array(files)]) });
}

/** An empty database in memory. */
export const copyEmpty = async (): Promise<PGlite> => (await createCopier())();

/** A database in memory, migrated as ever. */
export async function openMemory(): Promise<Database> {
  // Made first: PGlite calls its own `create` while it makes an empty database.
  const copying = mock.method(PGlite, 'create', await createCopier());
  try {
    return await openDatabase({ folder: IN_MEMORY });
  } finally {
    copying.mock.restore();
  }
}
