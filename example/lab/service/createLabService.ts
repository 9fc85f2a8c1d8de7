import { LINK_HOST } from '../../app/linkConfig';
import { createService } from '../../../service/src/routes/createService.ts';
import type { Connection } from '../../../service/src/routes/ServiceEnv.ts';
import type { ServiceOptions } from '../../../service/src/routes/ServiceOptions.ts';
import { findAttribution } from './findAttribution';
import { readPhone, withPhone } from './readPhone';

/** Answers a request; `referrer` is the page that makes it. */
export type LabService = (request: Request, referrer: string | null, connection: Connection) => Promise<Response>;

/** Where the page asks which link led to a purchase. */
const ATTRIBUTION = /^\/lab\/attribution\/([^/]+)$/;

/** Where a device check that drives itself leaves its result, and a robot reads it. */
const RESULT = '/lab/device-check';

function createResultShelf() {
  let newest: string | null = null;
  return async (request: Request) => {
    if (request.method === 'POST') newest = await request.text();
    return newest === null
      ? Response.json({ error: 'No result yet.' }, { status: 404 })
      : new Response(newest, { headers: { 'content-type': 'application/json' } });
  };
}

/** The service as the lab mounts it, in a server or in a browser, and the little that the lab's page asks beside it. */
export function createLabService({ database, dashboard }: Pick<ServiceOptions, 'database' | 'dashboard'>): LabService {
  const service = createService({
    database,
    dashboard,
    // Nobody goes there: the landing page only tells the lab where it would go.
    storeUrl: '/lab/store',
    publicUrl: `https://${LINK_HOST}`,
    // The simulated phone tells its address, which can be trusted: only this machine gets here.
    trustedProxies: { kind: 'hops', count: 1 },
    visitorFacts: (request) => readPhone(request)?.browser ?? {},
  });

  const shelve = createResultShelf();

  return async (request, referrer, connection) => {
    const { pathname } = new URL(request.url);
    if (pathname === RESULT) return shelve(request);
    const ask = async (asked: Request) => service.fetch(asked, connection);
    const [, eventId] = ATTRIBUTION.exec(pathname) ?? [];
    if (eventId === undefined) return ask(withPhone(request, referrer));
    const attribution = await findAttribution(ask, decodeURIComponent(eventId));
    return attribution ? Response.json(attribution) : Response.json({ error: 'No such event.' }, { status: 404 });
  };
}
