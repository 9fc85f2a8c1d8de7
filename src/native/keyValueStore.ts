import { reasonOf } from '../core/reasonOf';
import type { KeyValueStore } from '../ports';
import type { LinkStorage } from '../types';
import { log } from './log';
import { ownerOf } from './ownerOf';
import { withAsyncStorage } from './packages/asyncStorage';
import { install, isNotInstalled, repair } from './remedies';

const NAME = '@react-native-async-storage/async-storage';
const LOSS = "Without storage, the library can't tell a first run from a later one, and nothing is matched.";

/** Says once what the app loses because the package fails, and what to do. */
function adviseOn(error: unknown) {
  const remedy = isNotInstalled(NAME, error) ? install([NAME]) : repair(NAME, error);
  log.advise(`${LOSS} ${remedy}, or pass config.storage.`);
}

function adviseIfMissing(error: unknown): never {
  // Version 3 without its native side fails at its first use; the earlier ones fail at their import.
  if (/native module/i.test(reasonOf(error))) adviseOn(error);
  throw error;
}

const load = () => withAsyncStorage((module) => module);

/** Stands in for a package that can't be loaded, until the app starts again. */
function loadOrFail(): unknown {
  try {
    const module = load();
    if (ownerOf<Partial<LinkStorage>>(module, 'getItem').getItem) return module;
    throw new TypeError('no getItem');
  } catch (error) {
    adviseOn(error);
    const fail = () => {
      throw error;
    };
    return { getItem: fail, setItem: fail };
  }
}

/** The app's own storage, or else async-storage, which is loaded at the first use. */
export function createStore(custom: LinkStorage | undefined): KeyValueStore {
  /** In development it is loaded once, even if that fails: to load it after the end of a test would fail a Jest run. */
  let loaded: unknown;
  const storageWith = (method: keyof LinkStorage): LinkStorage =>
    custom ?? ownerOf<LinkStorage>(__DEV__ ? (loaded ??= loadOrFail()) : load(), method);
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
