import type { FoundLink } from './resolveLink';

export type SessionState = { phase: 'looking' } | { phase: 'done'; link: FoundLink | null };

/** The one value that the library tells the app, and who listens to it. */
export function createLinkState(initial: SessionState) {
  let state = initial;
  const listeners = new Set<() => void>();

  function set(next: SessionState) {
    state = next;
    listeners.forEach((listener) => listener());
  }

  function publish(link: FoundLink | null) {
    if (state.phase === 'looking' || state.link !== link) set({ phase: 'done', link });
  }

  function take(): FoundLink | null {
    if (state.phase === 'looking') return null;
    const { link } = state;
    publish(null);
    return link;
  }

  return {
    get: () => state,
    set,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    publish,
    /** Hands the link out and clears it in one step, so that exactly one taker gets it. */
    take,
    clear: () => void take(),
  };
}

export type LinkState = ReturnType<typeof createLinkState>;
