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
  useLinkEvent(({ url, route, type }) => {
    // A deferred link never went through Expo Router.
    if (type === 'deferred' || !takeLeftLink(url)) open(route);
  });
}
