import { app, linkState } from '../app';
import { linkFromTarget } from '../core/linkFromTarget';
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
  return linkFromTarget({ ...target, data, match }, type ?? target.type ?? 'deferred');
}

/**
 * A link reaches the app under test, as if it had been tapped. Below the real `LinkProvider` the session receives it: it
 * is resolved if it is short, and wins over the match. With `facts`, which set its type, such as `deferred`, or give it
 * data, and for a path, the app is told at once. Call it inside `act`.
 *
 * @example
 * await act(async () => openLink('https://shop.example/product/42'));
 * await act(async () => openLink('/invite', { data: { invitedBy: 'Ada' }, match: { by: 'clickId', confidence: 1 } }));
 */
export function openLink(url: string, facts?: LinkType | TestLinkFacts): void {
  const link = testLink(url, typeof facts === 'string' ? { type: facts } : facts);
  const { session, isDeaf } = app.current() ?? {};
  if (!session || facts !== undefined || link.type === 'deferred') linkState.publish(link);
  // Below a provider of 0.3.x, a tap is left to the app.
  else if (!isDeaf) session.receive(url);
}
