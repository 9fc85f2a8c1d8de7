import { remember } from '../values/remember.ts';

/** There are about six hundred names of time zones. */
const ZONES_REMEMBERED = 1_000;

function canonical(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return name;
  }
}

/**
 * `Asia/Calcutta` and `Asia/Kolkata` are one place, and browsers and phones differ in the name.
 * Creating a formatter takes 56 µs, so each name is looked up once.
 */
export const canonicalTimezone: (name: string) => string = remember(ZONES_REMEMBERED, canonical);
