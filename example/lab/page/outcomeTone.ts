export type Tone = 'good' | 'quiet' | 'bad';

const BAD = /fail|error|refus|unavail|timeout|timed|drop/i;
const QUIET = /none|no|skip|empty|missing|absent|later|not/i;

/** Steps word their outcomes differently; a glance only needs to know which way it went. */
export function outcomeTone(outcome: string): Tone {
  if (BAD.test(outcome)) return 'bad';
  return QUIET.test(outcome) ? 'quiet' : 'good';
}
