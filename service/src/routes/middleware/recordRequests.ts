import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import { isPrefetch } from './loadedAhead.ts';
import type { Log } from '../../values/Log.ts';
import type { Metrics } from '../Metrics.ts';
import type { ServiceEnv } from '../ServiceEnv.ts';
import { SECOND_MS } from '../../values/durations.ts';

/** Counts and logs every request by the pattern of its route: no address, no path, no query, no body. */
export function recordRequests({ log, metrics }: { log: Log; metrics: Metrics | null }) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const startedAt = performance.now();
    await next();
    const ms = performance.now() - startedAt;
    const { method } = c.req;
    const { status } = c.res;
    const route = routePath(c);
    // A refused prefetch is no failure: the browser asks again.
    if (status !== 503 || !isPrefetch(c)) metrics?.observe({ method, route, status, seconds: ms / SECOND_MS });
    log('debug', 'Request', { method, route, status, ms: Math.round(ms) });
  });
}
