/** The result of `action`; `undefined` if it throws. */
export function attempt<T>(action: () => T): T | undefined {
  let result: T | undefined;
  try {
    result = action();
  } catch {
    // Then there is no result.
  }
  return result;
}
