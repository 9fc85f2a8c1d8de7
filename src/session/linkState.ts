import { jsonOf } from '../core/attempt';
import type { SessionEvent, SessionState, Unopened } from '../core/sessionState';
import type { Ports } from '../ports';

/** Learns that somebody can hand over the link of an earlier launch, and that a link was taken. */
type Watcher = (event: SessionEvent & { type: 'claimed' | 'taken' }) => void;

/** The one value that the library tells the app, and its listeners. */
export function createLinkState(told: SessionState['told'], reportFailure: Ports['reportFailure']) {
  const state = {
    told,
    /** A link of an earlier launch, which only those get who take links. */
    unopened: null as Unopened | null,
    /** What the provider has committed. If the app mounts a navigator because of a link, that is ready by then. */
    shown: undefined as SessionState['told'],
    watcher: undefined as Watcher | undefined,
    listeners: new Set<() => void>(),
  };
  const { listeners } = state;

  const forTaker = (): SessionState['told'] => (state.told === null ? (state.unopened?.link ?? null) : state.told);

  function notify() {
    for (const listener of [...listeners]) {
      try {
        listener();
      } catch (error) {
        // One listener must not keep the link from the others, nor stop the session.
        reportFailure('useLinkEvent', error);
      }
    }
  }

  function publish(next: SessionState['told']) {
    // An app that still holds the same link sees no change.
    const json = jsonOf(next);
    if (json === undefined || json !== jsonOf(state.told)) state.told = next;
    notify();
  }

  return {
    get: () => state.told,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      // What is there already is told once all that mounts together with the listener is mounted.
      void Promise.resolve().then(notify);
      return () => void listeners.delete(listener);
    },
    publish,
    show(link: SessionState['told']) {
      state.shown = link;
      notify();
    },
    isShown: () => state.shown === state.told,
    /** Offers a link of an earlier launch to those who take links; `null` withdraws it. */
    offer(unopened: Unopened | null) {
      state.unopened = unopened;
      notify();
    },
    /** What those who take links may take: the link that the app was told, or one of an earlier launch. */
    forTaker,
    /** Whether the link can be handed over now. One of an earlier launch is erased first; listeners hear of that. */
    claim(): boolean {
      if (state.told) return true;
      state.watcher?.({ type: 'claimed' });
      return state.unopened?.phase === 'offered';
    },
    /** The link is taken: it is cleared in one step, so that exactly one taker gets it. */
    take() {
      if (!forTaker()) return;
      state.unopened = null;
      publish(null);
      state.watcher?.({ type: 'taken' });
    },
    /** For the session of the running launch. */
    watch(watcher: Watcher | undefined) {
      state.watcher = watcher;
    },
  };
}

export type LinkState = ReturnType<typeof createLinkState>;
