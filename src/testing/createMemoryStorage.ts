import type { LinkStorage } from '../types';

/** A `LinkStorage` that forgets everything with the test. */
export interface MemoryStorage extends LinkStorage {
  removeItem(key: string): Promise<void>;
  /** All that is stored, by key. */
  entries(): Record<string, string>;
}

/**
 * For `config.storage` in tests that mount the real provider.
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
