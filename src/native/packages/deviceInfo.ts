/** A release build leaves the package out. */
export function withDeviceInfo<T>(read: (module: unknown) => T, note?: (error: unknown) => void): T {
  try {
    return read(__DEV__ && require('react-native-device-info'));
  } catch (error) {
    if (__DEV__) note?.(error);
    throw error;
  }
}
