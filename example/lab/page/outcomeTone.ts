import type { Diagnostic } from 'react-native-deferred-link';

export type Tone = 'good' | 'quiet' | 'bad';

const BAD = /fail|error|refus|unavail|timeout|timed|drop/i;
const QUIET = /none|no|skip|empty|missing|absent|later|not/i;

/** Without one of these the match goes by the others, and events wait for the next attempt. Nothing is lost. */
const MAY_FAIL: ReadonlySet<Diagnostic['step']> = new Set(['referrer', 'clipboard', 'fingerprint', 'events']);

/** Each step has its own outcomes; the colour only shows whether it went well. */
export function outcomeTone(step: Diagnostic['step'], outcome: string): Tone {
  if (BAD.test(outcome)) return MAY_FAIL.has(step) && outcome !== 'dropped' && outcome !== 'refused' ? 'quiet' : 'bad';
  return QUIET.test(outcome) ? 'quiet' : 'good';
}
