import { LRUCache } from 'lru-cache';

/**
 * A map of at most `max` entries, or of entries whose sizes add up to `max`; it drops the least recently used one.
 * Bounded by size, because lru-cache reserves memory for its own `max` right away, which took a tenth of a second for
 * each service.
 */
export function createLru<Value extends object>(
  max: number,
  sizeOf: (value: Value) => number = () => 1
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: sizeOf });
}
