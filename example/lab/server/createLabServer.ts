import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { fileURLToPath } from 'node:url';

import type { Connection } from '../../../service/src/index.ts';
import type { LabService } from '../service/createLabService';

const pageFolder = fileURLToPath(new URL('../../dist/page', import.meta.url));

/** Serves the lab's page at once, and everything else as soon as the service is there. */
export function createLabServer(ready: () => Promise<LabService>): Hono<{ Bindings: Connection }> {
  const server = new Hono<{ Bindings: Connection }>();
  server.use('*', serveStatic({ root: pageFolder }));
  server.all('*', async (c) => (await ready())(c.req.raw, c.req.header('referer') ?? null, c.env));
  return server;
}
