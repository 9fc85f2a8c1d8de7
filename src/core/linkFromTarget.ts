import { attempt, decode, jsonOf } from './attempt';
import type { Link, LinkType } from '../types';
import { parseTarget, type LinkTarget } from './parseLink';

const valueOf = (text: string) => decode(text.replace(/\+/g, ' '));

/** A text before and after the first `mark`. */
export function cut(text: string, mark: string): [before: string, after: string] {
  const at = `${text}${mark}`.indexOf(mark);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The first value of each key. The object has no prototype, so a key such as `__proto__` is a key like any other. */
function paramsOf(query: string): Record<string, string> {
  const params = Object.create(null) as Record<string, string>;
  for (const pair of query.split('&')) {
    const [name, value] = cut(pair, '=');
    const key = valueOf(name);
    if (key && !(key in params)) params[key] = valueOf(value);
  }
  return params;
}

export function linkFromTarget({ url, route, data = null, match = null }: LinkTarget, type: LinkType): Link {
  const [pathname, query] = cut(route, '?');
  // Only a deferred link was matched.
  return {
    url,
    route,
    pathname,
    params: paramsOf(query),
    data,
    type,
    match: type === 'deferred' ? match : null,
  } as Link;
}

/** A copy of a link, read again like any other that comes from outside: no change to one changes the other. */
export function copyLink(link: unknown, type: LinkType): Link | undefined {
  const { url, data, match } = Object(
    attempt(() => JSON.parse(String(jsonOf(link))) as unknown)
  ) as Partial<LinkTarget>;
  const target = parseTarget(url);
  return target ? linkFromTarget({ ...target, data, match }, type) : undefined;
}
