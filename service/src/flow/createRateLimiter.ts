import { LRUCache } from 'lru-cache';
import type { RateLimit } from '../values/rateLimits.ts';

export type Admission = { kind: 'admitted' } | { kind: 'limited'; retryAfterSeconds: number };

export interface RateLimiter {
  admit: (caller: string) => Admission;
  /** Counts requests that other instances have admitted. */
  count: (caller: string, requests: number) => void;
}

/** They take about a megabyte. A caller who was forgotten starts afresh. */
const MAX_CALLERS = 10_000;

/** An instance tells the others of a caller each time that it has admitted this share of the burst. */
const TOLD_SHARE = 0.1;

interface Bucket {
  /** Below zero if several instances together have admitted too much: then the caller has to wait longer. */
  tokens: number;
  at: number;
  /** Requests that were admitted here, and that the other instances don't know of yet. */
  untold: number;
}

/**
 * A token bucket for each caller. It is kept in this process and decides at once; `tell` gets the counts for the other
 * instances. It is not called for a caller who stays below the limit.
 */
export function createRateLimiter(
  { burst, perSecond }: RateLimit,
  clock: () => number,
  tell: (caller: string, requests: number) => void = () => {}
): RateLimiter {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_CALLERS });
  const share = Math.max(1, Math.floor(burst * TOLD_SHARE));

  function find(caller: string): Bucket {
    const now = clock();
    const bucket = buckets.get(caller) ?? { tokens: burst, at: now, untold: 0 };
    const regained = (Math.max(0, now - bucket.at) / 1000) * perSecond;
    bucket.tokens = Math.min(burst, bucket.tokens + regained);
    bucket.at = now;
    // If the bucket is full again here, it is full again everywhere, so there is nothing to tell.
    if (bucket.tokens === burst) bucket.untold = 0;
    buckets.set(caller, bucket);
    return bucket;
  }

  return {
    admit(caller) {
      const bucket = find(caller);
      if (bucket.tokens < 1) {
        return { kind: 'limited', retryAfterSeconds: Math.ceil((1 - bucket.tokens) / perSecond) };
      }
      bucket.tokens -= 1;
      bucket.untold += 1;
      if (bucket.untold >= share) {
        tell(caller, bucket.untold);
        bucket.untold = 0;
      }
      return { kind: 'admitted' };
    },
    count(caller, requests) {
      const bucket = find(caller);
      // No debt is larger than a burst, so that nobody waits for ever, whatever the other instances say.
      bucket.tokens = Math.max(-burst, bucket.tokens - requests);
    },
  };
}
