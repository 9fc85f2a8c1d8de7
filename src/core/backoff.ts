/** Short enough that a dropped connection costs a person nothing. */
const FIRST_DELAY_MS = 1000;
/** Long enough to spare a service that is down, short enough to catch the rest of a visit. */
const MAX_DELAY_MS = 5 * 60 * 1000;

/** Exponential backoff with full jitter: clients that failed together don't come back together. */
export function backoff(failures: number, random: number): number {
  const ceiling = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
  return FIRST_DELAY_MS + random * (ceiling - FIRST_DELAY_MS);
}

/** The wait in seconds that a `Retry-After` header asks for, within our own bounds. */
export function retryAfter(header: string | null | undefined): number | null {
  const ms = Number(header || NaN) * 1000;
  return Number.isNaN(ms) ? null : Math.min(MAX_DELAY_MS, Math.max(FIRST_DELAY_MS, ms));
}
