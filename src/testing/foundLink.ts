import { parseTarget } from '../core/parseLink';
import type { FoundLink } from '../session/linkState';
import type { LinkType } from '../types';

/** The link that the session would publish for `url`; a mistake in a test is an error. */
export function foundLink(text: string, type?: LinkType): FoundLink {
  const link = parseTarget(text);
  if (!link) throw new Error(`[Link] ${JSON.stringify(text)} is neither a link nor a path such as /product/42.`);
  return { url: link.url, route: link.route, type: type ?? link.type ?? 'deferred' };
}
