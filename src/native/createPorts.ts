import { Platform } from 'react-native';
import type { Clock, Ports } from '../ports';
import { onForeground } from './appState';
import { clipboardHasUrl, clipboardText } from './clipboard';
import { systemClock } from './clock';
import { device, installTime } from './device';
import { createPost } from './http';
import { installReferrer } from './installReferrer';
import { createStore } from './keyValueStore';
import { initialLink, onLink } from './linking';
import { log } from './log';
import { reportFailure } from './reportFailure';

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
    get isDevelopment() {
      return __DEV__;
    },
    clock,
    random: () => Math.random(),
    log: {
      ...log,
      error: (message) => isOver || log.error(message),
      advise: (message) => isOver || log.advise(message),
    },
    reportFailure,
    post: createPost(clock),
    createStore,
    initialLink,
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
