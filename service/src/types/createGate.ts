import { Busy } from './faults.ts';

/** Longer than this, and the caller is better off with an answer. */
const LONGEST_WAIT_MS = 2_000;

/** What waits beyond this would be answered too late anyway, and costs memory. */
const MOST_WAITING = 500;

export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets so much work of one kind run at a time. What comes meanwhile waits a moment, and then fails as Busy. So a kind
 * that hangs, as its table is locked, leaves connections for those that don't need that table.
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
    // The place goes from one to the other, so the count stays.
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
