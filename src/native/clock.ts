import type { Clock } from '../ports';

export const clock: Clock = {
  now: () => Date.now(),
  elapsed: () => globalThis.performance?.now?.() ?? Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
