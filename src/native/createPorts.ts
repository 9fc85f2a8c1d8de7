import { AppState, Linking, Platform } from 'react-native';
import type { Clock, Ports } from '../ports';
import { clipboardHasUrl, clipboardText } from './clipboard';
import { systemClock } from './clock';
import { device, installTime } from './device';
import { createPost } from './http';
import { installReferrer } from './installReferrer';
import { createStore } from './keyValueStore';
import { log, reportFailure } from './log';

// Mocks give back less than a subscription, or nothing.

function onLink(listener: (url: unknown) => void) {
  const subscription = Linking.addEventListener('url', (event: { url?: unknown } | null) => listener(event?.url));
  return () => subscription?.remove?.();
}

/** On its way between the two, iOS passes through `inactive`, which counts as neither of them. */
function onForeground(listener: (isForeground: boolean) => void) {
  const subscription = AppState.addEventListener('change', (state) => {
    if (state === 'active' || state === 'background') listener(state === 'active');
  });
  return () => subscription?.remove?.();
}

/**
 * The phone, as the rest of the library sees it, until `end` is called: that ends timers and listeners, and nothing is
 * said from then on. Nothing is read yet, as tests set much after the import.
 */
export function createPorts(): Ports & { end(): void } {
  const endings = new Set<() => void>();
  let isOver = false;

  const clock: Clock = {
    ...systemClock,
    after(ms, run) {
      const end = () => {
        endings.delete(end);
        callOff();
      };
      const callOff = systemClock.after(ms, () => {
        endings.delete(end);
        run();
      });
      endings.add(end);
      return end;
    },
  };

  const listening =
    <Listener>(listen: (listener: Listener) => () => void) =>
    (listener: Listener) => {
      const end = listen(listener);
      endings.add(end);
      return end;
    };

  return {
    get os() {
      return Platform.OS;
    },
    clock,
    random: () => Math.random(),
    log: {
      ...log,
      error: (what, reason) => isOver || log.error(what, reason),
      advise: (message, level) => isOver || log.advise(message, level),
    },
    reportFailure,
    post: createPost(clock),
    createStore,
    initialLink: () => Linking.getInitialURL(),
    onLink: listening(onLink),
    onForeground: listening(onForeground),
    installReferrer,
    installTime,
    device,
    clipboardHasUrl,
    clipboardText,
    end() {
      isOver = true;
      endings.forEach((ending) => ending());
    },
  };
}
