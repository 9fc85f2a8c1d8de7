import type { Clock } from '../ports';

/** React Native has it, its types don't. */
const { performance } = globalThis as unknown as { performance: { now(): number } };

export const clock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
