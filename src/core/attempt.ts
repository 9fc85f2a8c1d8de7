import type { Clock } from '../ports';

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

/** The text of anything that was thrown. Some values have no text, and some throw again when asked for it. */
export function reasonOf(error: unknown): string {
  try {
    // It often quotes a URL, and values of its query and its fragment must not be logged. A blank may be part of a value.
    return String(error).replace(/([?&#][^=?&#\s]*=)[^&#]+/g, '$1…');
  } catch {
    return 'unknown error';
  }
}

export type Bounded<T> = { ok: true; value: T; reason?: undefined } | { ok: false; value?: undefined; reason: string };

/** Waits at most `ms` for `work`. It never rejects: if `work` throws, rejects or hangs, the result says so. */
export function within<T>(clock: Clock, ms: number, work: () => T | PromiseLike<T>): Promise<Bounded<T>> {
  return new Promise((resolve) => {
    const fail = (error: unknown) => resolve({ ok: false, reason: reasonOf(error) });
    const giveUp = clock.after(ms, () => resolve({ ok: false, reason: `no answer within ${Math.round(ms)} ms` }));
    new Promise<T>((start) => start(work())).then((value) => resolve({ ok: true, value }), fail).finally(giveUp);
  });
}
