import type { Link, LinkType } from '../types';
import type { LinkTarget } from './parseLink';

function decode(text: string): string {
  const spaced = text.replace(/\+/g, ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** The first value of each key. The object has no prototype, so a key such as `__proto__` is a key like any other. */
function paramsOf(query: string): Record<string, string> {
  const params = Object.create(null) as Record<string, string>;
  for (const pair of query.split('&')) {
    const [name = '', ...value] = pair.split('=');
    const key = decode(name);
    if (key && !(key in params)) params[key] = decode(value.join('='));
  }
  return params;
}

/** The link as the app gets it. */
export function linkOf({ url, route, data = null, match = null }: LinkTarget, type: LinkType): Link {
  const [pathname = '', ...query] = route.split('?');
  return { url, route, type, pathname, params: paramsOf(query.join('?')), data, match };
}
