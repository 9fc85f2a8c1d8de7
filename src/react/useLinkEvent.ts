import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { linkState, ports } from '../app';
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
  const link = useSyncExternalStore(linkState.subscribeTaker, linkState.forTaker, linkState.forTaker);
  const [shown, show] = useState<Link>();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });

  // The handler runs one commit after the context shows the link. If the app mounts a navigator because of the link,
  // the navigator has then run its effects, wherever it stands in the tree, and can be told where to go.
  // eslint-disable-next-line react-hooks/set-state-in-effect -- to have that commit
  useEffect(() => void (link && show(link)), [link]);

  useEffect(() => {
    // Another hook may have taken it, or a newer link may have replaced it.
    if (!shown || linkState.forTaker() !== shown) return;
    linkState.take();
    try {
      latest.current(shown);
    } catch (error) {
      // If we threw it on, it would unmount the app.
      ports.reportFailure('useLinkEvent', error);
    }
  }, [shown]);
}
