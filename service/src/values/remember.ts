import { createLru } from './createLru.ts';

/** Remembers the results of a pure function for only `max` strings, so what strangers send can't fill the memory. */
export function remember<Result>(max: number, compute: (text: string) => Result): (text: string) => Result {
  const known = createLru<{ result: Result }>(max);
  return (text) => {
    const found = known.get(text);
    if (found) return found.result;
    const result = compute(text);
    known.set(text, { result });
    return result;
  };
}
