/**
 * How many times larger or smaller than its start value a learned value can get. An app's publishable key is public, so
 * anybody can send the clicks and installs that we learn from.
 */
const MAX_FACTOR = 3;

export interface Bounds {
  /** The value, or the bound that it is beyond. A `name` makes the model report it. */
  bound: (value: number, start: number, name?: string) => number;
  /** Reports a share that has grown to its bound. A small share only says that something is rare. */
  boundShare: (share: number, start: number, name: string) => number;
  reached: () => string[];
}

export function createBounds(): Bounds {
  const names = new Set<string>();
  const bound: Bounds['bound'] = (value, start, name) => {
    const bounded = Math.min(Math.max(value, start / MAX_FACTOR), start * MAX_FACTOR);
    if (name !== undefined && bounded !== value) names.add(name);
    return bounded;
  };
  return {
    bound,
    boundShare: (share, start, name) => bound(share, start, share > start ? name : undefined),
    reached: () => [...names].sort(),
  };
}
