import { AppState, Linking, Platform } from 'react-native';
import type { Clock, Ports } from '../ports';
import { clipboard } from './clipboard';
import { systemClock } from './clock';
import { device, installTime, processStart } from './device';
import { createPost } from './http';
import { installReferrer } from './installReferrer';
import { createStore } from './keyValueStore';
import { log, reportFailure } from './log';
import { missingAdvice } from './missingAdvice';

/**
 * The phone, as the rest of the library sees it, until a test calls `end`: that ends timers and listeners, and nothing
 * is said from then on. Nothing is read yet, as tests set much after the import.
 */
export function createPorts(): Ports & { end(): void } {
  const endings = new Set<() => void>();
  let isOver = false;

  const clock: Clock = __DEV__
    ? {
        ...systemClock,
        after(ms, run) {
          const end = () => {
            endings.delete(end);
            callOff();
          };
          const callOff = systemClock.after(ms, () => {
            end();
            run();
          });
          endings.add(end);
          return end;
        },
      }
    : systemClock;

  /** Mocks give back less than a subscription, or nothing. */
  const keep = (subscription: { remove?(): void } | undefined) =>
    void (__DEV__ && endings.add(() => subscription?.remove?.()));

  return {
    get os() {
      return Platform.OS;
    },
    clock,
    random: () => Math.random(),
    log: __DEV__
      ? {
          ...log,
          error: (what, reason) => isOver || log.error(what, reason),
          advise: (message, level) => isOver || log.advise(message, level),
        }
      : log,
    reportFailure,
    post: createPost(clock),
    createStore,
    initialLink: () => Linking.getInitialURL(),
    onLink: (listener) =>
      keep(Linking.addEventListener('url', (event: { url?: unknown } | null) => listener(event?.url))),
    onForeground: (listener) =>
      keep(
        AppState.addEventListener('change', (state) => {
          // On its way between the two, iOS passes through `inactive`.
          if (state === 'active' || state === 'background') listener(state === 'active');
        })
      ),
    installReferrer,
    installTime,
    processStart,
    device,
    clipboard,
    ...(__DEV__ && { missingAdvice }),
    end() {
      if (!__DEV__) return;
      isOver = true;
      endings.forEach((ending) => ending());
    },
  };
}
