import type { Phase, SessionEvent, SessionState } from '../core/sessionState';
import type { createQuestions } from './questions';
import type { SessionParts } from './SessionParts';

/** The pauses before a match without an answer is asked again, unless the service names another one. */
const PAUSES_MS = [2000, 5000, 10_000];

/** When a match without an answer is asked again, and what else the session does when the person comes back. */
export function createReturns(
  { ports: { os, clock }, settings, install }: SessionParts,
  { launching, hasTime }: ReturnType<typeof createQuestions>,
  state: () => SessionState,
  send: (event: SessionEvent) => void
) {
  /** Whether the app came back since the match was asked for: the system cuts the requests of an app that is away. */
  let hasReturned: boolean;

  function retry() {
    hasReturned = true;
    const ends = clock.elapsed() + settings.lateLinkMs;
    if (install.mayAskAgain()) send({ type: 'returned', by: state().search, ends, tries: 1 });
  }

  return {
    retry,

    /** A match is asked for. */
    begin() {
      hasReturned = false;
    },

    /** It got no answer: it is asked again in this visit, after a pause, and whenever the person comes back. */
    end(search: Phase<'unanswered'>) {
      if (hasReturned) return retry();
      const { ends, tries, retryAfterMs } = search;
      const pause = PAUSES_MS[tries];
      const ms = retryAfterMs ?? pause;
      if (pause && ms && hasTime({ ends: ends - ms }))
        clock.after(ms, () => send({ type: 'returned', by: search, ends, tries: tries + 1 }));
    },

    /** Only Android makes a new activity in a living process, and sends no event for the link that made it. */
    readNewActivity() {
      if (os !== 'android' || state().search.phase === 'launching') return;
      void launching().then(send);
    },
  };
}
