export function withAsyncStorage<T>(read: (module: unknown) => T, note?: (error: unknown) => void): T {
  try {
    return read(require('@react-native-async-storage/async-storage'));
  } catch (error) {
    if (__DEV__) note?.(error);
    throw error;
  }
}
