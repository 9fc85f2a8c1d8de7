import { reasonOf } from '../core/reasonOf';
import type { KeyValueStore } from '../ports';
import type { LinkStorage } from '../types';
import { log } from './log';
import { ownerOf } from './ownerOf';
import { withAsyncStorage } from './packages/asyncStorage';
import { install, isNotInstalled, repair } from './remedies';

const NAME = '@react-native-async-storage/async-storage';
const LOSS = "Without storage, the library can't tell a first run from a later one, and nothing is matched.";

/** Throws what the package has thrown. Says once, in development, what the app loses by it, and what to do. */
function fail(error: unknown): never {
  if (__DEV__) {
    const remedy = isNotInstalled(NAME, error) ? install([NAME]) : repair(NAME, error);
    log.advise(`${LOSS} ${remedy}, or pass config.storage.`);
  }
  throw error;
}

const asyncStorageWith = (method: keyof LinkStorage) =>
  withAsyncStorage((module) => {
    if (__DEV__ && !ownerOf<LinkStorage>(module, 'getItem').getItem) throw new TypeError('no getItem');
    return ownerOf<LinkStorage>(module, method);
  }, fail);

function adviseIfMissing(error: unknown): never {
  // Version 3 without its native side fails at its first use; the earlier ones fail at their import.
  if (/native module/i.test(reasonOf(error))) fail(error);
  throw error;
}

/** The app's own storage, or else async-storage, which is loaded at the first use. */
export function createStore(custom: LinkStorage | undefined): KeyValueStore {
  let failure: { error: unknown } | undefined;
  function storageWith(method: keyof LinkStorage): LinkStorage {
    if (custom) return custom;
    if (!__DEV__) return asyncStorageWith(method);
    // What can't be loaded is not loaded again: that would fail a Jest run whose test is over.
    if (failure) throw failure.error;
    try {
      return asyncStorageWith(method);
    } catch (error) {
      failure = { error };
      throw error;
    }
  }
  return {
    async read(key) {
      const reading = Promise.resolve(storageWith('getItem').getItem(key));
      const value: unknown = await (__DEV__ && !custom ? reading.catch(adviseIfMissing) : reading);
      // Some stores parse what they hold. What no JSON can say is damaged.
      return value ? (typeof value === 'string' ? value : (JSON.stringify(value) ?? '?')) : null;
    },
    async write(key, value) {
      await storageWith('setItem').setItem(key, value);
    },
    async remove(key) {
      const storage = storageWith('removeItem');
      // A store without removeItem gets an empty value, which is read as nothing.
      await (storage.removeItem ? storage.removeItem(key) : storageWith('setItem').setItem(key, ''));
    },
  };
}
