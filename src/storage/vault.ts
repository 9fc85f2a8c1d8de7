import type { Trace } from '../core/trace';
import { within, type Bounded } from '../core/within';
import type { KeyValueStore, Ports } from '../ports';
import type { Consent } from '../types';

export type Key = 'install' | 'events';

/** A disk that takes longer is not waited for. */
const JOB_MS = 5000;
/** In characters: to write more than this at every change would wear out the phone's memory. */
const LARGE_LENGTH = 32 * 1024;
/** The pause after a large value was written. A kill in that time costs what has changed since. */
const PAUSE_MS = 1000;

/** The pauses before a read that was rejected is repeated. Nobody waits for them. */
const READ_AGAIN_MS = [1000, 5000, 15_000];
/** Takes the place of a value that can't be read any more. To its reader it is a damaged one. */
const lost = () => '?';

const REFUSED: Bounded<null> = { ok: false, reason: 'config.consent is not granted' };

interface Slot {
  name: string;
  /** What the key should hold; an empty string means nothing. A key is left alone until it is read or kept. */
  wanted?: () => string;
  /** What storage holds; `undefined` if that isn't certain. */
  held?: string | undefined;
  /** Consent was denied: the key is wiped, although nothing else may be touched. */
  isRevoked?: boolean;
  /** The app may have cleared its storage. */
  isSuspect?: boolean;
  /** How many writes have begun and not ended. */
  out: number;
  /** The newest round of work, and the one that has not begun. */
  last: Promise<boolean>;
  next?: Promise<boolean> | undefined;
  pause?: Promise<unknown>;
  endPause?: () => void;
  /** Ends when a rejected read was repeated often enough. */
  again?: Promise<void> | undefined;
}

/** `again`: storage refused to be read, and the vault reads it again by itself; it ends when that is over. */
export type Reading = Bounded<string | null> & { again?: Promise<void> | undefined };

interface VaultParts {
  ports: Pick<Ports, 'clock' | 'log'>;
  store: KeyValueStore;
  trace: Trace;
  consent: Consent;
}

/**
 * The only way to storage. It remembers what each key should hold: repeating a failed write, writing again what the app
 * has cleared and dropping what is out of date follow from that. Consent is checked when a job runs.
 */
export function createVault({ ports: { clock, log }, store, trace, consent: initial }: VaultParts) {
  const slotOf = (key: Key): Slot => ({
    name: `react-native-deferred-link:${key}`,
    out: 0,
    last: Promise.resolve(true),
  });
  const slots = { install: slotOf('install'), events: slotOf('events') };
  let consent: Consent | 'stopped' = initial;

  const isAllowed = () => consent === 'granted';
  const mayTouch = (slot: Slot) => isAllowed() || (slot.isRevoked && consent !== 'stopped');

  async function run<T>(what: 'read' | 'write', ms: number, job: () => Promise<T>): Promise<Bounded<T>> {
    const done = trace('storage');
    const answer = await within(clock, ms, job);
    if (answer.ok) return answer;
    done('failed', answer.reason);
    if (!log.said.has(what)) log.error(what, answer.reason);
    log.said.add(what);
    return answer;
  }

  /** A write that was given up has ended after all: if it held the newest value, all is well. */
  function land(slot: Slot, text: string, isDone: boolean) {
    const isNewest = slot.wanted?.() === text;
    slot.held = isDone && isNewest ? text : undefined;
    if (!isNewest) void tend(slot);
  }

  async function write(slot: Slot, text: string) {
    slot.held = undefined;
    slot.out++;
    const writing = text ? store.write(slot.name, text) : store.remove(slot.name);
    const end = (isDone: boolean) => {
      slot.out--;
      return isDone;
    };
    const ended = writing.then(
      () => end(true),
      () => end(false)
    );
    const { ok } = await run('write', JOB_MS, () => writing);
    if (ok) slot.held = text;
    else void ended.then((isDone) => land(slot, text, isDone));
    return ok;
  }

  async function isLost(slot: Slot) {
    const { held } = slot;
    const answer = await run('read', JOB_MS, () => store.read(slot.name));
    return answer.ok && answer.value !== held;
  }

  /** Brings storage to what the key should hold; resolves to whether it holds that. */
  async function work(slot: Slot): Promise<boolean> {
    await slot.pause;
    // What changes from here on is work for the next round; all that changed before is written together.
    const { isSuspect } = slot;
    slot.next = undefined;
    slot.isSuspect = false;
    if (!slot.wanted || !mayTouch(slot)) return false;
    const done = trace('storage');
    const isGone = isSuspect && isAllowed() && slot.held && (await isLost(slot));
    const text = slot.wanted();
    if (slot.held === text && !isGone) return true;
    // A write that was given up could land on top of the next one. Only a wipe can't wait for it.
    const mustWait = slot.out > 0 && !slot.isRevoked;
    if (mustWait || !mayTouch(slot) || !(await write(slot, text))) return false;
    if (slot.isRevoked) done('wiped');
    else if (isGone) done('restored');
    if (text.length > LARGE_LENGTH)
      slot.pause = within(clock, PAUSE_MS, () => new Promise<void>((resolve) => (slot.endPause = resolve)));
    return true;
  }

  /** A round that has begun may have missed what changed since, so there is always another one to wait for. */
  const tend = (slot: Slot): Promise<boolean> => (slot.next ??= slot.last = slot.last.then(() => work(slot)));

  function doubt(slot: Slot) {
    slot.endPause?.();
    slot.isSuspect = true;
    void tend(slot);
  }

  const isUnread = (slot: Slot) => isAllowed() && !slot.wanted;
  /** Once it is, storage has no say: nothing that was denied comes back. What is lost is known when it is replaced. */
  const isKnown = ({ wanted, held }: Slot) => wanted && (wanted !== lost || held);

  function learn(slot: Slot, text: string) {
    slot.held = text;
    slot.wanted = () => text;
  }

  /**
   * Repeats a rejected read: the store may be busy, or locked as long as the phone is. One that rejects for ever has
   * lost its values, but can hold new ones. If it can't be written either, its values are left alone in this launch.
   */
  async function readAgain(slot: Slot): Promise<void> {
    for (const ms of READ_AGAIN_MS) {
      await new Promise<void>((resume) => clock.after(ms, resume));
      // If consent is only suspended, the next read begins again.
      if (!isAllowed()) slot.again = undefined;
      if (!isUnread(slot)) return;
      const { ok, value, isLate } = await run('read', JOB_MS, () => store.read(slot.name));
      if (ok && isUnread(slot)) learn(slot, value ?? '');
      if (ok || isLate) return;
    }
    if (!isUnread(slot)) return;
    slot.wanted = lost;
    if (!(await tend(slot)) && slot.wanted === lost) delete slot.wanted;
  }

  return {
    isAllowed,

    /** Whether storage takes what it is given, although it can't be read: it is asked to remove what isn't there. */
    isWritable: async () => (await within(clock, JOB_MS, () => store.remove(`${slots.events.name}-`))).ok,

    /** What the key holds, or `null`. Gives up after a time limit, and refuses without consent. */
    async read(key: Key, ms = JOB_MS): Promise<Reading> {
      const slot = slots[key];
      const answer = isAllowed() && !isKnown(slot) ? await run('read', ms, () => store.read(slot.name)) : REFUSED;
      if (!isAllowed()) return REFUSED;
      if (answer.ok && !slot.wanted) learn(slot, answer.value ?? '');
      if (slot.wanted && isKnown(slot)) return { ok: true, value: slot.wanted() || null };
      if (!answer.ok && !answer.isLate) slot.again ??= readAgain(slot);
      return { ...answer, again: slot.again };
    },

    /** From now on the key should hold what `text` returns when a write begins. Resolves to whether it is stored. */
    async keep(key: Key, text: () => string): Promise<boolean> {
      const slot = slots[key];
      // What was denied has to be wiped, whatever is planned meanwhile.
      if (slot.isRevoked && !isAllowed()) return false;
      slot.isRevoked = false;
      slot.wanted = text;
      return (await tend(slot)) && isAllowed();
    },

    /** Writes again what the app has cleared, and what could not be written. Waits for no pause. */
    check: (only?: Key) => (only ? [slots[only]] : Object.values(slots)).forEach(doubt),

    /** `denied` wipes every key, however late. */
    setConsent(next: Consent) {
      consent = next;
      for (const slot of Object.values(slots)) {
        if (next === 'denied') Object.assign(slot, { isRevoked: true, wanted: () => '', held: undefined });
        doubt(slot);
      }
    },

    stop() {
      consent = 'stopped';
    },
  };
}

export type Vault = ReturnType<typeof createVault>;
