export type FactPackage =
  | '@react-native-clipboard/clipboard'
  | 'react-native-device-info'
  | 'react-native-play-install-referrer';

/** What packages have thrown instead of answering, in development, until somebody has given advice on it. */
export const failures = new Map<FactPackage, unknown>();

export const noteFailure = (name: FactPackage) => (error: unknown) => void failures.set(name, error);
