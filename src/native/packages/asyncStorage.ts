export const withAsyncStorage = <T>(read: (module: unknown) => T): T =>
  read(require('@react-native-async-storage/async-storage'));
