import { jsonOf } from '../core/attempt';
import { copyLink } from '../core/linkFromTarget';
import type { SessionEvent, SessionState, Unopened } from '../core/sessionState';
import type { Ports } from '../ports';
import type { Link } from '../types';

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
    observers: new Set<(link: Link) => void>(),
    /** The newest link that the app was told while nobody observed. */
    unobserved: undefined as Link | undefined,
  };
  const { listeners, observers } = state;

  const forTaker = (): SessionState['told'] => (state.told === null ? (state.unopened?.link ?? null) : state.told);

  /** One listener must not keep the link from the others, nor stop the session. One that has gone is not called. */
  function call<T>(what: 'useLinkEvent' | 'onLink', all: Set<(link: T) => void>, listener: (link: T) => void, link: T) {
    try {
      if (all.has(listener)) listener(link);
    } catch (error) {
      reportFailure(what, error);
    }
  }

  const notify = () => [...listeners].forEach((listener) => call('useLinkEvent', listeners, listener, undefined));

  /** The first observer gets the link that waits for one. */
  function catchUp() {
    const { unobserved } = state;
    const [first] = observers;
    if (!unobserved || !first) return;
    state.unobserved = undefined;
    call('onLink', observers, first, unobserved);
  }

  /** The app is told a link. */
  function tell(link: Link) {
    catchUp();
    if (!observers.size) state.unobserved = link;
    [...observers].forEach((observer) => call('onLink', observers, observer, link));
  }

  function publish(next: SessionState['told']) {
    // An app that still holds the same link sees no change.
    const json = jsonOf(next);
    if (json === undefined || json !== jsonOf(state.told)) state.told = next;
    if (next) tell(next);
    else if (next === undefined) state.unobserved = undefined;
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
    /** Calls `listener` with each link that the app is told from now on, and with one that waited for an observer. */
    observe(listener: (link: Link) => void): () => void {
      // The same function may observe twice. What it does to its link is its own affair.
      const observer = (link: Link) => listener(copyLink(link, link.type) ?? link);
      observers.add(observer);
      // An effect that React runs twice has been undone by then.
      void Promise.resolve().then(catchUp);
      return () => void observers.delete(observer);
    },
    publish,
    show(link: SessionState['told']) {
      state.shown = link;
      notify();
    },
    isShown: () => state.shown === state.told,
    /** Consent is denied: no observer gets a deferred link that was found before. */
    forget() {
      if (state.unobserved?.type === 'deferred') state.unobserved = undefined;
    },
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
      const link = forTaker();
      if (!link) return;
      const isOffered = state.unopened?.phase === 'offered';
      state.unopened = null;
      // The app is told a link of an earlier launch when it gets it.
      if (isOffered) tell(link);
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
