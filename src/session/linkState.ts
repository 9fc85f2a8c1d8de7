import { jsonOf } from '../core/jsonOf';
import type { SessionState } from '../core/sessionState';
import type { Link } from '../types';

/** The one value that the library tells the app, and its listeners. */
export function createLinkState(told: SessionState['told'], reportFailure: (what: string, error: unknown) => void) {
  const listeners = new Set<() => void>();

  function publish(next: SessionState['told']) {
    // An app that still holds the same link sees no change.
    const json = jsonOf(next);
    if (json === undefined || json !== jsonOf(told)) told = next;
    for (const listener of [...listeners]) {
      try {
        listener();
      } catch (error) {
        // One listener must not keep the link from the others, nor stop the session.
        reportFailure('A listener failed when it heard of a link', error);
      }
    }
  }

  /** Hands the link out and clears it in one step, so that exactly one taker gets it. */
  function take(): Link | null {
    const link = told;
    if (!link) return null;
    publish(null);
    return link;
  }

  return {
    get: () => told,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    publish,
    take,
    clear: () => void take(),
  };
}

export type LinkState = ReturnType<typeof createLinkState>;
