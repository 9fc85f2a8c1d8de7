import type { JSX } from 'react';
import type { LinkProviderProps } from '../types';
import { LinkContext } from './useLinkContext';
import { useSession } from './useSession';

/** Looks for the link that led here, once per app start. Wrap your root in it, once. */
export function LinkProvider({ config, children }: LinkProviderProps): JSX.Element {
  return <LinkContext.Provider value={useSession(config)}>{children}</LinkContext.Provider>;
}
