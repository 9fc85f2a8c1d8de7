import type { JSX } from 'react';
import type { LinkProviderProps } from '../types';
import { useDevelopmentAdvice } from './useDevelopmentAdvice';
import { LinkContext } from './useLinkContext';
import { useSession } from './useSession';

/** Looks for the link that led here, once per app start, and tells `useLinkContext()` what it found. */
export function LinkProvider({ config, children }: LinkProviderProps): JSX.Element {
  const value = useSession(config);
  // eslint-disable-next-line react-hooks/rules-of-hooks -- the same for the whole life of a build
  if (__DEV__) useDevelopmentAdvice(children);
  return <LinkContext.Provider value={value}>{children}</LinkContext.Provider>;
}
