import { Busy } from '../values/faults.ts';

/** A caller that has waited this long is better off with an error. */
const MAX_WAIT_MS = 2_000;

/** More waiting work of one caller would be answered too late anyway, and would cost memory. */
const MAX_WAITING = 500;

/** Does the work when it is the caller's turn. Callers without a name count as one. */
export type Gate = <Result>(work: () => Promise<Result>, caller?: string) => Promise<Result>;

interface Place {
  running: number;
  waiting: Set<(isAdmitted: boolean) => void>;
}

/**
 * Lets at most `most` pieces of work of one kind run at a time, and at most `mostPerCaller` of one caller. Further work
 * waits a moment, and then fails as Busy. So a kind that hangs because its table is locked leaves connections for work
 * that doesn't need that table. Callers take turns: whoever has a lot to do doesn't delay the others' next piece.
 */
export function createGate(most: number, mostPerCaller = most, longestWaitMs = MAX_WAIT_MS): Gate {
  let running = 0;
  const places = new Map<string, Place>();

  function enter(place: Place): void {
    running += 1;
    place.running += 1;
  }

  function tidy(caller: string, place: Place): void {
    if (place.running === 0 && place.waiting.size === 0) places.delete(caller);
  }

  function leave(caller: string, place: Place): void {
    running -= 1;
    place.running -= 1;
    tidy(caller, place);
    for (const [name, next] of places) {
      const [admit] = next.waiting;
      if (!admit || next.running >= mostPerCaller) continue;
      // To the end of the line.
      places.delete(name);
      places.set(name, next);
      enter(next);
      return admit(true);
    }
  }

  function wait(caller: string, place: Place): Promise<boolean> {
    if (place.waiting.size >= MAX_WAITING) return Promise.resolve(false);
    return new Promise((resolve) => {
      const settle = (isAdmitted: boolean) => {
        clearTimeout(impatience);
        place.waiting.delete(settle);
        tidy(caller, place);
        resolve(isAdmitted);
      };
      const impatience = setTimeout(() => settle(false), longestWaitMs);
      place.waiting.add(settle);
    });
  }

  return async (work, caller = '') => {
    const place = places.get(caller) ?? { running: 0, waiting: new Set() };
    places.set(caller, place);
    if (running < most && place.running < mostPerCaller) enter(place);
    else if (!(await wait(caller, place))) throw new Busy();
    try {
      return await work();
    } finally {
      leave(caller, place);
    }
  };
}
