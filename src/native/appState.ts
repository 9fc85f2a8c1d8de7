import { AppState } from 'react-native';

/** On its way between the two, iOS passes through `inactive`, which counts as neither of them. */
export function onForeground(listener: (isForeground: boolean) => void) {
  const subscription = AppState.addEventListener('change', (state) => {
    if (state === 'active' || state === 'background') listener(state === 'active');
  });
  // Mocks give back less than a subscription, or nothing.
  return () => subscription?.remove?.();
}
