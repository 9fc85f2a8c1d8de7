import { app, linkState } from '../app';
import { linkFromTarget } from '../core/linkFromTarget';
import { parseLink, parseTarget, type ParsedLink } from '../core/parseLink';
import type { LinkSession } from '../session/linkSession';
import type { Link, LinkType } from '../types';

/** What a test may set besides the link's URL. */
export interface TestLinkFacts {
  /**
   * How the link reached the app.
   * @default by its scheme; `deferred` for a path
   */
  type?: LinkType | undefined;
  /** The link's `data`. */
  data?: Link['data'] | undefined;
  /** The link's `match`. */
  match?: Link['match'] | undefined;
}

/** The link that the session would publish; `null` for a text that is neither a link nor a path. */
function readTestLink(text: string, { type, data = null, match = null }: TestLinkFacts = {}): Link | null {
  const target = parseTarget(text);
  return target && linkFromTarget({ ...target, data, match }, type ?? target.type ?? 'deferred');
}

/** The same, where a mistake in a test is an error. */
export function testLink(text: string, facts?: TestLinkFacts): Link {
  const link = readTestLink(text, facts);
  if (!link) throw new Error(`[Link] ${JSON.stringify(text)} is neither a link nor a path such as /product/42.`);
  return link;
}

/** Lets the session tell a link as it is. It decides: what the search comes to later doesn't replace the link. */
function tell({ send, state }: LinkSession, link: Link) {
  // It is stored first, as one that the service has found.
  if (link.type === 'deferred') return send({ type: 'resolved', by: state().search, link });
  // One of no web address is never sent to be resolved.
  const direct: ParsedLink = { url: link.url, route: link.route, type: 'scheme', host: '', isShort: false };
  // Without a time, it is no echo of another one.
  send({ type: 'link', link: direct, at: NaN });
  send({ type: 'resolved', by: direct, link });
}

/**
 * Delivers a link to the app under test, as if the system had opened it. It works and returns like the library's own
 * `openLink`, on any host. With a path, or with `facts` that set the link's type, data or match, the app receives the
 * link right away and unresolved. Call it inside `act`.
 *
 * @example
 * await act(async () => openLink('https://shop.example/product/42'));
 * await act(async () => openLink('/invite', { data: { invitedBy: 'Ada' }, match: { by: 'clickId', confidence: 1 } }));
 */
export function openLink(url: string, facts?: LinkType | TestLinkFacts): boolean {
  const link = readTestLink(url, typeof facts === 'string' ? { type: facts } : facts);
  const { session, isDeaf } = app.current() ?? {};
  if (!link) return false;
  // Below a provider of 0.3.x, a tap is left to the app.
  if (session && facts === undefined && link.type !== 'deferred') return !isDeaf && session.receive(parseLink(url));
  if (session) tell(session, link);
  else linkState.publish(link);
  return true;
}
