import { useLinkEvent } from '../react/useLinkEvent';
import { takeLeftLink } from './leftLink';

/**
 * Opens each link exactly once, except those that Expo Router has opened by itself. For the root layout, below
 * the provider.
 *
 * @example
 * useLinkRoute((route) => router.push(route));
 */
export function useLinkRoute(open: (route: string) => void): void {
  useLinkEvent(({ url, route }) => {
    if (!takeLeftLink(url)) open(route);
  });
}
