import { existsSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle as drizzleNodePostgres } from 'drizzle-orm/node-postgres';
import type { ClientConfig } from 'pg';
import type { Queries } from '../storage/base/Database.ts';
import { readDatabaseServers } from '../values/databaseServers.ts';
import { createPrimaryClient } from './createPrimaryClient.ts';
import { lockFolder } from './lockFolder.ts';
import { openPglite, type PgliteSession } from './openPglite.ts';

/** A folder of this name is PGlite's way to keep everything in memory. */
export const IN_MEMORY = 'memory://';

/** PGlite lets everybody read and write its files, so only the service's own user may enter their folder. */
const OWNER_ONLY = 0o700;

/** Bounds the wait for a database that is down. */
export const CONNECT_TIMEOUT_MS = 5_000;

/** A query that waits for a lock holds a connection that others need. */
export const LOCK_TIMEOUT_MS = 2_000;

const POOLER =
  'The address leads to a pooler such as PgBouncer, which does not keep session settings: timeouts and locks would not work. Use the address of PostgreSQL itself; POOL_SIZE limits the connections.';

/** One connection for work that takes long. */
export interface Session {
  queries: Queries;
  close: () => Promise<void>;
}

/** Fails for anything but a connection string. */
export function clientsOf(url: string): ReturnType<typeof createPrimaryClient> {
  const servers = readDatabaseServers(url);
  if (!servers) throw new Error('It is not a connection string such as postgres://user:password@host/name.');
  return createPrimaryClient(servers);
}

/** Connects to PostgreSQL; fails if a pooler is in between. */
export async function openPostgresSession(
  Client: ReturnType<typeof createPrimaryClient>,
  config: Pick<ClientConfig, 'statement_timeout' | 'query_timeout' | 'options'> = {}
): Promise<Session> {
  const client = new Client({
    ...config,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    keepAlive: true,
  });
  await client.connect().catch((error: unknown) => {
    // PgBouncer's message about a setting that belongs to a session.
    throw String(error).includes('unsupported startup parameter') ? new Error(POOLER) : error;
  });
  try {
    const { rows } = await client.query<{ waits: string }>(
      "SELECT setting AS waits FROM pg_settings WHERE name = 'lock_timeout'"
    );
    // A pooler may also be configured to ignore such settings.
    if (rows[0]?.waits !== String(LOCK_TIMEOUT_MS)) throw new Error(POOLER);
    await client.query('SET lock_timeout = 0');
    return { queries: drizzleNodePostgres(client), close: () => client.end() };
  } catch (error) {
    await client.end();
    throw error;
  }
}

export interface FolderOptions {
  /** Written into the folder, so commands can go through the service that has it open. */
  announce?: { url: string; token: string } | undefined;
  /** Called if another process has taken the folder. */
  onLost?: (() => void) | undefined;
  /** Called before a wait of some seconds, with the reason. */
  onWait?: ((reason: string) => void) | undefined;
}

/** Opens PGlite in a folder, which no other process can open until it is closed. */
export async function openFolder(folder: string, { announce, onLost, onWait }: FolderOptions): Promise<PgliteSession> {
  const open = async (files: string, release: () => Promise<void>) => {
    const session = await openPglite({ dataDir: files });
    const close = async () => {
      try {
        await session.close();
      } finally {
        await release();
      }
    };
    return { ...session, close };
  };
  if (folder === IN_MEMORY) return open(IN_MEMORY, () => Promise.resolve());

  await mkdir(folder, { recursive: true });
  const lock = await lockFolder(join(folder, 'lock'), { ...announce, onLost: onLost ?? (() => {}), onWait });
  if (lock.kind === 'busy') {
    const { pid, url } = lock.owner;
    throw new Error(
      `${folder} is in use by process ${pid}${url ? ` at ${url}` : ''}. Stop that process, or set DATABASE_URL: several instances can share a PostgreSQL.`
    );
  }
  try {
    const files = join(folder, 'pglite');
    if (!existsSync(files)) onWait?.(`a new database is being set up in ${folder}`);
    await mkdir(files, { recursive: true });
    // Some volumes have no modes, and then nothing can be done.
    await chmod(files, OWNER_ONLY).catch(() => {});
    return await open(files, lock.release);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Opens the database that the settings name, as it is: no table is created or changed. */
export async function openSession(
  { url, folder }: { url?: string | undefined; folder: string },
  options: FolderOptions = {}
): Promise<Session> {
  return url === undefined ? openFolder(folder, options) : openPostgresSession(clientsOf(url));
}
