import type { Link } from '../types';

export interface ParsedLink {
  url: string;
  /** Never `deferred`: only the service finds deferred links. */
  type: 'verified' | 'scheme';
  /** Lower case, without user, port and trailing dot; for a scheme link its first segment. */
  host: string;
  route: string;
  /** A web link with exactly one path segment, which may be a short link. */
  isShort: boolean;
}

/** Longer than any browser's practical limit: nobody tapped on a longer link. */
const MAX_LINK_LENGTH = 8 * 1024;

/** Never links to an app: they run code, name a file or belong to the development client. */
const FOREIGN = /^(javascript|data|file|content|blob|vbscript|about|intent|exps?|expo-development-client)$/i;

/** Each class excludes what the next one starts with, so that matching is linear. */
const SHAPE = /^([a-z][a-z\d+.-]*):[\\/]*([^\\/?#]*)([^?#]*)(\?[^#]*)?/i;

/** Host and port after any user info; hosts that no URL may have are refused. */
const AUTHORITY = /^(?!\.)(\[[\da-f:.]+\]|[^\s<>^|%:[\]@]+?)\.?(?::\d*)?$/i;

const DOTS = /^(\.|%2e){1,2}$/i;

function segmentsOf(path: string): string[] {
  const segments: string[] = [];
  for (const segment of path.replace(/\\/g, '/').split('/')) {
    if (!DOTS.test(segment)) {
      if (segment) segments.push(segment);
    } else if (segment.length % 2 === 0) {
      // A dot takes one or three characters, so two of them take an even number.
      segments.pop();
    }
  }
  return segments;
}

function routeOf(segments: string[], query = ''): string {
  return `/${segments.join('/')}${query === '?' ? '' : query}`;
}

/** Removes tabs and line breaks inside a URL, and blanks around it, as browsers do. */
function clean(input: unknown): string {
  return typeof input === 'string' && input.length <= MAX_LINK_LENGTH ? input.replace(/[\t\r\n]/g, '').trim() : '';
}

/** Reads an absolute link; gives `null` for anything else. Never throws. */
export function parseLink(input: unknown): ParsedLink | null {
  const url = clean(input);
  const shape = SHAPE.exec(url) as unknown as [string, string, string, string, string?] | null;
  if (!shape) return null;
  const [, scheme, authority, path, query] = shape;
  // The development client opens the app with its own links, whatever the scheme.
  if (FOREIGN.test(scheme) || authority === 'expo-development-client') return null;
  const isWeb = /^https?$/i.test(scheme);
  const host = isWeb ? AUTHORITY.exec(authority.slice(authority.lastIndexOf('@') + 1))?.[1] : authority;
  if (host === undefined) return null;
  const segments = segmentsOf(isWeb ? path : `${authority}${path}`);
  return {
    url,
    type: isWeb ? 'verified' : 'scheme',
    host: host.toLowerCase(),
    route: routeOf(segments, query),
    isShort: isWeb && segments.length === 1,
  };
}

export const withoutFragment = (url: string) => url.replace(/#[^]*/, '');

/** The fragment of a URL, with its `#`: it may hold a token, so it never leaves the phone. */
export const fragmentOf = (url: string) => url.slice(withoutFragment(url).length);

/** A path inside the app, such as `/promo/summer?ref=mail`. */
type AppPath = Pick<ParsedLink, 'url' | 'route'> & { type?: undefined; host?: undefined; isShort?: undefined };

/** What the service may answer with. */
export type LinkTarget = (ParsedLink | AppPath) & { [Fact in 'data' | 'match']?: Link[Fact] | undefined };

export function parseAppPath(input: unknown): AppPath | null {
  const url = clean(input);
  const shape = /^(\/[^?#]*)(\?[^#]*)?/.exec(url) as unknown as [string, string, string?] | null;
  return shape && { url, route: routeOf(segmentsOf(shape[1]), shape[2]) };
}

export const parseTarget = (input: unknown): LinkTarget | null => parseLink(input) ?? parseAppPath(input);
