import type { Context } from 'hono';
import type { ClickFacts } from '../matching/ClickFacts';
import { clientAddress } from './clientAddress';
import type { ServiceContext } from './ServiceContext';

// Real ones are a quarter of this; what is longer is somebody's experiment.
const LONGEST_HEADER = 1_000;

/** What a request for the landing page tells of its browser; the rest the page reports itself. */
export function readVisitor(c: Context, service: ServiceContext): ClickFacts {
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

function preferredLanguage(header: string | undefined): string | null {
  const first = header?.slice(0, LONGEST_HEADER).split(',')[0]?.split(';')[0]?.trim();
  return first && first !== '*' ? first : null;
}
