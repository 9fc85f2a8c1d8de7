import type { Entry, Happening } from './Entry';

const KEY = 'device-check';
/** Some hundred launches. Older lines are of no use any more. */
const MAX_ENTRIES = 1000;

const processId = Math.random().toString(36).slice(2);

let entries: readonly Entry[] = [];
let isStored = false;
let loading: Promise<void> | undefined;
let saving = Promise.resolve();
const listeners = new Set<() => void>();

const openStorage = async () => (await import('@react-native-async-storage/async-storage')).default;

function change(next: readonly Entry[]) {
  entries = next.slice(-MAX_ENTRIES);
  if (isStored) {
    // A phone whose storage fails is checked in memory.
    saving = saving.then(async () => (await openStorage()).setItem(KEY, JSON.stringify(entries))).catch(() => {});
  }
  for (const listener of [...listeners]) listener();
}

async function load() {
  const stored = await (await openStorage()).getItem(KEY);
  if (stored === null) return;
  isStored = true;
  change([...(JSON.parse(stored) as Entry[]), ...entries]);
}

/** What happened on this phone since the check was first opened, across launches. Until then nothing is stored. */
export const journal = {
  read: () => entries,

  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },

  load: () => (loading ??= load().catch(() => {})),

  /** Stores the journal from now on. */
  async keep() {
    await journal.load();
    if (isStored) return;
    isStored = true;
    change(entries);
  },

  record(happening: Happening) {
    change([...entries, { ...happening, at: Date.now(), process: processId }]);
  },
};
