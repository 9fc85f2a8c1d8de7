import type { LinkStorage } from '../types';

/** A `LinkStorage` in memory. */
export interface MemoryStorage extends LinkStorage {
  /** Removes a value. */
  removeItem(key: string): Promise<void>;
  /** All stored values, by key. */
  entries(): Record<string, string>;
}

/**
 * Creates a `config.storage` for tests with the real provider.
 *
 * @example
 * const storage = createMemoryStorage();
 * <LinkProvider config={{ ...config, storage }}>…</LinkProvider>
 */
export function createMemoryStorage(initial: Record<string, string> = {}): MemoryStorage {
  const values = new Map(Object.entries(initial));
  return {
    getItem: (key) => Promise.resolve(values.get(key) ?? null),
    setItem(key, value) {
      values.set(key, value);
      return Promise.resolve();
    },
    removeItem(key) {
      values.delete(key);
      return Promise.resolve();
    },
    entries: () => Object.fromEntries(values),
  };
}
