import type { JSX } from 'react';
import { LinkContext } from '../react/useLinkContext';
import { useSession } from '../react/useSession';
import type { LinkProviderProps } from '../types';

/** Looks for the deferred link only: 0.3.x left all other links to the app. */
export function LinkProvider({ config, children }: LinkProviderProps): JSX.Element {
  return <LinkContext.Provider value={useSession(config, true)}>{children}</LinkContext.Provider>;
}
