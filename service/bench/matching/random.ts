/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export interface Random {
  next: () => number;
  /** Whether something of this probability happens. */
  chance: (probability: number) => boolean;
  below: (limit: number) => number;
  pick: <Value>(choices: readonly (readonly [Value, number])[]) => Value;
  normal: () => number;
  exponential: (mean: number) => number;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  return {
    next,
    chance: (probability) => next() < probability,
    below: (limit) => Math.floor(next() * limit),
    pick: (choices) => {
      let rest = next() * choices.reduce((sum, [, share]) => sum + share, 0);
      for (const [value, share] of choices) {
        rest -= share;
        if (rest < 0) return value;
      }
      const last = choices.at(-1);
      if (!last) throw new Error('There is nothing to pick from.');
      return last[0];
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    exponential: (mean) => -mean * Math.log(1 - next()),
  };
}
