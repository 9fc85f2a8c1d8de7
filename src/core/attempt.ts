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

/** The JSON text of a value that was read from JSON; `undefined` if it is nested too deeply for the engine. */
export const jsonOf = (value: unknown): string | undefined => attempt(() => JSON.stringify(value));

/** A text without its escapes, or as it is if they can't be decoded. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
