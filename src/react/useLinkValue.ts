import { useMemo, useSyncExternalStore } from 'react';
import { linkState } from '../runtime';
import type { LinkContextType } from '../types';

/** The session's state in the words of the context; its identity changes only with a value in it. */
export function useLinkValue(): LinkContextType {
  const state = useSyncExternalStore(linkState.subscribe, linkState.get, linkState.get);
  return useMemo(() => {
    const link = state.phase === 'done' ? state.link : null;
    return {
      isLinkProcessed: state.phase === 'done',
      linkUrl: link?.url ?? null,
      linkRoute: link?.route ?? null,
      linkType: link?.type ?? null,
      clearLink: linkState.clear,
    };
  }, [state]);
}
