/**
 * How many times larger or smaller than its start value a learned value can get. An app's publishable key is public, so
 * anybody can send the clicks and installs that we learn from.
 */
const MAX_FACTOR = 3;

export interface Bounds {
  /** Returns the value, or the bound if the value is beyond it. With a `name`, the model reports that. */
  bound: (value: number, start: number, name?: string) => number;
  /** Reports only a share that has grown to its bound, as a small one only means that something is rare. */
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
