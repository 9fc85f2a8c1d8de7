import type { NavigationContainerRef } from '@react-navigation/native';
import { useEffect } from 'react';
import { useLinkContext } from 'react-native-deferred-link';

import type { RootStackParamList } from './RootStackParamList';
import { stateForRoute } from './stateForRoute';

/** Takes the person to the link's screen, then clears the link so that it is followed once. */
export function useLinkNavigation(navigation: NavigationContainerRef<RootStackParamList>, isReady: boolean) {
  const { linkRoute, clearLink } = useLinkContext();

  useEffect(() => {
    if (!isReady || linkRoute === null) return;
    navigation.resetRoot(stateForRoute(linkRoute));
    clearLink();
  }, [navigation, isReady, linkRoute, clearLink]);
}
