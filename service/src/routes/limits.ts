import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { clientAddress } from './caller.ts';
import { createRateLimiter, type RateLimit } from './createRateLimiter.ts';
import { problemBody } from './problems.ts';
import type { ServiceContext, ServiceEnv } from './ServiceContext.ts';

/** A full batch of events with ordinary data is a tenth of this. */
const LARGEST_BODY_BYTES = 256 * 1024;

/** Bounds what one caller can make us remember; ids are shorter. */
const LONGEST_APP_ID = 64;

export function limitBody() {
  return bodyLimit({
    maxSize: LARGEST_BODY_BYTES,
    onError: (c) => c.json(problemBody('body_too_large', `A body may have ${LARGEST_BODY_BYTES} bytes.`), 413),
  });
}

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
