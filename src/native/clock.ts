import type { Clock } from '../ports';

/** React Native has it, but its types don't. Some tests and polyfills remove it, or make it answer nonsense. */
const globals = globalThis as unknown as { performance: { now(): unknown } };

/** Only time between two readings of the same source is added up, because fake timers replace the source. */
let total = 0;
let last: { source: unknown; at: number } | undefined;

function read(): NonNullable<typeof last> {
  try {
    const source = globals.performance;
    const at = source.now();
    if (Number.isFinite(at)) return { source, at: at as number };
  } catch {
    // The wall clock is used instead.
  }
  return { source: Date, at: Date.now() };
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed() {
    const next = read();
    if (last && next.source === last.source) total += Math.max(0, next.at - last.at);
    last = next;
    return total;
  },
  after(ms, run) {
    // This clearTimeout belongs to the setTimeout below: fake timers come and go in the course of a test.
    const { clearTimeout } = globalThis;
    const timer: unknown = setTimeout(run, ms);
    // In Node, where tests run, a timer keeps the process alive unless it is told not to.
    (timer as { unref?(): void } | undefined)?.unref?.();
    return () => clearTimeout(timer as number);
  },
};
