import { createServer, type Server } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import type { Connection } from '../routes/ServiceContext.ts';

/** Enough for a phone on a bad network to send its headers, and the whole of its request. */
const HEADERS_WITHIN_MS = 10_000;
const REQUEST_WITHIN_MS = 20_000;

/** How often Node looks for requests that take too long. */
const CHECK_EVERY_MS = 1_000;

type Fetch = (request: Request, connection: Connection) => Response | Promise<Response>;

export interface NodeServer {
  server: Server;
  /** Answers what has come, takes nothing new, and is done when no handler runs any more. */
  stop: (graceMs: number) => Promise<void>;
}

/** A server of Node for an app that knows the web's own requests only. */
export function createNodeServer(fetch: Fetch, { requestWithinMs = REQUEST_WITHIN_MS } = {}): NodeServer {
  let running = 0;
  let isStopping = false;
  let onIdle = () => {};

  const server = createAdaptorServer({
    createServer,
    serverOptions: {
      headersTimeout: Math.min(HEADERS_WITHIN_MS, requestWithinMs),
      requestTimeout: requestWithinMs,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
    fetch: async (request, env) => {
      running += 1;
      try {
        const { incoming, outgoing } = env as HttpBindings;
        // The connection is about to go; a client that is told so doesn't send its next request into nothing.
        if (isStopping) outgoing.shouldKeepAlive = false;
        return await fetch(request, { address: incoming.socket.remoteAddress });
      } finally {
        running -= 1;
        if (running === 0) onIdle();
      }
    },
  }) as Server;

  async function stop(graceMs: number): Promise<void> {
    isStopping = true;
    await new Promise<void>((resolve) => {
      const impatience = setTimeout(() => server.closeAllConnections(), graceMs);
      server.close(() => {
        clearTimeout(impatience);
        resolve();
      });
      server.closeIdleConnections();
    });
    // Handlers whose connection is gone run on, and need the database until they are done.
    if (running > 0) {
      await new Promise<void>((resolve) => {
        onIdle = resolve;
      });
    }
  }

  return { server, stop };
}
