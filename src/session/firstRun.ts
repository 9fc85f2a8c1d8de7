import type { Trace } from '../core/trace';
import { within } from '../core/within';
import type { KeyValueStore, Ports } from '../ports';
import { FIRST_RUN_KEY } from '../storageKeys';

/**
 * - first: nothing is stored, or it belongs to another install.
 * - open: the match got no answer, and may be tried again in the background.
 * - used: all else, also where storage doesn't answer: better no match than one at every launch.
 */
export type RunState = 'first' | 'open' | 'used';

export interface FirstRun {
  read(timeoutMs: number): Promise<RunState>;
  /** The attempt has ended, or a link has made it pointless. */
  close(): void;
  /** The attempt got no answer: keeps it open until a day after the first one. */
  keepOpen(): void;
  /** Whether that day is not over. */
  isOpen(): boolean;
  forget(): void;
}

/** A person who comes back later than this has found another way. */
const OPEN_FOR_MS = 24 * 60 * 60 * 1000;
/** What writing may take before nobody waits for it any more. */
const WRITE_MS = 5000;

interface Flag {
  installTime?: unknown;
  openSince?: unknown;
}

/** Any stored value counts, also one that can't be read. */
function parseFlag(text: string): Flag {
  try {
    return (JSON.parse(text) ?? {}) as Flag;
  } catch {
    return {};
  }
}

export function createFirstRun(
  { os, clock, installTime }: Pick<Ports, 'os' | 'clock' | 'installTime'>,
  store: KeyValueStore,
  mayRetry: boolean,
  trace: Trace
): FirstRun {
  let openSince: number | undefined;
  let reading: Promise<RunState> | undefined;
  let isToBeOpen: boolean | undefined;
  // One after the other, so that an older write never lands on a newer one.
  let writing: Promise<unknown> = Promise.resolve();
  let forgetting: Promise<unknown> | undefined;

  // Android restores backups onto new installs, and only the system knows when this one was made.
  const readInstallTime = async (timeoutMs: number) => {
    const answer = os === 'android' ? await within(clock, timeoutMs, installTime) : null;
    return answer?.ok && typeof answer.value === 'number' && answer.value > 0 ? answer.value : undefined;
  };

  const isRecent = (since: unknown) => {
    const age = clock.now() - Number(since);
    return age >= 0 && age < OPEN_FOR_MS;
  };

  async function judge(timeoutMs: number): Promise<[RunState, reason?: string]> {
    const installing = readInstallTime(timeoutMs);
    const stored = await within(clock, timeoutMs, async () => {
      await forgetting;
      return store.read(FIRST_RUN_KEY);
    });
    if (!stored.ok) return ['used', `the flag can't be read: ${stored.reason}`];
    if (stored.value === null) return ['first'];
    const flag = parseFlag(stored.value);
    const installed = await installing;
    if (typeof flag.installTime === 'number' && installed !== undefined && flag.installTime !== installed) {
      return ['first', 'the stored flag belongs to an earlier install'];
    }
    if (!mayRetry || !isRecent(flag.openSince)) return ['used'];
    openSince = Number(flag.openSince);
    return ['open'];
  }

  async function read(timeoutMs: number): Promise<RunState> {
    const done = trace('firstRun');
    const [state, reason] = await judge(timeoutMs);
    done(state, reason);
    return state;
  }

  async function write(isOpen: boolean, before: typeof reading) {
    if ((await before) === 'used') return;
    const flag: Flag & { v: 1 } = {
      v: 1,
      installTime: await readInstallTime(WRITE_MS),
      ...(isOpen && { openSince }),
    };
    await within(clock, WRITE_MS, () => store.write(FIRST_RUN_KEY, JSON.stringify(flag)));
  }

  // Never awaited: a slow disk must not hold the app.
  function leave(isOpen: boolean) {
    if (isOpen === isToBeOpen) return;
    isToBeOpen = isOpen;
    // This very reading: a later one waits for all that is written here.
    const before = reading;
    writing = writing.then(() => write(isOpen, before));
  }

  return {
    read: (timeoutMs) => (reading ??= read(timeoutMs)),
    close: () => leave(false),
    keepOpen() {
      openSince ??= clock.now();
      leave(true);
    },
    isOpen: () => isRecent(openSince),
    forget() {
      reading = isToBeOpen = openSince = undefined;
      writing = forgetting = writing.then(() => within(clock, WRITE_MS, () => store.remove(FIRST_RUN_KEY)));
    },
  };
}
