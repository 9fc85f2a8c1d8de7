import { app, linkState, outbox, ports } from '../app';
import { noteRouterLink } from '../expo-router/routerLink';
import { resetHandOver } from '../react-navigation/handOver';
import { forgetOpened } from '../react-navigation/openedLinks';

/**
 * Lets the next provider start as if the app had been closed: a first run, unless storage says otherwise. Ends the
 * session's timers and listeners, and forgets its link, its events and which messages it logged. Call it after each
 * test; Testing Library has unmounted the app by then.
 *
 * @example
 * afterEach(resetLinkSession);
 */
export function resetLinkSession(): void {
  app.reset();
  outbox.discard();
  outbox.onNews(() => {});
  ports.log.said.clear();
  linkState.offer(null);
  linkState.publish(undefined);
  noteRouterLink(null);
  resetHandOver();
  forgetOpened();
}
