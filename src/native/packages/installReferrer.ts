export function withInstallReferrer<T>(read: (module: unknown) => T, note?: (error: unknown) => void): T {
  try {
    return read(require('react-native-play-install-referrer'));
  } catch (error) {
    if (__DEV__) note?.(error);
    throw error;
  }
}
