import { noteRouterLink } from '../expo-router/routerLink';
import { resetHandOver } from '../react-navigation/handOver';
import { forgetOpened } from '../react-navigation/openedLinks';
import { app, createLaunch, linkState, outbox, ports } from '../runtime';
import { createMortalWorld } from './createMortalWorld';

/** A session that began before this module was loaded can't be ended. It is held instead, and publishes nothing. */
let end = () => app.launch.running?.setConsent('pending');
let tap: ((url: string) => boolean) | undefined;

function launch() {
  const mortal = createMortalWorld(outbox);
  app.launch = createLaunch(mortal.world);
  ({ end, tap } = mortal);
}

/** A link is tapped; tells whether the session of a real provider has heard it. */
export const tapLink = (url: string) => tap?.(url) === true;

if (!app.launch.running) launch();

/**
 * Makes the next provider that mounts start anew, as if the app had been closed: a first run, unless the storage
 * says otherwise. Ends the timers and listeners of the session so far, and forgets its link, its events and
 * which messages were logged already. Call it after each test; Testing Library has unmounted the app by then.
 *
 * @example
 * afterEach(resetLinkSession);
 */
export function resetLinkSession(): void {
  end();
  app.launch.latest = undefined;
  launch();
  outbox.discard();
  outbox.onNews(() => {});
  ports.log.said.clear();
  linkState.publish(undefined);
  noteRouterLink(null);
  resetHandOver();
  forgetOpened();
}
