import { createServer, type Server } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import type { Connection } from '../routes/ServiceEnv.ts';

/** Enough time for a phone on a bad network to send its headers, and its whole request. */
const HEADERS_WITHIN_MS = 10_000;
const REQUEST_WITHIN_MS = 20_000;

/** Longer than the minute for which proxies keep a connection, so none is closed while a request is on its way. */
const KEEP_ALIVE_MS = 75_000;

/** How often Node looks for requests that take too long. */
const CHECK_EVERY_MS = 1_000;

/** Time for the last bytes of an answer to leave, once it is written. */
const FLUSH_MS = 500;

/** Stands for the host of a request that names none, as the checks of some balancers do. No app has this host. */
const NO_HOST = 'no-host.invalid';

type Fetch = (request: Request, connection: Connection) => Response | Promise<Response>;

export interface NodeServer {
  server: Server;
  /** From now on each answer closes its connection, so the client's next request finds another instance. */
  drain: () => void;
  /**
   * Answers the requests that have arrived, takes no new ones, and is done when none is running. Idle connections are
   * closed after `graceMs`. Connections that are still being answered, as for a long export, are closed after
   * `longestMs`. http-terminator has one time limit for both, and doesn't wait for handlers whose connection is gone.
   */
  stop: (graceMs: number, longestMs?: number) => Promise<void>;
}

/**
 * Calls `done` once the body has been read to its end, has failed, or was cancelled by its reader. If the body fails,
 * `cut` breaks the connection: the adaptor would write the error into the answer and end it as if it were whole.
 */
function whenRead(response: Response, cut: () => void, done: () => void): Response {
  if (response.body === null) {
    done();
    return response;
  }
  const reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  let isOver = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const part = await reader.read();
        // The reader has cancelled in the meantime; `cancel` calls `done`.
        if (isOver) return;
        if (!part.done) return controller.enqueue(part.value);
        controller.close();
        done();
      } catch {
        if (isOver) return;
        isOver = true;
        cut();
        done();
      }
    },
    cancel(reason) {
      // The body was cut off and has already called `done`.
      if (isOver) return undefined;
      isOver = true;
      return reader.cancel(reason).finally(done);
    },
  });
  return new Response(body, response);
}

/** A Node server for an app that takes requests of the web standard. */
export function createNodeServer(
  fetch: Fetch,
  { requestWithinMs = REQUEST_WITHIN_MS, headersWithinMs = Math.min(HEADERS_WITHIN_MS, requestWithinMs) } = {}
): NodeServer {
  let running = 0;
  let isStopping = false;
  let onIdle = () => {};

  function leave(): void {
    running -= 1;
    if (running === 0) onIdle();
  }

  const server = createAdaptorServer({
    createServer,
    hostname: NO_HOST,
    serverOptions: {
      headersTimeout: headersWithinMs,
      requestTimeout: requestWithinMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
    fetch: async (request, env) => {
      running += 1;
      let isStream = false;
      try {
        const { incoming, outgoing } = env as HttpBindings;
        // The answer's headers would show it, too, but reading makes the adaptor build them: 135 µs instead of 114.
        const onStream = () => {
          isStream = true;
        };
        const response = await fetch(request, {
          address: incoming.socket.remoteAddress,
          target: incoming.url,
          onStream,
        });
        // Tells the client not to send its next request on this connection, which is about to close.
        if (isStopping) outgoing.shouldKeepAlive = false;
        return isStream ? whenRead(response, () => outgoing.destroy(), leave) : response;
      } finally {
        if (!isStream) leave();
      }
    },
  }) as Server;

  function drain(): void {
    isStopping = true;
  }

  async function stop(graceMs: number, longestMs = graceMs): Promise<void> {
    drain();
    await new Promise<void>((resolve) => {
      const closeAll = () => server.closeAllConnections();
      const impatience = setTimeout(() => {
        if (running === 0) closeAll();
        else onIdle = () => setTimeout(closeAll, FLUSH_MS);
      }, graceMs);
      const lastPatience = setTimeout(closeAll, longestMs);
      server.close(() => {
        clearTimeout(impatience);
        clearTimeout(lastPatience);
        resolve();
      });
      server.closeIdleConnections();
    });
    // Handlers continue after their connection has closed, and need the database until they are done.
    if (running > 0) {
      await new Promise<void>((resolve) => {
        onIdle = resolve;
      });
    }
  }

  return { server, drain, stop };
}
