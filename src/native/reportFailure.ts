import { reasonOf } from '../core/reasonOf';
import { log } from './log';

/** React Native's own; crash reporters put their handler there. */
interface WithErrorUtils {
  ErrorUtils: { reportError(error: unknown): void };
}

/** An error of the app's own code: its text is logged, and the app's crash reporter gets the error with its stack. */
export function reportFailure(what: string, error: unknown) {
  log.error(`${what}: ${reasonOf(error)}.`);
  try {
    (globalThis as unknown as WithErrorUtils).ErrorUtils.reportError(error);
  } catch {
    // It is missing outside an app, as in Jest. Until React Native has set its handler, it throws what it is given
    // (js-polyfills/error-guard.js).
  }
}
