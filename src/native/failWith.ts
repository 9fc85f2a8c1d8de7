export type FactPackage =
  '@react-native-clipboard/clipboard' | 'react-native-device-info' | 'react-native-play-install-referrer';

/** What packages have thrown instead of answering, in development, until somebody has given advice on it. */
export const failures = new Map<FactPackage, unknown>();

/** Throws what a package has thrown, and notes it. */
export const failWith =
  (name: FactPackage) =>
  (error: unknown): never => {
    if (__DEV__) failures.set(name, error);
    throw error;
  };
