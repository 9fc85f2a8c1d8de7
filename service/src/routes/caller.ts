import type { Context } from 'hono';
import type { ClickFacts } from '../matching/ClickFacts.ts';
import type { App } from '../storage/tables.ts';
import { readAddress } from '../types/address.ts';
import type { Connection, ServiceContext, ServiceEnv } from './ServiceContext.ts';

/** Real ones are a quarter of this; what is longer is somebody's experiment. */
const LONGEST_HEADER = 1_000;

/** The caller's address, or null where there is no socket, as in a request made in process. */
export function clientAddress(c: Context<ServiceEnv>, trustProxy: boolean): string | null {
  // The last entry is the one our own proxy wrote; those before it are the caller's word.
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim();
  const connection = c.env as Connection | undefined;
  return readAddress((trustProxy && forwarded) || connection?.address || '');
}

/** Where the world sees this service: as configured, or as the caller called it. */
export function publicOrigin(c: Context, { publicUrl }: ServiceContext): string {
  return new URL(publicUrl ?? c.req.url).origin;
}

/** The hosts on which an app's short links live: its own, and the service itself. */
export function linkHosts(c: Context, service: ServiceContext, app: App): string[] {
  return [...app.linkHosts, new URL(publicOrigin(c, service)).host, new URL(c.req.url).host];
}

function preferredLanguage(header: string | undefined): string | null {
  const first = header?.slice(0, LONGEST_HEADER).split(',')[0]?.split(';')[0]?.trim();
  return first && first !== '*' ? first : null;
}

/** What a request for the landing page tells of its browser; the rest the page reports itself. */
export function readVisitor(c: Context<ServiceEnv>, service: ServiceContext): ClickFacts {
  return {
    address: clientAddress(c, service.trustProxy),
    userAgent: c.req.header('user-agent')?.slice(0, LONGEST_HEADER) ?? null,
    language: preferredLanguage(c.req.header('accept-language')),
    screenWidth: null,
    screenHeight: null,
    scale: null,
    timezone: null,
    ...service.visitorFacts(c.req.raw),
  };
}
