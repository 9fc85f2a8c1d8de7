import { createMiddleware } from 'hono/factory';
import { clientAddress } from './clientAddress';
import { createRateLimiter, type RateLimit } from './createRateLimiter';
import { problemBody } from './problemBody';
import type { ServiceContext, ServiceEnv } from './ServiceContext';

// Bounds what one caller can make us remember; ids are shorter.
const LONGEST_APP_ID = 64;

/** Comes before the key is looked at, so that guessing keys is limited too. */
export function limitRequests(rateLimit: RateLimit, { clock, trustProxy }: ServiceContext) {
  const admit = createRateLimiter(rateLimit, clock);

  return createMiddleware<ServiceEnv>(async (c, next) => {
    const appId = (c.req.header('x-app-id') ?? '').slice(0, LONGEST_APP_ID);
    const admission = admit(`${clientAddress(c, trustProxy)} ${appId}`);
    if (admission.kind === 'admitted') return next();

    c.header('Retry-After', String(admission.retryAfterSeconds));
    return c.json(problemBody('too_many_requests', `Try again in ${admission.retryAfterSeconds} s.`), 429);
  });
}
