/** The JSON text of what came as JSON; `undefined` where it is nested too deeply for the engine to write it. */
export function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
