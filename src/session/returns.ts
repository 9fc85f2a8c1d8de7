import type { SessionEvent, SessionState } from '../core/sessionState';
import type { createQuestions } from './questions';
import type { SessionParts } from './SessionParts';

/** What the session does when the person comes back to the app. */
export function createReturns(
  { ports, settings, install }: SessionParts,
  { launching }: ReturnType<typeof createQuestions>,
  state: () => SessionState,
  send: (event: SessionEvent) => void
) {
  /** Whether the app has come back since the match was asked for: the system cuts the requests of an app that is away. */
  let hasReturned: boolean;

  function retry() {
    hasReturned = true;
    if (install.mayAskAgain()) send({ type: 'returned', ends: ports.clock.elapsed() + settings.timeoutMs });
  }

  return {
    retry,

    /** A match is asked for. */
    begin() {
      hasReturned = false;
    },

    /** It got no answer. */
    end() {
      if (hasReturned) retry();
    },

    /** Only Android makes a new activity in a living process, and sends no event for the link that made it. */
    readNewActivity() {
      if (ports.os !== 'android' || state().search.phase === 'launching') return;
      void launching().then(send);
    },
  };
}
