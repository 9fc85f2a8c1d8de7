import { linkOf } from '../core/linkOf';
import { parseTarget } from '../core/parseLink';
import type { Link, LinkType } from '../types';

/** What a test says of a link beside its URL. */
export interface TestLinkFacts {
  /**
   * How it reached the app.
   * @default by its scheme; `deferred` for a path
   */
  type?: LinkType | undefined;
  data?: Link['data'] | undefined;
  match?: Link['match'] | undefined;
}

/** The link that the session would publish; a mistake in a test is an error. */
export function testLink(text: string, { type, data = null, match = null }: TestLinkFacts = {}): Link {
  const target = parseTarget(text);
  if (!target) throw new Error(`[Link] ${JSON.stringify(text)} is neither a link nor a path such as /product/42.`);
  return linkOf({ ...target, data, match }, type ?? target.type ?? 'deferred');
}
