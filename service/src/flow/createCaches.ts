import type { Change } from '../values/Change.ts';
import { createLru } from '../values/createLru.ts';
import { isPassingFault } from '../values/faults.ts';
import { within } from '../values/within.ts';
import { createGate } from './createGate.ts';

/** If an instance hears of no changes, because that connection is lost, its answers are this old at most. */
const MAX_AGE_UNHEARD_MS = 5_000;

/** While it hears of them, an age limit is only needed for changes by hand, which no notice reports. */
const MAX_AGE_MS = 10 * 60 * 1000;

/** If the database takes longer than this to answer, the remembered value is used. */
const MAX_WAIT_MS = 1_000;

/** For each lookup. An entry takes one or two kilobytes, so all take some tens of megabytes. */
const MAX_ENTRIES = 30_000;

type Find<Words extends string[], Value> = (...words: Words) => Promise<Value>;

interface Entry<Value> {
  value: Promise<Value>;
  at: number;
  /** Whether the database didn't answer, so this is an earlier value. */
  isDoubtful: boolean;
  /** The apps that the result depends on; null while it isn't known. */
  apps: readonly string[] | null;
}

interface CachedOptions<Value> {
  appsOf: (value: Value) => readonly string[];
  /**
   * Whether links are found, by the apps whose they may be and their code. Such lookups are grouped already, and wait
   * at no gate. They are kept without the database, too.
   */
  isOfLinks?: boolean;
  /** Whether the last value is used while the database doesn't answer. */
  isKeptWithoutDatabase?: boolean;
  /** The most results that are remembered; by default many small ones. */
  max?: number;
}

export interface Caches {
  /** The same lookup, remembered until it changes. A result that is null or an empty list is not remembered. */
  cached: <Words extends string[], Value>(
    find: Find<Words, Value>,
    options: CachedOptions<Value>
  ) => Find<Words, Value>;
  /** Forgets what a change concerns, including lookups under way, whose results may be older than the change. */
  forget: (change: Change) => void;
}

export interface CachesOptions {
  clock: () => number;
  isListening: () => boolean;
  /** How many connections each lookup may use; see createGate. */
  connections: number;
}

const keyOf = (...words: readonly string[]) => words.join('\0');

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** The new value, or the known one if the database doesn't answer. */
function orKnown<Value>(asked: Promise<Value>, known: Entry<Value>, onKnown: () => void): Promise<Value> {
  const useKnown = () => {
    onKnown();
    return known.value;
  };
  return within(MAX_WAIT_MS, asked, useKnown).catch((error: unknown) => {
    if (!isPassingFault(error)) throw error;
    return useKnown();
  });
}

export function createCaches({ clock, isListening, connections }: CachesOptions): Caches {
  const forgetters: ((change: Change) => void)[] = [];

  function cached<Words extends string[], Value>(
    find: Find<Words, Value>,
    { appsOf, isOfLinks = false, isKeptWithoutDatabase = isOfLinks, max = MAX_ENTRIES }: CachedOptions<Value>
  ): Find<Words, Value> {
    // Which apps are asked together for links: there are no more than hosts.
    const scopes = new Set<string>();
    const entries = createLru<Entry<Value>>(max);
    const gate = createGate(connections);

    forgetters.push((change) => {
      switch (change.kind) {
        case 'everything':
          for (const entry of entries.values()) entry.at = -Infinity;
          return;
        case 'links':
          for (const scope of scopes) {
            if (!scope.split(' ').includes(change.appId)) continue;
            for (const code of change.codes) entries.delete(keyOf(scope, code));
          }
          return;
        case 'app':
          for (const [key, { apps }] of [...entries]) if (!apps || apps.includes(change.appId)) entries.delete(key);
      }
    });

    return (...words) => {
      const key = keyOf(...words);
      if (isOfLinks && words[0] !== undefined) scopes.add(words[0]);
      const known = entries.get(key);
      const maxAge = isListening() && !known?.isDoubtful ? MAX_AGE_MS : MAX_AGE_UNHEARD_MS;
      // A clock that was set back must not make it last.
      if (known && Math.abs(clock() - known.at) < maxAge) return known.value;

      // Callers that ask in the meantime share the answer.
      const asked = isOfLinks ? find(...words) : gate(() => find(...words));
      const doubt = () => {
        entry.isDoubtful = true;
      };
      const value = isKeptWithoutDatabase && known ? orKnown(asked, known, doubt) : asked;
      const entry: Entry<Value> = { value, at: clock(), isDoubtful: false, apps: null };
      const drop = () => {
        if (entries.peek(key) === entry) entries.delete(key);
      };
      entries.set(key, entry);
      value.then((found) => {
        entry.apps = appsOf(found);
        if (isNothing(found)) drop();
      }, drop);
      return value;
    };
  }

  return {
    cached,
    forget: (change) => {
      for (const forget of forgetters) forget(change);
    },
  };
}
