import { useMemo, useSyncExternalStore } from 'react';
import { linkState } from '../runtime';
import type { LinkContextType } from '../types';

/** The session's state in the words of the context; its identity changes only with a value in it. */
export function useLinkValue(): LinkContextType {
  const link = useSyncExternalStore(linkState.subscribe, linkState.get, linkState.get);
  return useMemo(
    () => ({
      isLinkProcessed: link !== undefined,
      linkUrl: link?.url ?? null,
      linkRoute: link?.route ?? null,
      linkType: link?.type ?? null,
      clearLink: linkState.clear,
    }),
    [link]
  );
}
