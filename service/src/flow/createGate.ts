import { Busy } from '../values/faults.ts';

/** A caller that has waited this long is better off with an error. */
const LONGEST_WAIT_MS = 2_000;

/** More waiting work would be answered too late anyway, and would cost memory. */
const MOST_WAITING = 500;

export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets at most `most` pieces of work of one kind run at a time. Further work waits a moment, and then fails as Busy. So a
 * kind that hangs because its table is locked leaves connections for work that doesn't need that table.
 */
export function createGate(most: number): Gate {
  let running = 0;
  const waiting = new Set<(isAdmitted: boolean) => void>();

  function queue(): Promise<boolean> {
    if (waiting.size >= MOST_WAITING) return Promise.resolve(false);
    return new Promise((resolve) => {
      const settle = (isAdmitted: boolean) => {
        clearTimeout(impatience);
        waiting.delete(settle);
        resolve(isAdmitted);
      };
      const impatience = setTimeout(() => settle(false), LONGEST_WAIT_MS);
      waiting.add(settle);
    });
  }

  function leave(): void {
    const [next] = waiting;
    // The next one takes this place, so the count stays the same.
    if (next) next(true);
    else running -= 1;
  }

  return async (work) => {
    if (running < most) running += 1;
    else if (!(await queue())) throw new Busy();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
