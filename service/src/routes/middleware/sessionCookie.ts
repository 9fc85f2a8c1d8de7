import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { SESSION_SECONDS, type OpenSession, type Sessions } from '../../operations/sessions.ts';
import type { ServiceEnv } from '../ServiceEnv.ts';
import { problemBody } from '../wire/problems.ts';
import { requestOrigin } from './caller.ts';

type C = Context<ServiceEnv>;

export const COOKIE_NAME = 'deferred_link_session';

/** Browsers let only this very host set a cookie with this prefix, and only over TLS. */
export const COOKIE_PREFIX = '__Host-';

const isSecure = (c: C) => requestOrigin(c).startsWith('https:');

const isRead = (c: C) => c.req.method === 'GET' || c.req.method === 'HEAD';

function setToken(c: C, token: string, maxAge: number): void {
  const secure = isSecure(c);
  const prefix = secure ? { prefix: 'host' as const } : {};
  setCookie(c, COOKIE_NAME, token, { path: '/', httpOnly: true, sameSite: 'Strict', secure, ...prefix, maxAge });
}

export const giveCookie = (c: C, token: string): void => setToken(c, token, SESSION_SECONDS);

export const takeCookie = (c: C): void => setToken(c, '', 0);

/** False if the browser says that a page of another origin made the request. */
export function isFromHere(c: C): boolean {
  const site = c.req.header('sec-fetch-site') ?? 'same-origin';
  const origin = c.req.header('origin');
  const isOwn = site === 'same-origin' || (site === 'none' && isRead(c));
  return isOwn && (origin === undefined || origin === requestOrigin(c));
}

export const otherOrigin = problemBody(
  'other_origin',
  'The browser says that another site made this request. If it was this site, the service does not know its own address: let the proxy forward Host and X-Forwarded-Proto, and set TRUSTED_PROXIES.'
);

export type TokensOutcome =
  /** The request has no cookie, or an Authorization header, which wins. */
  | { kind: 'none' }
  /** The cookie doesn't count, because a page of another origin made the request. */
  | { kind: 'foreign' }
  /** Several if another path or port of this host has set one, too. */
  | { kind: 'tokens'; tokens: string[] };

/** A request that may change something must name its origin, as all browsers do. */
export function readTokens(c: C): TokensOutcome {
  if (c.req.header('authorization') !== undefined) return { kind: 'none' };
  const name = `${isSecure(c) ? COOKIE_PREFIX : ''}${COOKIE_NAME}=`;
  const parts = c.req.header('cookie')?.split(';') ?? [];
  const tokens = parts.flatMap((part) => (part.trim().startsWith(name) ? [part.trim().slice(name.length)] : []));
  if (tokens.length === 0) return { kind: 'none' };
  const isForeign = !isFromHere(c) || (!isRead(c) && c.req.header('origin') === undefined);
  return isForeign ? { kind: 'foreign' } : { kind: 'tokens', tokens };
}

export type SessionOutcome =
  | Exclude<TokensOutcome, { kind: 'tokens' }>
  | { kind: 'over' }
  | { kind: 'open'; session: OpenSession };

export async function readSession(c: C, sessions: Sessions): Promise<SessionOutcome> {
  const outcome = readTokens(c);
  if (outcome.kind !== 'tokens') return outcome;
  const session = await sessions.find(outcome.tokens);
  return session ? { kind: 'open', session } : { kind: 'over' };
}
