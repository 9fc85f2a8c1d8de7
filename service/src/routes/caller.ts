import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { ClickFacts } from '../matching/ClickFacts.ts';
import type { App } from '../storage/tables.ts';
import { isLocalHost, normalizeHost } from '../types/hosts.ts';
import { isTrusting, readCaller } from '../types/proxies.ts';
import type { Connection, ServiceContext, ServiceEnv } from './ServiceContext.ts';

type C = Context<ServiceEnv>;

/** Real ones are a quarter of this; what is longer is somebody's experiment. */
const LONGEST_HEADER = 1_000;

/** Finds out who asks, once for each request. */
export function identifyCaller({ trustedProxies }: ServiceContext) {
  return createMiddleware<ServiceEnv>((c, next) => {
    const connection = c.env as Connection | undefined;
    c.set('caller', readCaller(c.req.raw.headers, connection?.address, trustedProxies));
    return next();
  });
}

/** The caller's address, or null where there is no socket, as in a request made in process. */
export function clientAddress(c: C): string | null {
  return c.get('caller').address;
}

/** Without the parser for URLs: whoever made the request has been through it. */
function placeOf(c: C): { protocol: string; host: string } {
  const [, protocol = 'http', host = ''] = /^([a-z]+):\/\/([^/?#]*)/.exec(c.req.url) ?? [];
  return { protocol, host };
}

/** The host that the caller asked, in lower case and with its port. */
export function requestHost(c: C): string {
  return c.get('caller').host ?? normalizeHost(placeOf(c).host);
}

/** The origin that the caller asked. */
export function requestOrigin(c: C): string {
  return `${c.get('caller').protocol ?? placeOf(c).protocol}://${requestHost(c)}`;
}

/** How the request looks from here. */
export function seenOf(c: C): { address: string | null; host: string; protocol: 'http' | 'https' } {
  const protocol = requestOrigin(c).startsWith('https:') ? 'https' : 'http';
  return { address: clientAddress(c), host: requestHost(c), protocol };
}

/** Where the world sees this service: as configured, or as the caller called it. */
export function publicOrigin(c: C, { publicUrl }: ServiceContext): string {
  return publicUrl === null ? requestOrigin(c) : new URL(publicUrl).origin;
}

/** Where an app's links live: on the host that was asked if it is one of the app's, else on its first. */
export function linkOrigin(c: C, service: ServiceContext, app: Pick<App, 'linkHosts'>): string {
  const [first] = app.linkHosts;
  if (app.linkHosts.includes(requestHost(c))) return requestOrigin(c);
  return first === undefined ? publicOrigin(c, service) : `https://${first}`;
}

/**
 * Whether the request was made on this machine or from the network around it, to a name of this machine. Whoever is
 * further away can write any host into a request, and learns nothing by it. A proxy that passes addresses on and is
 * not trusted may speak for anybody.
 */
export function isLocalRequest(c: C, { trustedProxies }: ServiceContext): boolean {
  if (!isLocalHost(requestHost(c))) return false;
  const address = clientAddress(c);
  const isNear = address === null || isLocalHost(address);
  return isNear && (isTrusting(trustedProxies) || c.req.header('x-forwarded-for') === undefined);
}

/**
 * Whether an app's codes mean anything on a host. They do on the app's own hosts, or on the service's if the app has
 * none; and on this machine, where everything can be tried.
 */
export function isServedOn(
  host: string,
  isLocal: boolean,
  service: ServiceContext,
  app: Pick<App, 'linkHosts'>
): boolean {
  if (app.linkHosts.includes(host) || isLocal) return true;
  return app.linkHosts.length === 0 && service.publicUrl !== null && new URL(service.publicUrl).host === host;
}

/** The same for the host that was asked. */
export function isServedHere(c: C, service: ServiceContext, app: Pick<App, 'linkHosts'>): boolean {
  const host = requestHost(c);
  return app.linkHosts.includes(host) || isServedOn(host, isLocalRequest(c, service), service, app);
}

/** The hosts on which an app's short links live: its own, and the service itself. */
export function linkHosts(c: C, service: ServiceContext, app: Pick<App, 'linkHosts'>): string[] {
  const host = requestHost(c);
  if (app.linkHosts.includes(host)) return app.linkHosts;
  return [
    ...app.linkHosts,
    ...(isServedHere(c, service, app) ? [host] : []),
    ...(app.linkHosts.length === 0 ? [new URL(publicOrigin(c, service)).host] : []),
  ];
}

function preferredLanguage(header: string | undefined): string | null {
  const first = header?.slice(0, LONGEST_HEADER).split(',')[0]?.split(';')[0]?.trim();
  return first && first !== '*' ? first : null;
}

/** What a request for the landing page tells of its browser; the rest the page reports itself. */
export function readVisitor(c: C, service: ServiceContext): ClickFacts {
  return {
    address: clientAddress(c),
    userAgent: c.req.header('user-agent')?.slice(0, LONGEST_HEADER) ?? null,
    language: preferredLanguage(c.req.header('accept-language')),
    screenWidth: null,
    screenHeight: null,
    scale: null,
    timezone: null,
    ...service.visitorFacts(c.req.raw),
  };
}
