import type { Clock } from '../ports';

/** React Native has it, but its types don't. Jest's `resetMocks` makes it return nothing; the wall clock steps in. */
declare const performance: { now(): number };

/** In tests only time between two readings of the same source is added up, because fake timers replace the source. */
let total = 0;
let last: { source: unknown; at: number } | undefined;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed() {
    if (!__DEV__) return performance.now();
    const source = performance.now() === undefined ? Date : performance;
    const at = source.now();
    if (last?.source === source) total += at - last.at;
    last = { source, at };
    return total;
  },
  after(ms, run) {
    // This clearTimeout belongs to the setTimeout below: fake timers come and go in the course of a test.
    const end = clearTimeout;
    const timer: unknown = setTimeout(run, ms);
    // In Node, where tests run, a timer keeps the process alive unless it is told not to.
    if (__DEV__) (timer as { unref?(): void } | undefined)?.unref?.();
    return () => end(timer as number);
  },
};
