import { createGate } from './createGate.ts';

/** If an instance hears of no changes, because that connection is lost, its answers are this old at most. */
const FRESH_MS = 5_000;

/** For each lookup. An entry has a few hundred bytes, so this is some megabytes. The least recently found goes first. */
const MOST_ENTRIES = 10_000;

type Find<Words extends string[], Value> = (...words: Words) => Promise<Value>;

export interface Caches {
  /** The same lookup, remembered for seconds. A result that is null or an empty list is not remembered. */
  cached: <Words extends string[], Value>(find: Find<Words, Value>) => Find<Words, Value>;
  /** Forgets everything, including lookups under way, whose results may be older than the change. */
  forget: () => void;
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Each lookup uses at most `connections` connections: see createGate. */
export function createCaches(clock: () => number, connections: number): Caches {
  const forgetters: (() => void)[] = [];

  function cached<Words extends string[], Value>(find: Find<Words, Value>): Find<Words, Value> {
    const entries = new Map<string, { value: Promise<Value>; until: number }>();
    const gate = createGate(connections);
    forgetters.push(() => entries.clear());

    return (...words) => {
      const key = words.join('\0');
      const known = entries.get(key);
      if (known && clock() < known.until) return known.value;

      // Callers that ask meanwhile share the answer.
      const value = gate(() => find(...words));
      const entry = { value, until: clock() + FRESH_MS };
      const drop = () => {
        if (entries.get(key) === entry) entries.delete(key);
      };
      entries.delete(key);
      entries.set(key, entry);
      for (const oldest of entries.keys()) {
        if (entries.size <= MOST_ENTRIES) break;
        entries.delete(oldest);
      }
      value.then((found) => {
        if (isNothing(found)) drop();
      }, drop);
      return value;
    };
  }

  return {
    cached,
    forget: () => {
      for (const forget of forgetters) forget();
    },
  };
}
