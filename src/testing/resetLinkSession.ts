import { app, linkState, outbox, ports } from '../app';
import { noteRouterLink } from '../expo-router/routerLink';
import { resetHandOver } from '../react-navigation/handOver';
import { forgetOpened } from '../react-navigation/openedLinks';

/**
 * Makes the next provider that mounts start anew, as if the app had been closed: a first run, unless the storage
 * says otherwise. Ends the timers and listeners of the session so far, and forgets its link, its events and
 * which messages were logged already. Call it after each test; Testing Library has unmounted the app by then.
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
