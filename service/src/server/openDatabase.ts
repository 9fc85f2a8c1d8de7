import { drizzle as drizzleNodePostgres } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import type { Database } from '../storage/base/Database.ts';
import { CHANGES_CHANNEL, readChange } from '../storage/base/notices.ts';
import { migrate } from '../storage/schema/migrate.ts';
import { rootMessage } from '../values/faults.ts';
import { createListeners } from './createListeners.ts';
import { listenForNotices, type NoticeListener } from './listenForNotices.ts';
import { databaseOf } from './openPglite.ts';
import {
  clientsOf,
  CONNECT_TIMEOUT_MS,
  LOCK_TIMEOUT_MS,
  openFolder,
  openPostgresSession,
  type FolderOptions,
} from './openSession.ts';

const DEFAULT_FOLDER = 'data';

const DEFAULT_POOL_SIZE = 10;

/** Every query of a request takes milliseconds; a query that takes this long is ended. */
const STATEMENT_TIMEOUT_MS = 10_000;

/** For a server that no longer answers at all; a live one ends the query itself, after STATEMENT_TIMEOUT_MS. */
const SILENCE_TIMEOUT_MS = 15_000;

/** The same for the work of jobs, such as folding a backlog. */
const JOB_STATEMENT_TIMEOUT_MS = 60_000;
const JOB_SILENCE_TIMEOUT_MS = 75_000;

/**
 * A report leaves cores to landing pages: it has no parallel workers, and its statements aren't compiled. With this
 * memory, it groups a thousand links instead of sorting all their rows on disk.
 */
const FOR_REPORTS = '-c max_parallel_workers_per_gather=0 -c jit=off -c work_mem=16MB -c hash_mem_multiplier=8';

export interface OpenDatabaseOptions extends FolderOptions {
  /** A PostgreSQL connection string, of one server or several. Without it the embedded PGlite is used. */
  url?: string | undefined;
  /**
   * Where PGlite keeps its files, or `memory://`.
   * @default ./data
   */
  folder?: string | undefined;
  /**
   * The number of connections to PostgreSQL.
   * @default 10
   */
  poolSize?: number | undefined;
}

async function openPostgres(url: string, poolSize: number): Promise<Database> {
  const PrimaryClient = clientsOf(url);
  // The pool's connections have time-outs, and building an index on a large table would exceed them.
  const session = await openPostgresSession(PrimaryClient);
  try {
    await migrate(session.queries);
  } finally {
    await session.close();
  }
  const pool = new Pool({
    Client: PrimaryClient,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_TIMEOUT_MS,
    keepAlive: true,
    options: FOR_REPORTS,
  });
  // An idle connection that the server drops is replaced at the next query. Without a listener, the pool's error event
  // would end the process.
  pool.on('error', () => {});
  const changes = createListeners();
  const newListener = () =>
    new PrimaryClient({
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
  let listening: NoticeListener | undefined;
  return {
    kind: 'postgres',
    queries: drizzleNodePostgres(pool),
    withSession: async (work) => {
      const own = await openPostgresSession(PrimaryClient, {
        statement_timeout: JOB_STATEMENT_TIMEOUT_MS,
        query_timeout: JOB_SILENCE_TIMEOUT_MS,
        options: FOR_REPORTS,
      });
      try {
        return await work(own.queries);
      } finally {
        await own.close();
      }
    },
    onChange: (listener) => {
      changes.add(listener);
      listening ??= listenForNotices({
        newClient: newListener,
        channel: CHANGES_CHANNEL,
        onNotice: (text) => changes.call(readChange(text)),
        onGap: () => changes.call({ kind: 'everything' }),
      });
    },
    isListening: () => listening?.isListening() ?? false,
    waiting: () => pool.waitingCount,
    close: async () => {
      await listening?.stop();
      await pool.end();
    },
  };
}

async function openEmbedded(folder: string, options: FolderOptions): Promise<Database> {
  const session = await openFolder(folder, options);
  try {
    return await databaseOf(session);
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** Opens the database and brings its tables up to date; fails with a one-line reason. */
export async function openDatabase(options: OpenDatabaseOptions = {}): Promise<Database> {
  const { url, folder = DEFAULT_FOLDER, poolSize = DEFAULT_POOL_SIZE } = options;
  return (url ? openPostgres(url, poolSize) : openEmbedded(folder, options)).catch((error: unknown) => {
    const reason = rootMessage(error);
    throw new Error(reason.includes('is in use by process') ? reason : `The database can't be prepared: ${reason}`, {
      cause: error,
    });
  });
}
