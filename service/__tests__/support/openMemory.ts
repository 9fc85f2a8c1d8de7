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

async function makeEmpty(create: typeof PGlite.create): Promise<Buffer> {
  const client = await create(IN_MEMORY);
  const files = Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer());
  await client.close();
  // Several test files may do this at once, and none must read half a file.
  const own = `${FILE}.${randomUUID()}`;
  await mkdir(dirname(FILE), { recursive: true });
  await writeFile(own, files);
  await rename(own, FILE);
  return files;
}

/** An empty database in memory. It begins as a copy, because making one takes five seconds of a core. */
export async function copyEmpty(create = PGlite.create.bind(PGlite)): Promise<PGlite> {
  const files = await readFile(FILE).catch(() => makeEmpty(create));
  return create(IN_MEMORY, { loadDataDir: new Blob([new Uint8Array(files)]) });
}

/** A database in memory, migrated as ever. */
export async function openMemory(): Promise<Database> {
  const create = PGlite.create.bind(PGlite);
  const copying = mock.method(PGlite, 'create', () => copyEmpty(create));
  try {
    return await openDatabase({ folder: IN_MEMORY });
  } finally {
    copying.mock.restore();
  }
}
