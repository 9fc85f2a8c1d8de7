import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { linkState, ports } from '../runtime';
import type { Link } from '../types';
import { useLinkContext } from './useLinkContext';

/**
 * Calls back exactly once per link, with those found before it was mounted too, and clears it: for apps that
 * navigate by themselves. With several of these mounted, one of them gets the link.
 *
 * @example
 * useLinkEvent(({ route }) => router.push(route));
 */
export function useLinkEvent(handler: (link: Link) => void): void {
  // Outside a provider no link would ever come, without a word.
  useLinkContext();
  const link = useSyncExternalStore(linkState.subscribe, linkState.get, linkState.get);
  const [shown, show] = useState<Link>();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });

  // One commit later than the context shows the link: a navigator that the app mounts by it has then run its
  // effects too, wherever it stands in the tree, and can be told where to go.
  // eslint-disable-next-line react-hooks/set-state-in-effect -- to have that commit
  useEffect(() => void (link && show(link)), [link]);

  useEffect(() => {
    // Whoever comes first takes it; a newer one has a commit of its own.
    if (!shown || linkState.get() !== shown) return;
    linkState.take();
    try {
      latest.current(shown);
    } catch (error) {
      // Thrown on, it would unmount the app.
      ports.reportFailure('A useLinkEvent handler failed', error);
    }
  }, [shown]);
}
