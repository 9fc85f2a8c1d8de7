import { useLinkEvent } from '../react/useLinkEvent';
import type { Link } from '../types';
import { takeRouterLink } from './routerLink';

/**
 * Opens each link exactly once, except those that Expo Router has opened by itself. Call it in the root layout, below
 * the provider.
 *
 * @example
 * useLinkRoute((route) => router.push(route as Href));
 * @example
 * // Passes on what came with the link; the screen reads it with useLocalSearchParams().
 * useLinkRoute((route, { pathname, params, data }) => {
 *   router.push({ pathname, params: { ...params, invitedBy: String(data?.invitedBy ?? '') } });
 * });
 */
export function useLinkRoute(open: (route: string, link: Link) => void): void {
  useLinkEvent((link) => {
    // A deferred link never went through Expo Router.
    if (link.type === 'deferred' || !takeRouterLink(link.url)) open(link.route, link);
  });
}
