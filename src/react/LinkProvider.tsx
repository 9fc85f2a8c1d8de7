import { useEffect, useMemo, useSyncExternalStore, type JSX } from 'react';
import { advise, configure, linkState } from '../runtime';
import type { LinkContextType, LinkProviderProps } from '../types';
import { LinkContext } from './LinkContext';

let mounted = 0;

/** Looks for the link that led here, once per app start, and tells `useLinkContext()` what it found. */
export function LinkProvider({ config, children }: LinkProviderProps): JSX.Element {
  const state = useSyncExternalStore(linkState.subscribe, linkState.get, linkState.get);

  useEffect(() => configure(config), [config]);

  useEffect(() => {
    if (++mounted > 1 && __DEV__)
      advise('More than one LinkProvider is mounted; they share one session. Keep the outermost.');
    return () => void mounted--;
  }, []);

  useEffect(() => {
    if (__DEV__ && children === undefined) advise('LinkProvider has no children: wrap your app in it.');
  }, [children]);

  const value = useMemo<LinkContextType>(() => {
    const link = state.phase === 'done' ? state.link : null;
    return {
      isLinkProcessed: state.phase === 'done',
      linkUrl: link?.url ?? null,
      linkRoute: link?.route ?? null,
      linkType: link?.type ?? null,
      clearLink: linkState.clear,
    };
  }, [state]);

  return <LinkContext.Provider value={value}>{children}</LinkContext.Provider>;
}
