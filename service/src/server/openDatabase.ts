import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzleNodePostgres } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { Pool } from 'pg';
import { seedDemoShop } from '../operations/seedDemoShop.ts';
import type { Database, Queries } from '../storage/Database.ts';
import { migrate } from '../storage/migrate.ts';
import { lockFolder } from './lockFolder.ts';

const DEFAULT_FOLDER = 'data';

/** A folder of this name is PGlite's way to keep everything in memory. */
export const IN_MEMORY = 'memory://';

// A database that is down should say so at start, not hang it.
const CONNECT_TIMEOUT_MS = 5_000;

export type OpenDatabaseOptions = {
  /** A PostgreSQL connection string. Without it the embedded PGlite is used. */
  url?: string | undefined;
  /**
   * Where PGlite keeps its files, or `memory://`.
   * @default ./data
   */
  folder?: string | undefined;
  /**
   * Whether a new database starts with the demo shop, whose keys everybody knows.
   * @default true
   */
  demo?: boolean | undefined;
};

/** Opens the database and brings its tables up to date; fails with a one-line reason. */
export async function openDatabase({
  url,
  folder = DEFAULT_FOLDER,
  demo = true,
}: OpenDatabaseOptions = {}): Promise<Database> {
  const database = url ? openPostgres(url) : await openPglite(folder);
  const onFirstStart = async (queries: Queries) => {
    if (demo) await seedDemoShop(queries, new Date());
  };
  try {
    await migrate(database.queries, { onFirstStart });
  } catch (error) {
    await database.close();
    throw new Error(`The database can't be prepared: ${rootMessage(error)}`, { cause: error });
  }
  return database;
}

function openPostgres(url: string): Database {
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // An idle connection that the server drops is replaced at the next query; without a listener
  // the pool's error event would end the process.
  pool.on('error', () => {});
  return { queries: drizzleNodePostgres(pool), close: () => pool.end() };
}

async function openPglite(folder: string): Promise<Database> {
  if (folder === IN_MEMORY) {
    const client = await PGlite.create(IN_MEMORY);
    return { queries: drizzlePglite(client), close: () => client.close() };
  }

  await mkdir(folder, { recursive: true });
  const lock = await lockFolder(join(folder, 'lock'));
  if (lock.kind === 'busy') {
    throw new Error(
      `${folder} is in use by process ${lock.pid}. Stop it, or use a PostgreSQL by DATABASE_URL: several instances can share that.`
    );
  }
  try {
    const client = await PGlite.create(join(folder, 'pglite'));
    const close = () => client.close().finally(lock.release);
    return { queries: drizzlePglite(client), close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function rootMessage(error: unknown): string {
  // drizzle wraps the driver's error in one that only repeats the query.
  const root = error instanceof Error && error.cause ? error.cause : error;
  if (root instanceof AggregateError) return root.errors.map(String).join('; ');
  return root instanceof Error ? root.message : String(root);
}
