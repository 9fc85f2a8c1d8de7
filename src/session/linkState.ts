import type { FoundLink } from './resolveLink';

export type SessionState = { phase: 'looking' } | { phase: 'done'; link: FoundLink | null };

/** The one value that the library tells the app, and who listens to it. */
export function createLinkState(initial: SessionState) {
  let state = initial;
  const listeners = new Set<() => void>();

  function publish(link: FoundLink | null) {
    if (state.phase === 'done' && state.link === link) return;
    state = { phase: 'done', link };
    listeners.forEach((listener) => listener());
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    publish,
    clear() {
      if (state.phase === 'done') publish(null);
    },
  };
}

export type LinkState = ReturnType<typeof createLinkState>;
