import { useEffect, useRef } from 'react';
import { reasonOf } from '../core/reasonOf';
import { linkState, reportError } from '../runtime';
import type { LinkType } from '../types';
import { useLinkContext } from './useLinkContext';

/** A link that was found, as `useLinkEvent` hands it out. */
export interface LinkEvent {
  /** The link as it arrived, or as the service resolved it. */
  url: string;
  /** Its path and query, such as `/product/42?ref=mail`. */
  route: string;
  type: LinkType;
}

/**
 * Calls back exactly once per link, with those found before it was mounted too, and clears it: for apps that
 * navigate by themselves. With several of these mounted, one of them gets the link.
 *
 * @example
 * useLinkEvent(({ route }) => router.push(route));
 */
export function useLinkEvent(handler: (link: LinkEvent) => void): void {
  // Outside a provider no link would ever come, without a word.
  useLinkContext();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });

  useEffect(() => {
    function deliver() {
      const link = linkState.take();
      if (!link) return;
      try {
        latest.current(link);
      } catch (error) {
        // Thrown on, it would end in the session, or unmount the app.
        reportError(`A useLinkEvent handler failed: ${reasonOf(error)}.`);
      }
    }
    deliver();
    return linkState.subscribe(deliver);
  }, []);
}
