import { useEffect, useRef } from 'react';
import { linkState } from '../app';
import type { Link } from '../types';
import { useLinkContext } from './useLinkContext';

/**
 * Calls `handler` exactly once for each link, and clears the link. It is meant for apps that navigate by themselves.
 * A link that was found before the hook was mounted waits for it. If several hooks are mounted, one gets the link.
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
