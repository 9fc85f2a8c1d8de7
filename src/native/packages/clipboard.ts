export function withClipboard<T>(read: (module: unknown) => T, note?: (error: unknown) => void): T {
  try {
    return read(require('@react-native-clipboard/clipboard'));
  } catch (error) {
    note?.(error);
    throw error;
  }
}
