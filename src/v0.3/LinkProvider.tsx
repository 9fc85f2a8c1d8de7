import { useMemo, type JSX } from 'react';
import { LinkContext, useLinkContext as useCurrentContext } from '../react/useLinkContext';
import { useSession } from '../react/useSession';
import type { LinkProviderProps } from '../types';

/** Looks for the deferred link only, because 0.3.x left all other links to the app. */
export function LinkProvider({ config, children }: LinkProviderProps): JSX.Element {
  return <LinkContext.Provider value={useSession(config, true)}>{children}</LinkContext.Provider>;
}

/** The context of 0.3.x: deferred links only. */
export interface DeferredLinkContext {
  /** `true` once the search for a deferred link has ended, with or without a link. */
  deferredLinkProcessed: boolean;
  /** The deferred link, or `null`. */
  deferredLink: string | URL | null;
  /** The path and query of `deferredLink`. */
  route: string | null;
}

/** Returns the state of the search, under the names of 0.3.x. */
export function useLinkContext(): DeferredLinkContext {
  const { isLinkProcessed, linkUrl, linkRoute, linkType } = useCurrentContext();
  const isDeferred = linkType === 'deferred';
  const deferredLink = isDeferred ? linkUrl : null;
  const route = isDeferred ? linkRoute : null;
  return useMemo(
    () => ({ deferredLinkProcessed: isLinkProcessed, deferredLink, route }),
    [isLinkProcessed, deferredLink, route]
  );
}
