export interface RateLimit {
  /** Requests that may come at once. */
  burst: number;
  /** Requests per second after that. */
  perSecond: number;
}

/** A page, its report, a match and some events are requests of one moment. */
const NETWORK_BURST_SECONDS = 15;

/** A campaign's first minute is not its average. */
const APP_BURST_SECONDS = 10;

/** Generous, as a mobile carrier puts thousands of phones behind one address. */
export const DEFAULT_PER_NETWORK = 20;

/** An app with a million users sends far less; somebody who floods with its key sends more. */
export const DEFAULT_PER_APP = 2_000;

/**
 * Links that an app's users make are kept for good, and the key that makes them is in every copy of the app. So a
 * hundredth of the app's requests per second may make links, and a tenth of its burst.
 */
const NEW_LINKS = { perSecond: 0.01, burst: 0.1 } as const;

/** People mistype a key now and then, and a team signs in behind one address; whoever tries more is guessing. */
export const SIGN_IN_LIMIT: RateLimit = { burst: 10, perSecond: 0.1 };

export function networkLimit(perSecond: number): RateLimit {
  return { perSecond, burst: perSecond * NETWORK_BURST_SECONDS };
}

export function appLimit(perSecond: number): RateLimit {
  return { perSecond, burst: perSecond * APP_BURST_SECONDS };
}

export function newLinksLimit({ perSecond, burst }: RateLimit): RateLimit {
  return { perSecond: perSecond * NEW_LINKS.perSecond, burst: Math.max(1, Math.floor(burst * NEW_LINKS.burst)) };
}
