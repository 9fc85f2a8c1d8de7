import { AppState } from 'react-native';

/** iOS passes through `inactive` on both ways, which is neither. */
export function onForeground(listener: (isForeground: boolean) => void) {
  const subscription = AppState.addEventListener('change', (state) => {
    if (state === 'active' || state === 'background') listener(state === 'active');
  });
  // Mocks give back less than a subscription, or nothing.
  return () => subscription?.remove?.();
}
