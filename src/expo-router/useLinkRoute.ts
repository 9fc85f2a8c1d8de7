import { useLinkEvent } from '../react/useLinkEvent';
import { app, ports } from '../app';
import type { Link } from '../types';
import { hasRouterAsked, takeRouterLink } from './routerLink';
import { useUnchangedPathAdvice } from './useUnchangedPathAdvice';

/**
 * Calls `open` exactly once with each link, except those that Expo Router opens by itself. Call it in the root layout,
 * below the provider.
 *
 * @example
 * useLinkRoute((route) => router.push(route as Href));
 * @example
 * // Passes on the link's data; the screen reads it with useLocalSearchParams().
 * useLinkRoute((route, { pathname, params, data }) => {
 *   router.push({ pathname, params: { ...params, invitedBy: String(data?.invitedBy ?? '') } });
 * });
 */
export function useLinkRoute(open: (route: string, link: Link) => void): void {
  const watch = useUnchangedPathAdvice();
  useLinkEvent((link) => {
    // A deferred link never went through Expo Router.
    const isDeferred = link.type === 'deferred';
    // Below a TestLinkProvider there is no session, and no need of the file.
    if (__DEV__ && !isDeferred && !hasRouterAsked() && app.current()?.session)
      ports.log.advise(
        'Expo Router opens links too, because createNativeIntent was never called: add +native-intent.ts to your ' +
          'routes folder (https://github.com/react-native-deferred-link/react-native-deferred-link/blob/main/docs/' +
          'expo-router.md).'
      );
    if (!isDeferred && takeRouterLink(link.url)) return;
    watch(link);
    open(link.route, link);
  });
}
