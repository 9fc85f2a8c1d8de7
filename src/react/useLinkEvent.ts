import { useEffect, useRef } from 'react';
import { linkState } from '../app';
import type { Link } from '../types';
import { useLinkContext } from './useLinkContext';

/**
 * Calls `handler` exactly once with each link, and clears the link. Mount it where you can navigate: a link found
 * earlier waits for it. If several are mounted, one of them gets the link.
 *
 * @example
 * useLinkEvent(({ route }) => router.push(route));
 */
export function useLinkEvent(handler: (link: Link) => void): void {
  // Throws outside a provider, where no link would ever come.
  useLinkContext();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });

  // It doesn't wait for a commit of its own: a screen that is frozen below another one has none.
  useEffect(
    () =>
      linkState.subscribe(() => {
        const link = linkState.forTaker();
        if (!link || !linkState.isShown() || !linkState.claim()) return;
        linkState.take();
        latest.current(link);
      }),
    []
  );
}
