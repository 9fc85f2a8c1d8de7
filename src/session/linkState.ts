import type { LinkType } from '../types';

export interface FoundLink {
  url: string;
  route: string;
  type: LinkType;
}

/** `undefined` while the search goes on, `null` when it has ended without a link or the link was taken. */
export type SessionState = FoundLink | null | undefined;

/** The one value that the library tells the app, and who listens to it. */
export function createLinkState(state: SessionState) {
  const listeners = new Set<() => void>();

  function publish(next: SessionState) {
    state = next;
    listeners.forEach((listener) => listener());
  }

  /** Hands the link out and clears it in one step, so that exactly one taker gets it. */
  function take(): FoundLink | null {
    const link = state;
    if (!link) return null;
    publish(null);
    return link;
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    publish,
    take,
    clear: () => void take(),
  };
}

export type LinkState = ReturnType<typeof createLinkState>;
