import { LRUCache } from 'lru-cache';

/**
 * A map of at most `max` entries, or of entries that are so large together, that drops the one used longest ago.
 * Bounded by size, because lru-cache reserves memory for every entry of its own `max` at once: that took a tenth of a
 * second for each service.
 */
export function createLru<Value extends object>(
  max: number,
  sizeOf: (value: Value) => number = () => 1
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: sizeOf });
}
