export function withAsyncStorage<T>(read: (module: unknown) => T, fail: (error: unknown) => never): T {
  try {
    return read(require('@react-native-async-storage/async-storage'));
  } catch (error) {
    return fail(error);
  }
}
