/**
 * Remembers the results of a pure function for the latest `limit` different texts, and for twice as many at most: when
 * the newer half is full, the older half goes. So texts that strangers send can't fill the memory.
 */
export function remember<Result>(limit: number, compute: (text: string) => Result): (text: string) => Result {
  let newer = new Map<string, Result>();
  let older = new Map<string, Result>();

  return (text) => {
    const known = newer.get(text);
    if (known !== undefined) return known;
    const result = older.get(text) ?? compute(text);
    if (newer.size >= limit) {
      older = newer;
      newer = new Map();
    }
    newer.set(text, result);
    return result;
  };
}
