import { Linking } from 'react-native';

export const initialLink = () => Linking.getInitialURL();

export function onLink(listener: (url: unknown) => void) {
  Linking.addEventListener('url', (event: { url?: unknown } | null) => listener(event?.url));
}
