import { app, linkState } from '../app';
import type { LinkType } from '../types';
import { testLink, type TestLinkFacts } from './testLink';

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
  const isTapped = facts === undefined && link.type !== 'deferred' && app.launch?.session.receive(url);
  if (!isTapped) linkState.publish(link);
}
