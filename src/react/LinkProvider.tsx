import { useEffect, type JSX } from 'react';
import { advise, configure } from '../runtime';
import type { LinkProviderProps } from '../types';
import { LinkContext } from './LinkContext';
import { useLinkValue } from './useLinkValue';

let mounted = 0;

/** Looks for the link that led here, once per app start, and tells `useLinkContext()` what it found. */
export function LinkProvider({ config, children }: LinkProviderProps): JSX.Element {
  const value = useLinkValue();

  useEffect(() => configure(config), [config]);

  useEffect(() => {
    if (++mounted > 1 && __DEV__)
      advise('More than one LinkProvider is mounted; they share one session. Keep the outermost.');
    return () => void mounted--;
  }, []);

  useEffect(() => {
    if (__DEV__ && children === undefined) advise('LinkProvider has no children: wrap your app in it.');
  }, [children]);

  return <LinkContext.Provider value={value}>{children}</LinkContext.Provider>;
}
