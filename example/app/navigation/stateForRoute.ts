import { getStateFromPath } from '@react-navigation/native';

import { linkPaths } from './linkPaths';

/** A link may name a screen of a newer version of the app; the shop's door is always open. */
export function stateForRoute(route: string) {
  return getStateFromPath(route, linkPaths) ?? { routes: [{ name: 'Home' as const }] };
}
