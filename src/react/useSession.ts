import { useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { configure, linkState, mountProvider } from '../app';
import type { Provider } from '../providers';
import type { Config, LinkContextType } from '../types';
import { LinkContext } from './useLinkContext';

/** The session's state as the context shows it. Its identity changes only when a value in it changes. */
export function useLinkValue(): LinkContextType {
  const link = useSyncExternalStore(linkState.subscribe, linkState.get, linkState.get);
  // The effects of everything below the provider have run by then.
  useEffect(() => linkState.show(link), [link]);
  return useMemo(() => {
    const { url: linkUrl = null, route: linkRoute = null, type: linkType = null } = link ?? {};
    const isLinkProcessed = link !== undefined;
    return { isLinkProcessed, linkUrl, linkRoute, linkType, link: link ?? null, clearLink: linkState.take };
  }, [link]);
}

/** Starts the session with the first provider. */
export function useSession(config: Config, isDeaf = false): LinkContextType {
  const isNested = useContext(LinkContext) !== null;
  const [provider] = useState<Provider>({});
  useEffect(() => mountProvider(provider, isNested), [isNested, provider]);
  // It ignores a provider that is not mounted there.
  useEffect(() => configure(provider, config, isDeaf), [provider, config, isDeaf]);
  return useLinkValue();
}
