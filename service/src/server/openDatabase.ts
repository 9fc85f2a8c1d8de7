import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzleNodePostgres } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { Pool } from 'pg';
import { seedDemoShop } from '../operations/demoShop.ts';
import type { Database } from '../storage/Database.ts';
import { CHANGES_CHANNEL, readChange } from '../storage/functions/tellChange.ts';
import { migrate } from '../storage/migrate.ts';
import type { Change } from '../values/Change.ts';
import { readDatabaseServers } from '../values/databaseServers.ts';
import { createPrimaryClient } from './createPrimaryClient.ts';
import { listenForNotices, type NoticeListener } from './listenForNotices.ts';
import { lockFolder } from './lockFolder.ts';

/** A folder of this name is PGlite's way to keep everything in memory. */
export const IN_MEMORY = 'memory://';

const DEFAULT_FOLDER = 'data';

/** PGlite lets everybody read and write its files, so only the service's own user may enter their folder. */
const OWNER_ONLY = 0o700;

const DEFAULT_POOL_SIZE = 10;

/** Bounds the wait for a database that is down, and a request's wait for a free connection. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Every query of a request takes milliseconds; a query that takes this long is ended. */
const STATEMENT_TIMEOUT_MS = 10_000;

/** A query that waits for a lock holds a connection that others need. */
const LOCK_TIMEOUT_MS = 2_000;

/** For a server that no longer answers at all; a live one ends the query itself, after STATEMENT_TIMEOUT_MS. */
const SILENCE_TIMEOUT_MS = 15_000;

export interface OpenDatabaseOptions {
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
  /**
   * Whether to add the demo shop, whose keys everybody knows.
   * @default false
   */
  demo?: boolean | undefined;
  /** Written into PGlite's folder, so that commands can go through the service that has it open. */
  announce?: { url: string; token: string } | undefined;
  /** Called if another process has taken PGlite's folder. */
  onLost?: (() => void) | undefined;
  /** Called before a wait of some seconds for PGlite's folder, with what is waited for. */
  onWait?: ((reason: string) => void) | undefined;
}

const POOLER =
  'DATABASE_URL leads to a pooler such as PgBouncer, which does not keep the settings of a session: time-outs and locks would not hold. Use the address of PostgreSQL itself; POOL_SIZE bounds the connections.';

function rootMessage(error: unknown): string {
  // drizzle wraps the driver's error in one that only repeats the query.
  const root = error instanceof Error && error.cause ? error.cause : error;
  if (root instanceof AggregateError) return root.errors.map(String).join('; ');
  return root instanceof Error ? root.message : String(root);
}

/** The channel on which instances tell each other what they count. */
const USAGE_CHANNEL = 'deferred_link_usage';

function createListeners<Notice>() {
  const listeners: ((notice: Notice) => void)[] = [];
  return {
    add: (listener: (notice: Notice) => void): void => void listeners.push(listener),
    call: (notice: Notice): void => {
      for (const listener of listeners) listener(notice);
    },
  };
}

type PrimaryClient = ReturnType<typeof createPrimaryClient>;

/** Migrates on a connection of its own; gives the schema that the tables are in. */
async function migrateSeparately(Client: PrimaryClient): Promise<string> {
  // The pool's connections have time-outs, and building an index on a large table would exceed them.
  const session = new Client({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, lock_timeout: LOCK_TIMEOUT_MS });
  await session.connect().catch((error: unknown) => {
    // PgBouncer says this of a setting that belongs to a session.
    throw String(error).includes('unsupported startup parameter') ? new Error(POOLER) : error;
  });
  try {
    const { rows } = await session.query<{ waits: string; schema: string }>(
      "SELECT setting AS waits, current_schema() AS schema FROM pg_settings WHERE name = 'lock_timeout'"
    );
    // Or a pooler in between has been configured to ignore such settings.
    if (rows[0]?.waits !== String(LOCK_TIMEOUT_MS)) throw new Error(POOLER);
    await session.query('SET lock_timeout = 0');
    await migrate(drizzleNodePostgres(session));
    return rows[0].schema;
  } finally {
    await session.end();
  }
}

async function openPostgres(url: string, poolSize: number): Promise<Database> {
  const servers = readDatabaseServers(url);
  if (!servers) throw new Error('DATABASE_URL is not a connection string.');
  const PrimaryClient = createPrimaryClient(servers);
  const schema = await migrateSeparately(PrimaryClient);
  const pool = new Pool({
    Client: PrimaryClient,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_TIMEOUT_MS,
    keepAlive: true,
  });
  // An idle connection that the server drops is replaced at the next query; without a listener
  // the pool's error event would end the process.
  pool.on('error', () => {});
  const changes = createListeners<Change>();
  const told = createListeners<string>();
  const newListener = () =>
    new PrimaryClient({
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
  let listening: NoticeListener | undefined;
  // Channels belong to the database, and other services may have their schemas in it.
  const hear = (text: string) => {
    if (text.startsWith(`${schema} `)) told.call(text.slice(schema.length + 1));
  };
  const hearChange = (text: string) => changes.call(readChange(text));
  const addTo = <Notice>(listeners: { add: (listener: (notice: Notice) => void) => void }) => {
    return (listener: (notice: Notice) => void) => {
      listeners.add(listener);
      listening ??= listenForNotices({
        newClient: newListener,
        channels: { [CHANGES_CHANNEL]: hearChange, [USAGE_CHANNEL]: hear },
        onGap: () => changes.call({ kind: 'everything' }),
      });
    };
  };
  return {
    kind: 'postgres',
    queries: drizzleNodePostgres(pool),
    onChange: addTo(changes),
    isListening: () => listening?.isListening() ?? false,
    tell: async (texts) => {
      const own = texts.map((text) => `${schema} ${text}`);
      await pool.query('SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text', [USAGE_CHANNEL, own]);
    },
    onTold: addTo(told),
    close: async () => {
      await listening?.stop();
      await pool.end();
    },
  };
}

async function startPglite(folder: string, release: () => Promise<void>): Promise<Database> {
  const client = await PGlite.create(folder);
  const queries = drizzlePglite(client);
  const close = () => client.close().finally(release);
  try {
    await migrate(queries);
    const changes = createListeners<Change>();
    await client.listen(CHANGES_CHANNEL, (text) => changes.call(readChange(text)));
    // Only one process has the folder, so there is no other instance to tell.
    return {
      kind: 'pglite',
      queries,
      onChange: changes.add,
      isListening: () => true,
      tell: () => Promise.resolve(),
      onTold: () => {},
      close,
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}

async function openPglite(folder: string, { announce, onLost, onWait }: OpenDatabaseOptions): Promise<Database> {
  if (folder === IN_MEMORY) return startPglite(IN_MEMORY, () => Promise.resolve());

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
    await mkdir(files, { recursive: true });
    // Some volumes have no modes, and then nothing can be done.
    await chmod(files, OWNER_ONLY).catch(() => {});
    return await startPglite(files, lock.release);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Opens the database and brings its tables up to date; fails with a one-line reason. */
export async function openDatabase(options: OpenDatabaseOptions = {}): Promise<Database> {
  const { url, folder = DEFAULT_FOLDER, poolSize = DEFAULT_POOL_SIZE, demo = false } = options;
  if (url && demo)
    throw new Error('The demo shop is not for PostgreSQL: everybody knows its keys. Start without DEMO=1.');
  const database = await (url ? openPostgres(url, poolSize) : openPglite(folder, options)).catch((error: unknown) => {
    const reason = rootMessage(error);
    throw new Error(reason.includes('is in use by process') ? reason : `The database can't be prepared: ${reason}`, {
      cause: error,
    });
  });
  if (demo) await seedDemoShop(database.queries, new Date());
  return database;
}
