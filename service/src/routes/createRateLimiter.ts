export type RateLimit = {
  /** Requests that may come at once. */
  burst: number;
  /** Requests per second after that. */
  perSecond: number;
};

export type Admission = { kind: 'admitted' } | { kind: 'limited'; retryAfterSeconds: number };

// About a megabyte. The least recently seen caller is forgotten first, and starts afresh.
const MOST_CALLERS = 10_000;

/**
 * A token bucket for each caller, kept in this process: with several instances a caller gets
 * the limit once for each.
 */
export function createRateLimiter({ burst, perSecond }: RateLimit, clock: () => number) {
  const buckets = new Map<string, { tokens: number; at: number }>();

  return function admit(caller: string): Admission {
    const now = clock();
    const last = buckets.get(caller) ?? { tokens: burst, at: now };
    const regained = (Math.max(0, now - last.at) / 1000) * perSecond;
    const tokens = Math.min(burst, last.tokens + regained);
    const isAdmitted = tokens >= 1;

    // Deleted first, so that the map's order is from the least to the most recently seen.
    buckets.delete(caller);
    buckets.set(caller, { tokens: isAdmitted ? tokens - 1 : tokens, at: now });
    if (buckets.size > MOST_CALLERS) forgetOldest(buckets);

    if (isAdmitted) return { kind: 'admitted' };
    return { kind: 'limited', retryAfterSeconds: Math.ceil((1 - tokens) / perSecond) };
  };
}

function forgetOldest(buckets: Map<string, unknown>): void {
  for (const caller of buckets.keys()) {
    buckets.delete(caller);
    return;
  }
}
