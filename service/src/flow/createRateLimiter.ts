import { createLru } from '../values/createLru.ts';
import type { RateLimit } from '../values/rateLimits.ts';

export type Admission = { kind: 'admitted' } | { kind: 'limited'; retryAfterSeconds: number };

/** A caller, and what a request costs it; a request that costs a sixteenth has sixteen times the limit. */
export type Charge = readonly [caller: string, cost: number];

/** Admits a request if all charges can pay for it, and only then takes from them. */
export type Admit = (...charges: Charge[]) => Admission;

/** This many take about a megabyte. A forgotten caller starts with a full bucket. */
const MAX_CALLERS = 10_000;

/** In floating point, thirty thirds are not quite ten. */
const ROUNDING = 1e-6;

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket for each caller, in this process. */
export function createRateLimiter({ burst, perSecond }: RateLimit, clock: () => number): Admit {
  const buckets = createLru<Bucket>(MAX_CALLERS);

  function find(caller: string): Bucket {
    const now = clock();
    const bucket = buckets.get(caller) ?? { tokens: burst, at: now };
    const regained = (Math.max(0, now - bucket.at) / 1000) * perSecond;
    bucket.tokens = Math.min(burst, bucket.tokens + regained);
    bucket.at = now;
    buckets.set(caller, bucket);
    return bucket;
  }

  return (...charges) => {
    // A full bucket can always pay: with a small limit, a costly request empties it.
    const payments = charges.map(([caller, cost]) => ({
      bucket: find(caller),
      cost: Math.min(cost, Math.max(1, burst)),
    }));
    const missing = Math.max(...payments.map(({ bucket, cost }) => cost - bucket.tokens));
    if (missing > ROUNDING) return { kind: 'limited', retryAfterSeconds: Math.ceil(missing / perSecond - ROUNDING) };
    for (const { bucket, cost } of payments) bucket.tokens -= cost;
    return { kind: 'admitted' };
  };
}
