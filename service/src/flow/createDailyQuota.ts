import { createLru } from '../values/createLru.ts';

/** They take about a megabyte. A key that was forgotten starts afresh. */
const MAX_KEYS = 10_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Takes what a key wants of its share of the day; false if that is more than is left. */
export type TakeOfDay = (key: string, wanted?: number) => boolean;

/** Gives every key the same share of each day (UTC), in this process. */
export function createDailyQuota(share: number, clock: () => number): TakeOfDay {
  const taken = createLru<{ day: number; amount: number }>(MAX_KEYS);
  return (key, wanted = 1) => {
    const day = Math.floor(clock() / DAY_MS);
    const known = taken.get(key);
    const amount = (known?.day === day ? known.amount : 0) + wanted;
    if (amount > share) return false;
    taken.set(key, { day, amount });
    return true;
  };
}
