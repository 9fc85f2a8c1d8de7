import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { configure, linkState, mountProvider } from '../app';
import type { Provider } from '../providers';
import type { Config, LinkContextType } from '../types';

export const LinkContext = createContext<LinkContextType | null>(null);

/** The session's state as the context shows it. Its identity changes only when a value in it changes. */
export function useLinkValue(): LinkContextType {
  const link = useSyncExternalStore(linkState.subscribe, linkState.get, linkState.get);
  const isLinkProcessed = link !== undefined;
  return useMemo(() => {
    const { url: linkUrl = null, route: linkRoute = null, type: linkType = null } = link ?? {};
    return { isLinkProcessed, linkUrl, linkRoute, linkType, link: link ?? null, clearLink: linkState.take };
  }, [isLinkProcessed, link]);
}

/** Starts the session with the first provider. A provider inside another one decides nothing. */
export function useSession(config: Config, isDeaf = false): LinkContextType {
  const isNested = useContext(LinkContext) !== null;
  const [provider] = useState<Provider>({});
  useEffect(() => (isNested ? undefined : mountProvider(provider)), [isNested, provider]);
  // It ignores a provider that is not mounted there.
  useEffect(() => configure(provider, config, isDeaf), [provider, config, isDeaf]);
  return useLinkValue();
}

/** The state of the search for a link. Once `isLinkProcessed` is true, go to `linkRoute` and call `clearLink()`. */
export function useLinkContext(): LinkContextType {
  const context = useContext(LinkContext);
  if (context) return context;
  const advice = __DEV__ ? ': wrap your root component in one. If it is, your bundle holds the library twice.' : '';
  throw new Error(`[Link] useLinkContext() needs a LinkProvider above it${advice}`);
}
