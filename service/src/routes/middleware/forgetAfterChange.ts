import { createMiddleware } from 'hono/factory';
import type { Caches } from '../../flow/createCaches.ts';
import type { Change } from '../../values/Change.ts';
import type { ServiceEnv } from '../ServiceEnv.ts';

const CHANGES = ['PATCH', 'PUT', 'DELETE'];

/** The next request to this instance sees a change; other instances hear of it from the database. */
export function forgetAfterChange({ forget }: Caches) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    await next();
    if (!CHANGES.includes(c.req.method)) return;
    const app = c.get('app') as ServiceEnv['Variables']['app'] | undefined;
    const code = c.req.param('code');
    const change: Change = !app
      ? { kind: 'everything' }
      : code === undefined
        ? { kind: 'app', appId: app.id }
        : { kind: 'links', appId: app.id, codes: [code] };
    forget(change);
  });
}
