import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { countryOf, type CountrySources } from '../../flow/countries.ts';
import { isTrusting, readCaller, type HostHeader, type TrustedProxies } from '../../flow/proxies.ts';
import type { ClickFacts } from '../../matching/ClickFacts.ts';
import type { App } from '../../storage/schema/tables.ts';
import { isLocalHost, normalizeHost } from '../../values/hosts.ts';
import { readPath } from '../../values/readPath.ts';
import type { Connection, ServiceEnv } from '../ServiceEnv.ts';

type C = Context<ServiceEnv>;

/** Where visitors reach the service and the apps, and whom the service believes about them. */
export interface Site {
  /** The origin of the links of apps without a host; null for the origin that was asked. */
  publicUrl: string | null;
  /** Takes the place of both app stores; null if they are used. */
  storeUrl: string | null;
  trustedProxies: TrustedProxies;
  hostHeader: HostHeader;
  countries: CountrySources;
  /** Overrules what a request for a landing page says about its browser. */
  visitorFacts: (request: Request) => Partial<ClickFacts>;
}

/** Real ones have a quarter of this length; a longer one is somebody's experiment. */
const MAX_HEADER_LENGTH = 1_000;

export function identifyCaller({ trustedProxies, hostHeader }: Site) {
  return createMiddleware<ServiceEnv>((c, next) => {
    const connection = c.env as Connection | undefined;
    c.set('caller', readCaller(c.req.raw.headers, connection?.address, trustedProxies, hostHeader));
    return next();
  });
}

/** The caller's address; null if there is no socket, as for a request within the process. */
export function clientAddress(c: C): string | null {
  return c.get('caller').address;
}

/** The path that was asked for, as a link has it; null for one that no link can have. */
export function requestPath(c: C): string | null {
  const { target } = (c.env as Connection | undefined) ?? {};
  // The raw target decides whether this is a path; the framework's URL decides which.
  return target?.startsWith('/') && readPath(target) === null ? null : readPath(new URL(c.req.url).pathname);
}

/** The host that the caller asked, in lower case and with its port. */
export function requestHost(c: C): string {
  return c.get('caller').host ?? normalizeHost(new URL(c.req.url).host);
}

export function requestOrigin(c: C): string {
  const protocol = c.get('caller').protocol ?? (c.req.url.startsWith('https:') ? 'https' : 'http');
  return `${protocol}://${requestHost(c)}`;
}

/** A two-letter country code; null if unknown. */
function visitorCountry(c: C, { countries }: Site): string | null {
  return countryOf(c.req.raw.headers, c.get('caller'), countries);
}

/** What the service sees of the request, for `/api/whoami` and doctor. */
export function seenOf(c: C, site: Site) {
  const protocol = requestOrigin(c).startsWith('https:') ? ('https' as const) : ('http' as const);
  return { address: clientAddress(c), host: requestHost(c), protocol, country: visitorCountry(c, site) };
}

/** The service's public address: the configured one, or the one that the caller asked. */
export function publicOrigin(c: C, { publicUrl }: Site): string {
  return publicUrl === null ? requestOrigin(c) : new URL(publicUrl).origin;
}

/** The origin of an app's links: the host that was asked if it is one of the app's, or else the app's first host. */
export function linkOrigin(c: C, site: Site, app: Pick<App, 'linkHosts'>): string {
  const [first] = app.linkHosts;
  if (app.linkHosts.includes(requestHost(c))) return requestOrigin(c);
  return first === undefined ? publicOrigin(c, site) : `https://${first}`;
}

/**
 * Whether the request was made on this machine or in its private network, to a name of this machine. A caller further
 * away can write any host into a request, but gains nothing by it. Behind a proxy that isn't trusted, the caller may be
 * anybody.
 */
export function isLocalRequest(c: C, { trustedProxies }: Site): boolean {
  if (!isLocalHost(requestHost(c))) return false;
  const address = clientAddress(c);
  const isNear = address === null || isLocalHost(address);
  return isNear && (isTrusting(trustedProxies) || c.req.header('x-forwarded-for') === undefined);
}

/**
 * Whether an app's codes are known on a host. They are on the app's own hosts, or on the service's host if the app has
 * none. On this machine all codes are known, so they can be tried.
 */
function isServedOn(host: string, isLocal: boolean, { publicUrl }: Site, app: Pick<App, 'linkHosts'>): boolean {
  if (app.linkHosts.includes(host) || isLocal) return true;
  return app.linkHosts.length === 0 && publicUrl !== null && new URL(publicUrl).host === host;
}

/** `isServedOn` for the host that was asked. */
export function isServedHere(c: C, site: Site, app: Pick<App, 'linkHosts'>): boolean {
  const host = requestHost(c);
  return app.linkHosts.includes(host) || isServedOn(host, isLocalRequest(c, site), site, app);
}

/** The hosts on which an app's short links work: its own, and the service's if that serves them. */
export function linkHosts(c: C, site: Site, app: Pick<App, 'linkHosts'>): string[] {
  const host = requestHost(c);
  if (app.linkHosts.includes(host)) return app.linkHosts;
  return [
    ...app.linkHosts,
    ...(isServedHere(c, site, app) ? [host] : []),
    ...(app.linkHosts.length === 0 ? [new URL(publicOrigin(c, site)).host] : []),
  ];
}

function preferredLanguage(header: string | undefined): string | null {
  const first = header?.slice(0, MAX_HEADER_LENGTH).split(',')[0]?.split(';')[0]?.trim();
  return first && first !== '*' ? first : null;
}

/** What a request for the landing page reveals about its browser; the page itself reports the rest. */
export function readVisitor(c: C, site: Site): ClickFacts {
  return {
    address: clientAddress(c),
    userAgent: c.req.header('user-agent')?.slice(0, MAX_HEADER_LENGTH) ?? null,
    language: preferredLanguage(c.req.header('accept-language')),
    screenWidth: null,
    screenHeight: null,
    scale: null,
    timezone: null,
    country: visitorCountry(c, site),
    ...site.visitorFacts(c.req.raw),
  };
}
