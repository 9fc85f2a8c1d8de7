/** Metro bundles an app without the package only if its `require` stands in a `try`. */
export function withAsyncStorage<T>(read: (module: unknown) => T, note?: (error: unknown) => void): T {
  try {
    return read(require('@react-native-async-storage/async-storage'));
  } catch (error) {
    note?.(error);
    throw error;
  }
}
