/** A release build leaves the package out. */
export function withDeviceInfo<T>(read: (module: unknown) => T, fail: (error: unknown) => never): T {
  try {
    return read(__DEV__ && require('react-native-device-info'));
  } catch (error) {
    return fail(error);
  }
}
