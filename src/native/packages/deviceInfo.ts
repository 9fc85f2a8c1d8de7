/** For tests that mock the package, and to find out why its native side is missing: a release build leaves it out. */
export function withDeviceInfo<T>(read: (module: unknown) => T, fail: (error: unknown) => never): T {
  try {
    return __DEV__ ? read(require('react-native-device-info')) : fail(new Error('no native side'));
  } catch (error) {
    return fail(error);
  }
}
