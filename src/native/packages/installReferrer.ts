export function withInstallReferrer<T>(read: (module: unknown) => T, note?: (error: unknown) => void): T {
  try {
    return read(require('react-native-play-install-referrer'));
  } catch (error) {
    note?.(error);
    throw error;
  }
}
