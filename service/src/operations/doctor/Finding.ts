/** One thing that was checked, and what to do if it is wrong. */
export type Finding = { verdict: 'good'; what: string } | { verdict: 'bad' | 'unknown'; what: string; advice: string };

export const good = (what: string): Finding => ({ verdict: 'good', what });
export const bad = (what: string, advice: string): Finding => ({ verdict: 'bad', what, advice });
export const unknown = (what: string, advice: string): Finding => ({ verdict: 'unknown', what, advice });
