import { bodyLimit } from 'hono/body-limit';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { networkOf } from '../types/address.ts';
import { clientAddress } from './caller.ts';
import { createRateLimiter, type Admission, type RateLimit } from './createRateLimiter.ts';
import { problemBody } from './problems.ts';
import type { ServiceContext, ServiceEnv } from './ServiceContext.ts';

/** A full batch of events with ordinary data is a tenth of this. */
const LARGEST_BODY_BYTES = 256 * 1024;

export function limitBody() {
  return bodyLimit({
    maxSize: LARGEST_BODY_BYTES,
    onError: (c) => c.json(problemBody('body_too_large', `A body may have ${LARGEST_BODY_BYTES} bytes.`), 413),
  });
}

function refuse(c: Context, { retryAfterSeconds }: Admission & { kind: 'limited' }) {
  c.header('Retry-After', String(retryAfterSeconds));
  return c.json(problemBody('too_many_requests', `Try again in ${retryAfterSeconds} s.`), 429);
}

/**
 * By where the request comes from, and by nothing that the caller can choose. Comes before the key is looked at, so
 * that guessing keys is limited too.
 */
export function limitNetworks(rateLimit: RateLimit, { clock }: ServiceContext) {
  const admit = createRateLimiter(rateLimit, clock);
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const address = clientAddress(c);
    const admission = admit(address === null ? 'unknown' : networkOf(address));
    return admission.kind === 'admitted' ? next() : refuse(c, admission);
  });
}

/** By the app whose key was checked, so that one app can't take all that the service has. */
export function limitApps(rateLimit: RateLimit, { clock }: ServiceContext) {
  const admit = createRateLimiter(rateLimit, clock);
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const admission = admit(c.get('app').id);
    return admission.kind === 'admitted' ? next() : refuse(c, admission);
  });
}

/** Longer than this, and the caller is better off with an answer. */
const LONGEST_QUEUE_MS = 2_000;

/** What waits beyond this would be answered too late anyway, and costs memory. */
const LONGEST_QUEUE = 500;

/**
 * At most so many requests of this kind at a time; others wait a moment, and then get 503. So that a kind that hangs,
 * as its table is locked, leaves connections for those that don't need that table.
 */
export function limitConcurrency(most: number) {
  let running = 0;
  const waiting = new Set<(isAdmitted: boolean) => void>();

  function queue(): Promise<boolean> {
    if (waiting.size >= LONGEST_QUEUE) return Promise.resolve(false);
    return new Promise((resolve) => {
      const settle = (isAdmitted: boolean) => {
        clearTimeout(impatience);
        waiting.delete(settle);
        resolve(isAdmitted);
      };
      const impatience = setTimeout(() => settle(false), LONGEST_QUEUE_MS);
      waiting.add(settle);
    });
  }

  function leave(): void {
    const [next] = waiting;
    // The place goes from one to the other, so the count stays.
    if (next) next(true);
    else running -= 1;
  }

  return createMiddleware<ServiceEnv>(async (c, next) => {
    if (running < most) running += 1;
    else if (!(await queue())) {
      c.header('Retry-After', '1');
      return c.json(problemBody('busy', 'Too many requests of this kind wait already. Try again in a moment.'), 503);
    }
    try {
      return await next();
    } finally {
      leave();
    }
  });
}
