import { createLru } from '../values/createLru.ts';
import type { RateLimit } from '../values/rateLimits.ts';

export type Admission = { kind: 'admitted' } | { kind: 'limited'; retryAfterSeconds: number };

/** A caller, and what a request costs it; a request that costs a sixteenth has sixteen times the limit. */
export type Share = readonly [caller: string, cost: number];

export interface RateLimiter {
  /** Admits a request if all shares can pay for it, and only then takes from them. */
  admit: (...shares: Share[]) => Admission;
  /** Counts what other instances have admitted. */
  count: (caller: string, cost: number) => void;
}

/** They take about a megabyte. A caller who was forgotten starts afresh. */
const MAX_CALLERS = 10_000;

/** An instance tells the others of a caller each time that it has admitted this share of the burst. */
const TOLD_SHARE = 0.1;

/** Thirty thirds are not quite ten. */
const ROUNDING = 1e-6;

interface Bucket {
  /** Below zero if several instances together have admitted too much: then the caller has to wait longer. */
  tokens: number;
  at: number;
  /** What was admitted here, and the other instances don't know of yet. */
  untold: number;
}

/**
 * A token bucket for each caller. It is kept in this process and decides at once; `tell` gets the counts for the other
 * instances. It is not called for a caller who stays below the limit.
 */
export function createRateLimiter(
  { burst, perSecond }: RateLimit,
  clock: () => number,
  tell: (caller: string, cost: number) => void = () => {}
): RateLimiter {
  const buckets = createLru<Bucket>(MAX_CALLERS);
  const told = Math.max(1, Math.floor(burst * TOLD_SHARE));

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
    admit(...shares) {
      // A share can always pay with a full bucket: a small limit means one request at a time.
      const payments = shares.map(([caller, cost]) => ({
        caller,
        bucket: find(caller),
        cost: Math.min(cost, Math.max(1, burst)),
      }));
      const missing = Math.max(...payments.map(({ bucket, cost }) => cost - bucket.tokens));
      if (missing > ROUNDING) return { kind: 'limited', retryAfterSeconds: Math.ceil(missing / perSecond - ROUNDING) };
      for (const { caller, bucket, cost } of payments) {
        bucket.tokens -= cost;
        bucket.untold += cost;
        if (bucket.untold < told) continue;
        tell(caller, bucket.untold);
        bucket.untold = 0;
      }
      return { kind: 'admitted' };
    },
    count(caller, cost) {
      const bucket = find(caller);
      // No debt is larger than a burst, so that nobody waits for ever, whatever the other instances say.
      bucket.tokens = Math.max(-burst, bucket.tokens - cost);
    },
  };
}
