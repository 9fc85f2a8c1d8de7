import { createLru } from '../values/createLru.ts';
import { DAY_MS } from '../values/durations.ts';

/** This many keys take about a megabyte. A forgotten key gets its whole quota again. */
const MAX_KEYS = 10_000;

/** Takes from a key's quota of the day; false, and takes nothing, if less is left than wanted. */
export type TakeOfDay = (key: string, wanted?: number) => boolean;

/** Gives every key the same quota of each day (UTC), in this process. */
export function createDailyQuota(quota: number, clock: () => number): TakeOfDay {
  const taken = createLru<{ day: number; amount: number }>(MAX_KEYS);
  return (key, wanted = 1) => {
    const day = Math.floor(clock() / DAY_MS);
    const known = taken.get(key);
    const amount = (known?.day === day ? known.amount : 0) + wanted;
    if (amount > quota) return false;
    taken.set(key, { day, amount });
    return true;
  };
}
