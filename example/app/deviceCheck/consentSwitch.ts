import type { Consent } from 'react-native-deferred-link';

let consent: Consent | null = null;
const listeners = new Set<() => void>();

/** The consent that the check tries out; null leaves it to the app's config. */
export const consentSwitch = {
  read: () => consent,

  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },

  turn(next: Consent | null) {
    consent = next;
    for (const listener of [...listeners]) listener();
  },
};
