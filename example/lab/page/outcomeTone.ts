export type Tone = 'good' | 'quiet' | 'bad';

const BAD = /fail|error|refus|unavail|timeout|timed|drop/i;
const QUIET = /none|no|skip|empty|missing|absent|later|not/i;

/** Each step has its own outcomes; the colour only shows whether it went well. */
export function outcomeTone(outcome: string): Tone {
  if (BAD.test(outcome)) return 'bad';
  return QUIET.test(outcome) ? 'quiet' : 'good';
}
