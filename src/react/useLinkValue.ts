import { useMemo, useSyncExternalStore } from 'react';
import { linkState } from '../app';
import type { LinkContextType } from '../types';

/** The session's state as the context shows it. Its identity changes only when a value in it changes. */
export function useLinkValue(): LinkContextType {
  const link = useSyncExternalStore(linkState.subscribe, linkState.get, linkState.get);
  const isLinkProcessed = link !== undefined;
  return useMemo(() => {
    const { url: linkUrl = null, route: linkRoute = null, type: linkType = null } = link ?? {};
    return { isLinkProcessed, linkUrl, linkRoute, linkType, link: link ?? null, clearLink: linkState.clear };
  }, [isLinkProcessed, link]);
}
