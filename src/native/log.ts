import { attempt } from '../core/attempt';
import { ERROR_TEXTS } from '../core/errorTexts';
import { reasonOf } from '../core/reasonOf';
import type { ErrorName, Log } from '../ports';

const said = new Set<string>();

/** Some apps make their console throw. */
const say = (level: 'error' | 'warn' | 'info', message: string) => attempt(() => console[level](`[Link] ${message}`));

export const log: Log = {
  said,
  error: (what, reason) => say('error', `${__DEV__ ? ERROR_TEXTS[what] : what}: ${reason}.`),
  advise(message, level = 'warn') {
    if (said.has(message)) return;
    said.add(message);
    say(level, message);
  },
};

/** React Native's own; crash reporters put their handler there. */
interface WithErrorUtils {
  ErrorUtils: { reportError(error: unknown): void };
}

/** An error of the app's own code: its text is logged, and the app's crash reporter gets the error with its stack. */
export function reportFailure(what: ErrorName, error: unknown) {
  log.error(what, reasonOf(error));
  // It is missing outside an app, as in Jest. Until React Native has set its handler, it throws what it is given
  // (js-polyfills/error-guard.js).
  attempt(() => (globalThis as unknown as WithErrorUtils).ErrorUtils.reportError(error));
}
