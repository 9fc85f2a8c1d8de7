export interface RateLimit {
  /** Requests that may come in one burst. */
  burst: number;
  /** Requests per second after that. */
  perSecond: number;
}

/** A page, its report, a match and some events come at the same time. */
const NETWORK_BURST_SECONDS = 15;

/** A campaign's first minute is not its average. */
const APP_BURST_SECONDS = 10;

/** Generous, as a mobile carrier puts thousands of phones behind one address. */
export const DEFAULT_PER_NETWORK = 20;

/** An app with a million users sends far less; somebody who floods with its key sends more. */
export const DEFAULT_PER_APP = 2_000;

/**
 * The key that creates links for an app's users is in every copy of the app, so only a hundredth of the app's requests
 * per second may create links, and a tenth of its burst.
 */
const NEW_LINKS = { perSecond: 0.01, burst: 0.1 } as const;

/** How many networks, or /24s and /48s, it takes to use up an app's limit of new links. */
export const NETWORKS_SHARING = 50;
export const WIDE_NETWORKS_SHARING = 10;

/**
 * 500 phones behind one address, at the library's own pace: each sends what it gathered in ten seconds, about one
 * event, and now and then a full batch of 20. With the default for networks, that is 50 events a second and a burst of
 * 9,900.
 */
const EVENTS = { perSecond: 2.5, burst: 33 } as const;

/** Few enough that one /24 or /48 can't use up an app's day. */
export const WIDE_EVENTS_TIMES = 4;

/** Per app. One with a million people a day stays below it. */
export const DEFAULT_EVENTS_PER_DAY = 20_000_000;

/** Per network. Copying a link by hand leaves no trace here, so anybody can claim it. */
export const PASTES_PER_DAY = 10;

/** Per install. Only a program shares more in a day. */
export const SHARED_LINKS_PER_DAY = 200;

/** A /24 or /48 may send this many times what one of its networks may: enough for a company, not for a hoster. */
export const WIDE_TIMES = 16;

/** People mistype a key now and then, and a team signs in behind one address; whoever tries more is guessing. */
export const SIGN_IN_LIMIT: RateLimit = { burst: 10, perSecond: 0.1 };

/** Low, as nobody guesses from many addresses by accident. */
export const WIDE_SIGN_IN_TIMES = 3;

export function networkLimit(perSecond: number): RateLimit {
  return { perSecond, burst: perSecond * NETWORK_BURST_SECONDS };
}

export function appLimit(perSecond: number): RateLimit {
  return { perSecond, burst: perSecond * APP_BURST_SECONDS };
}

export function newLinksLimit({ perSecond, burst }: RateLimit): RateLimit {
  return { perSecond: perSecond * NEW_LINKS.perSecond, burst: Math.max(1, Math.floor(burst * NEW_LINKS.burst)) };
}

export function eventsLimit({ perSecond, burst }: RateLimit): RateLimit {
  return { perSecond: perSecond * EVENTS.perSecond, burst: burst * EVENTS.burst };
}
