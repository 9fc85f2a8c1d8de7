import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { createService, type ServiceOptions } from './createService';
import { listen } from './listen';
import { forgetOldClicks } from './operations/forgetOldClicks';
import { openDatabase, type OpenDatabaseOptions } from './storage/openDatabase';

export const DEFAULT_PORT = 8787;

// The library's default address is on this machine; nobody else on the network needs to reach it.
const HOST = '127.0.0.1';

// Enough for a request under way. Browsers hold connections open on which nothing comes.
const GRACE_MS = 1_000;

const DAY_MS = 24 * 60 * 60 * 1000;

export type StartOptions = Omit<ServiceOptions, 'database'> & {
  /** @default 8787; 0 takes any free one */
  port?: number | undefined;
  database?: OpenDatabaseOptions | undefined;
};

export type StartOutcome =
  { kind: 'started'; url: string; close: () => Promise<void> } | { kind: 'failed'; reason: string };

/** Takes the port before it opens the database, so that a second start disturbs nothing. */
export async function startService({
  port = DEFAULT_PORT,
  database: databaseOptions = {},
  ...options
}: StartOptions = {}): Promise<StartOutcome> {
  const ready = deferred<ReturnType<typeof createService>>();
  const server = createAdaptorServer({
    fetch: async (request, env) => (await ready.promise).fetch(request, env),
  }) as Server;

  const listening = await listen(server, HOST, port);
  if (listening.kind === 'failed') return listening;

  try {
    const database = await openDatabase(databaseOptions);
    const { clock = Date.now, log = console.error } = options;
    const forget = () =>
      forgetOldClicks(database.queries, clock()).catch((error: unknown) =>
        log('Old clicks could not be deleted', error)
      );
    await forget();
    const daily = setInterval(() => void forget(), DAY_MS);
    ready.resolve(createService({ ...options, database }));
    const close = async () => {
      clearInterval(daily);
      await stop(server);
      await database.close();
    };
    return { kind: 'started', url: `http://${HOST}:${listening.port}`, close };
  } catch (error) {
    await stop(server);
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const impatience = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(impatience);
      resolve();
    });
  });
}

function deferred<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
