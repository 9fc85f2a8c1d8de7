import type { Link } from '../types';

/** A prefix of our own, since a deferred link's host is rarely one of the app's prefixes. */
export const PREFIX = 'deferred-link://';

/** Escapes percent signs that can't be decoded: React Navigation before 7.3 decodes in render, and would throw. */
function escapeBroken(escapes: string): string {
  try {
    decodeURIComponent(escapes);
    return escapes;
  } catch {
    return escapes.replace(/%(?![0-7][\da-f])/gi, '%25');
  }
}

/** The URL that React Navigation gets for a link. */
export function urlOf({ route }: Link): string {
  const [path = '', ...query] = route
    .slice(1)
    .replace(/(%[\da-f]{2})+|%/gi, escapeBroken)
    .split('?');
  // React Navigation 6 cuts a query at its second question mark.
  return `${PREFIX}${path}${query.length ? `?${query.join('%3F')}` : ''}`;
}
