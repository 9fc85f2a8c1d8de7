import { linkState } from '../runtime';
import type { LinkType } from '../types';
import { testLink, type TestLinkFacts } from './testLink';

/**
 * A link reaches the app under test, as if it had been tapped. `facts` set its type, such as `deferred`, or give it
 * data. Call it inside `act`.
 *
 * @example
 * act(() => openLink('https://shop.example/product/42'));
 * act(() => openLink('/invite', { data: { invitedBy: 'Ada' }, match: { by: 'clickId', confidence: 1 } }));
 */
export function openLink(url: string, facts?: LinkType | TestLinkFacts): void {
  linkState.publish(testLink(url, typeof facts === 'string' ? { type: facts } : facts));
}
