/** The text of anything that was thrown. Some values have no text, and some throw again when asked for it. */
export function reasonOf(error: unknown): string {
  try {
    // It often quotes a URL, and values of its query and its fragment must not be logged. A blank may be part of a value.
    return String(error).replace(/([?&#][^=?&#\s]*=)[^&#]+/g, '$1…');
  } catch {
    return 'unknown error';
  }
}
