export function withClipboard<T>(read: (module: unknown) => T, fail: (error: unknown) => never): T {
  try {
    return read(require('@react-native-clipboard/clipboard'));
  } catch (error) {
    return fail(error);
  }
}
