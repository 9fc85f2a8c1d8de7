export function withInstallReferrer<T>(read: (module: unknown) => T, fail: (error: unknown) => never): T {
  try {
    return read(require('react-native-play-install-referrer'));
  } catch (error) {
    return fail(error);
  }
}
