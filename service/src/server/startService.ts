import type { Server } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { forgetOldClicks } from '../operations/forgetOldClicks.ts';
import { createService, type ServiceOptions } from '../routes/createService.ts';
import type { Connection } from '../routes/ServiceContext.ts';
import { listen } from './listen.ts';
import { openDatabase, type OpenDatabaseOptions } from './openDatabase.ts';

export const DEFAULT_PORT = 8787;

/** The library's default address is on this machine; nobody else on the network needs to reach it. */
const HOST = '127.0.0.1';

/** Enough for a request under way. Browsers hold connections open on which nothing comes. */
const GRACE_MS = 1_000;

const DAY_MS = 24 * 60 * 60 * 1000;

export interface StartOptions extends Omit<ServiceOptions, 'database'> {
  /** @default 8787; 0 takes any free one */
  port?: number | undefined;
  database?: OpenDatabaseOptions | undefined;
}

export type StartOutcome =
  { kind: 'started'; url: string; close: () => Promise<void> } | { kind: 'failed'; reason: string };

type Fetch = (request: Request, connection: Connection) => Response | Promise<Response>;

/** A server of Node for an app that knows the web's own requests only. */
export function createNodeServer(fetch: Fetch): Server {
  return createAdaptorServer({
    fetch: (request, env) =>
      fetch(request, { address: (env as HttpBindings | undefined)?.incoming.socket.remoteAddress }),
  }) as Server;
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

/** Takes the port before it opens the database, so that a second start disturbs nothing. */
export async function startService({
  port = DEFAULT_PORT,
  database: databaseOptions = {},
  ...options
}: StartOptions = {}): Promise<StartOutcome> {
  const ready = deferred<ReturnType<typeof createService>>();
  const server = createNodeServer(async (request, connection) => (await ready.promise).fetch(request, connection));

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
