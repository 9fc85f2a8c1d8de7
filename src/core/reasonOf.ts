/** The text of whatever was thrown; some of it has none, and some throws again when it is asked. */
export function reasonOf(error: unknown): string {
  try {
    // Often it quotes a URL, whose query values are nobody's business.
    return String(error).replace(/([?&][^=?&\s]*=)[^&#\s]+/g, '$1…');
  } catch {
    return 'unknown error';
  }
}
