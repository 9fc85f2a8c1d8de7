import { jsonOf } from '../core/jsonOf';
import type { SessionState } from '../core/sessionState';
import type { Link } from '../types';

/** Who learns about takers: the session of the running launch. */
export interface Watcher {
  /** Somebody who takes links is there, or the last one is gone. */
  takers(isPresent: boolean): void;
  taken(link: Link): void;
}

/** The one value that the library tells the app, and its listeners. */
export function createLinkState(told: SessionState['told'], reportFailure: (what: string, error: unknown) => void) {
  const listeners = new Set<() => void>();
  const takers = new Set<() => void>();
  let watcher: Watcher | undefined;
  /** A link of an earlier launch, which only takers get. */
  let offered: Link | null = null;

  const forTaker = () => (told === null ? offered : told);

  function notify() {
    for (const listener of [...listeners, ...takers]) {
      try {
        listener();
      } catch (error) {
        // One listener must not keep the link from the others, nor stop the session.
        reportFailure('A listener failed when it heard of a link', error);
      }
    }
  }

  function publish(next: SessionState['told']) {
    // An app that still holds the same link sees no change.
    const json = jsonOf(next);
    if (json === undefined || json !== jsonOf(told)) told = next;
    notify();
  }

  function offer(link: Link | null) {
    if (link === offered) return;
    offered = link;
    notify();
  }

  /** Hands the link out and clears it in one step, so that exactly one taker gets it. */
  function take(): Link | null {
    const link = forTaker();
    if (!link) return null;
    if (told) publish(null);
    else offer(null);
    watcher?.taken(link);
    return link;
  }

  return {
    get: () => told,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** What a taker may take: the link that the app was told, or one of an earlier launch. */
    forTaker,
    /** For those who take links: a `useLinkEvent`, or a linking object. */
    subscribeTaker(listener: () => void): () => void {
      takers.add(listener);
      watcher?.takers(true);
      return () => {
        takers.delete(listener);
        watcher?.takers(takers.size > 0);
      };
    },
    watch(next: Watcher | undefined) {
      watcher = next;
      if (takers.size) next?.takers(true);
    },
    publish,
    offer,
    take,
    clear: () => void take(),
  };
}

export type LinkState = ReturnType<typeof createLinkState>;
