import { Linking } from 'react-native';

export const initialLink = () => Linking.getInitialURL();

export function onLink(listener: (url: unknown) => void) {
  const subscription = Linking.addEventListener('url', (event: { url?: unknown } | null) => listener(event?.url));
  // Mocks give back less than a subscription, or nothing.
  return () => subscription?.remove?.();
}
