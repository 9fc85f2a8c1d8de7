/** The text of whatever was thrown; some of it has none, and some throws again when it is asked. */
export function reasonOf(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'unknown error';
  }
}
