import { useEffect, useRef } from 'react';
import { ports } from '../app';
import { usePathname } from '../native/expoRouter';
import type { Link } from '../types';

/** Expo Router pushes a route within a frame or two. */
const UNCHANGED_AFTER_MS = 1000;

/** Expo Router drops a route that no mounted navigator has, without a word: watches whether a link changes the path. */
export function useUnchangedPathAdvice(): (link: Link) => void {
  const pathname = usePathname();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = pathname;
    return () => void (shown.current = undefined);
  }, [pathname]);

  return ({ pathname: asked }) => {
    const before = shown.current;
    if (!__DEV__ || before === undefined || before === asked) return;
    ports.clock.after(UNCHANGED_AFTER_MS, () => {
      if (shown.current !== before) return;
      ports.log.advise(
        `The app is still at ${before}, a second after useLinkRoute handed over ${asked}. If your callback navigates ` +
          'right away, no mounted navigator has that route: let the root layout render a Stack, and put tabs into a group ' +
          '(https://github.com/react-native-deferred-link/react-native-deferred-link/blob/main/docs/expo-router.md).'
      );
    });
  };
}
