import { LRUCache } from 'lru-cache';

/**
 * A map of at most `max` entries that drops the one used longest ago. Bounded by size, because lru-cache reserves
 * memory for every entry of its own `max` at once: that took a tenth of a second for each service.
 */
export function createLru<Value extends object>(max: number): LRUCache<string, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
}
