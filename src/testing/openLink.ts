import { linkState } from '../runtime';
import type { LinkType } from '../types';
import { foundLink } from './foundLink';

/**
 * A link reaches the app under test, as if it had been tapped; `type` makes it another kind, such as `deferred`.
 * Call it inside `act`.
 *
 * @example
 * act(() => openLink('https://shop.example/product/42'));
 */
export function openLink(url: string, type?: LinkType): void {
  linkState.publish(foundLink(url, type));
}
