import type { KeyValueStore } from '../ports';
import type { LinkStorage } from '../types';
import { log } from './log';

function asyncStorage(): LinkStorage {
  try {
    return (require('@react-native-async-storage/async-storage') as { default: LinkStorage }).default;
  } catch (error) {
    if (__DEV__)
      log.advise(
        'No storage, so a first run cannot be told from a later one and nothing is matched. ' +
          'Run `npm install @react-native-async-storage/async-storage`, or pass config.storage.'
      );
    throw error;
  }
}

/** The app's own storage, or else async-storage, which is loaded at the first use. */
export function openStore(custom: LinkStorage | undefined): KeyValueStore {
  const storage = () => custom ?? asyncStorage();
  return {
    async read(key) {
      const value: unknown = await storage().getItem(key);
      // Some stores parse what they hold: whatever it is, something was stored.
      return value ? String(value) : null;
    },
    async write(key, value) {
      await storage().setItem(key, value);
    },
    async remove(key) {
      const target = storage();
      // A store that can't remove is left with an empty value, which reads as nothing.
      await (target.removeItem ? target.removeItem(key) : target.setItem(key, ''));
    },
  };
}
