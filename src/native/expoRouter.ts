type UsePathname = () => string | undefined;

/** Expo Router's hook; in a release build, and where it is missing, a hook that knows no path. */
export const usePathname: UsePathname = (() => {
  const unknown: UsePathname = () => undefined;
  if (!__DEV__) return unknown;
  try {
    // A test may have put a mock without it in Expo Router's place.
    return (require('expo-router') as { usePathname?: UsePathname }).usePathname ?? unknown;
  } catch {
    return unknown;
  }
})();
