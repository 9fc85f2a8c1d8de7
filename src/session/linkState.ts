import { jsonOf } from '../core/attempt';
import type { SessionState } from '../core/sessionState';
import type { Ports } from '../ports';
import type { Link } from '../types';

/** Who learns about takers: the session of the running launch. */
export interface Watcher {
  /** Somebody who takes links is there, or the last one is gone. */
  takers(isPresent: boolean): void;
  taken(link: Link): void;
}

/** The one value that the library tells the app, and its listeners. */
export function createLinkState(told: SessionState['told'], reportFailure: Ports['reportFailure']) {
  const state = {
    told,
    /** A link of an earlier launch, which only takers get. */
    offered: null as Link | null,
    watcher: undefined as Watcher | undefined,
    listeners: new Set<() => void>(),
    takers: new Set<() => void>(),
  };
  const { listeners, takers } = state;

  const forTaker = () => (state.told === null ? state.offered : state.told);

  const countTakers = () => state.watcher?.takers(takers.size > 0);

  function notify() {
    for (const listener of [...listeners, ...takers]) {
      try {
        listener();
      } catch (error) {
        // One listener must not keep the link from the others, nor stop the session.
        reportFailure('listener', error);
      }
    }
  }

  function publish(next: SessionState['told'], offered: Link | null = null) {
    // An app that still holds the same link sees no change.
    const json = jsonOf(next);
    if (json === undefined || json !== jsonOf(state.told)) state.told = next;
    state.offered = offered;
    notify();
  }

  /** The link is taken: it is cleared in one step, so that exactly one taker gets it. */
  function take() {
    const link = forTaker();
    if (!link) return;
    publish(null);
    state.watcher?.taken(link);
  }

  return {
    get: () => state.told,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** What a taker may take: the link that the app was told, or one of an earlier launch. */
    forTaker,
    /** For those who take links: a `useLinkEvent`, or a linking object. */
    subscribeTaker(listener: () => void): () => void {
      takers.add(listener);
      countTakers();
      return () => {
        takers.delete(listener);
        countTakers();
      };
    },
    watch(watcher: Watcher | undefined) {
      state.watcher = watcher;
      countTakers();
    },
    publish,
    take,
  };
}

export type LinkState = ReturnType<typeof createLinkState>;
