import { attempt } from '../core/attempt';
import type { Link } from '../types';

/** A prefix of our own, since a deferred link's host is rarely one of the app's prefixes. */
export const PREFIX = 'deferred-link://';

/** Escapes percent signs that can't be decoded: React Navigation before 7.3 decodes in render, and would throw. */
const escapeBroken = (escapes: string): string =>
  attempt(() => decodeURIComponent(escapes)) === undefined ? escapes.replace(/%(?![0-7][\da-f])/gi, '%25') : escapes;

/** The URL that React Navigation gets for a link. */
export function urlOf({ route }: Link): string {
  const path = route.slice(1).replace(/(%[\da-f]{2})+|%/gi, escapeBroken);
  // React Navigation 6 cuts a query at its second question mark.
  return PREFIX + path.replace(/\?/g, (mark, at: number) => (at > path.indexOf('?') ? '%3F' : mark));
}
