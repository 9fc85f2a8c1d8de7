/** A release build leaves the package out. */
export function withDeviceInfo<T>(read: (module: unknown) => T, note?: (error: unknown) => void): T {
  try {
    return read(__DEV__ && require('react-native-device-info'));
  } catch (error) {
    note?.(error);
    throw error;
  }
}
