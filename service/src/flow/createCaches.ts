import type { Change } from '../values/Change.ts';
import { createLru } from '../values/createLru.ts';
import { isPassingFault } from '../values/faults.ts';
import { within } from '../values/within.ts';
import { createGate } from './createGate.ts';

/** While the connection that reports changes is lost, an answer is this old at most. */
const MAX_AGE_UNHEARD_MS = 5_000;

/** While changes are reported, an age limit is only needed for changes by hand, which send no notice. */
const MAX_AGE_MS = 10 * 60 * 1000;

/** If the database takes longer than this to answer, the remembered value is used. */
const MAX_WAIT_MS = 1_000;

/** Of each lookup. An entry takes one or two kilobytes, so a lookup takes some tens of megabytes. */
const MAX_ENTRIES = 30_000;

type Find<Words extends string[], Value> = (...words: Words) => Promise<Value>;

interface Entry<Value> {
  value: Promise<Value>;
  at: number;
  /** Whether this is an earlier value, used because the database didn't answer. */
  isDoubtful: boolean;
  /** The apps that the result depends on; null until the result is known. */
  apps: readonly string[] | null;
}

interface CachedOptions<Value> {
  appsOf: (value: Value) => readonly string[];
  /**
   * Whether the lookup finds links, by the apps they may belong to and a code. Such lookups are grouped already, so
   * they wait at no gate. They are also kept without the database.
   */
  isOfLinks?: boolean;
  /** Whether the last value is used while the database doesn't answer. */
  isKeptWithoutDatabase?: boolean;
  /** The most results that are remembered; by default many small ones. */
  max?: number;
}

export interface Caches {
  /** The same lookup, with each result remembered until it changes. Null and empty lists are not remembered. */
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
    // Groups of apps that are asked together for links. There are at most as many as hosts.
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
      // An entry must not live longer because the clock was set back.
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
