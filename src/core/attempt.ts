/** The result of `action`; `undefined` if it throws. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    // There is no result.
  }
}

/** The JSON text of a value that was read from JSON; `undefined` if it is nested too deeply for the engine. */
export const jsonOf = (value: unknown): string | undefined => attempt(() => JSON.stringify(value));

/** A text without its escapes, or as it is if they can't be decoded. */
export const decode = (text: string): string => attempt(() => decodeURIComponent(text)) ?? text;
