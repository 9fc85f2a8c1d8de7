import { attempt } from './attempt';

/** The text of anything that was thrown. Some values have no text, and some throw again when asked for it. */
export const reasonOf = (error: unknown): string =>
  // It often quotes a URL, and values of its query and its fragment must not be logged. A blank may be part of a value.
  attempt(() => String(error).replace(/([?&#][^=?&#\s]*=)[^&#]+/g, '$1…')) ?? 'unknown error';
