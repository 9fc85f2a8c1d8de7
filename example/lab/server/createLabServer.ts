import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { fileURLToPath } from 'node:url';

import { LINK_HOST } from '../../app/linkConfig';
import { createService, type Connection, type Database, type ServiceOptions } from '../../../service/src/index.ts';
import { findAttribution } from './findAttribution';
import { readPhone } from './readPhone';
import { withPhoneAddress } from './withPhoneAddress';

type Service = ReturnType<typeof createService>;

const distFolder = fileURLToPath(new URL('../../dist', import.meta.url));

/** The service as the lab mounts it, its dashboard included. */
export function createLabService(database: Database, dashboard: ServiceOptions['dashboard']): Service {
  return createService({
    database,
    dashboard,
    // Nobody goes there: the landing page only tells the lab where it would go.
    storeUrl: '/lab/store',
    publicUrl: `https://${LINK_HOST}`,
    // The simulated phone tells its address, which can be trusted, because this server listens on this machine only.
    trustedProxies: { kind: 'hops', count: 1 },
    isDemo: true,
    visitorFacts: (request) => readPhone(request)?.browser ?? {},
  });
}

/** Serves the lab's page under /lab/ at once, and everything else as soon as the service is there. */
export function createLabServer(ready: () => Promise<Service>): Hono<{ Bindings: Connection }> {
  const server = new Hono<{ Bindings: Connection }>();
  server.get('/', (c) => c.redirect('/lab/'));
  server.get('/lab', (c) => c.redirect('/lab/'));
  server.get('/lab/attribution/:eventId', async (c) => {
    const service = await ready();
    const asked = { fetch: (request: Request) => service.fetch(request, c.env) };
    const attribution = await findAttribution(asked, c.req.param('eventId'));
    return attribution ? c.json(attribution) : c.json({ error: 'No such event.' }, 404);
  });
  server.use('/lab/*', serveStatic({ root: distFolder }));
  server.get('/lab/*', (c) => c.text('There is nothing here.', 404));
  server.all('*', async (c) => (await ready()).fetch(withPhoneAddress(c.req.raw), c.env));
  return server;
}
