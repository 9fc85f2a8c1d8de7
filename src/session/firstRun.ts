import type { Settings } from '../core/resolveConfig';
import type { RunState } from '../core/sessionState';
import type { Trace } from '../core/trace';
import { within } from '../core/within';
import type { KeyValueStore, Ports } from '../ports';
import type { InstallId } from '../service/installId';
import { FIRST_RUN_KEY } from '../storageKeys';

export interface FirstRun {
  read(timeoutMs: number): Promise<RunState>;
  /** The attempt has ended, or a link has made it pointless. */
  noteUsed(): void;
  /** The attempt got no answer: another one may be made until a day after the first. */
  noteUnanswered(): void;
  /** Whether an attempt that got no answer may still be tried again. */
  mayAskAgain(): boolean;
  /** Writes the flag again where the host app has removed it, or where it could not be written; needs consent. */
  defend(): void;
  forget(): void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** A person who comes back later than this has found another way. */
const ASK_AGAIN_FOR_MS = DAY_MS;
/** How long a write is waited for. */
const WRITE_MS = 5000;
/** An older install belongs to somebody who had the app before this library came with an update. */
const NEW_INSTALL_DAYS = 7;
/** The system answers at once, if at all. Without an answer the install counts as new. */
const INSTALL_TIME_MS = 500;

interface Flag {
  installTime?: unknown;
  /** When the first attempt that got no answer was made. Installed apps have stored it under this name. */
  openSince?: unknown;
}

interface Verdict {
  run: RunState;
  reason: string | undefined;
  /** Whether nothing has to be written, because storage holds it for good already or can't be read. */
  isFinal: boolean;
}

/** Any stored value counts as a flag, even one that can't be parsed. */
function parseFlag(text: string): Flag {
  try {
    return (JSON.parse(text) ?? {}) as Flag;
  } catch {
    return {};
  }
}

const verdict = (run: RunState, reason?: string, isFinal = false): Verdict => ({ run, reason, isFinal });

interface FirstRunParts {
  ports: Pick<Ports, 'os' | 'clock' | 'installTime' | 'isDevelopment' | 'log'>;
  settings: Pick<Settings, 'retryUnansweredMatch' | 'isNewInstall'>;
  store: KeyValueStore;
  trace: Trace;
  installId: Pick<InstallId, 'isAllowed' | 'noteLoss'>;
}

export function createFirstRun({ ports, settings, store, trace, installId }: FirstRunParts): FirstRun {
  const { os, clock, log } = ports;
  let unansweredSince: number | undefined;
  let reading: Promise<Verdict> | undefined;
  let isToBeUnanswered: boolean | undefined;
  /** The text that storage should hold. */
  let wanted: string | null = null;
  let isReported = false;
  // One job after the other, so that an older write never lands on a newer one.
  let jobs: Promise<unknown> = Promise.resolve();
  let forgetting: Promise<unknown> | undefined;

  const readInstallTime = async (timeoutMs: number) => {
    const answer = await within(clock, timeoutMs, ports.installTime);
    return answer.ok && typeof answer.value === 'number' && answer.value > 0 ? answer.value : undefined;
  };

  // Android restores backups onto new installs. The install time tells them apart.
  const readBackupMark = (timeoutMs: number) => (os === 'android' ? readInstallTime(timeoutMs) : undefined);

  // A clock that was ahead is set back when the phone finds a network, which is when asking again is of use.
  const isRecent = (since: unknown) => Math.abs(clock.now() - Number(since)) < ASK_AGAIN_FOR_MS;

  /** What the app itself says of this install; `undefined` if it gives no usable answer. */
  async function askApp(timeoutMs: number): Promise<boolean | undefined> {
    const { isNewInstall } = settings;
    if (isNewInstall === undefined) return undefined;
    const answer = await within(clock, timeoutMs, () =>
      typeof isNewInstall === 'function' ? isNewInstall() : isNewInstall
    );
    if (answer.ok && typeof answer.value === 'boolean') return answer.value;
    log.error(`config.isNewInstall was ignored: ${answer.ok ? 'it gave no boolean' : answer.reason}.`);
    return undefined;
  }

  /** Nothing is stored: is the install new, or did an update bring the library to an old one? */
  async function judgeInstall(timeoutMs: number): Promise<Verdict> {
    const isNew = await askApp(timeoutMs);
    if (isNew === false) return verdict('used', 'config.isNewInstall says that this install is not new');
    const installed = isNew ? undefined : await readInstallTime(Math.min(timeoutMs, INSTALL_TIME_MS));
    const days = installed === undefined ? 0 : Math.floor((clock.now() - installed) / DAY_MS);
    if (days < NEW_INSTALL_DAYS) return verdict('first');
    const age = `the app was installed ${days} days ago, before this library came with an update`;
    return ports.isDevelopment ? verdict('first', `${age}; a release build would not match it`) : verdict('used', age);
  }

  async function judge(timeoutMs: number): Promise<Verdict> {
    const marking = readBackupMark(timeoutMs);
    const stored = await within(clock, timeoutMs, async () => {
      await forgetting;
      return store.read(FIRST_RUN_KEY);
    });
    if (!stored.ok) return verdict('used', `the flag can't be read: ${stored.reason}`, true);
    if (stored.value === null) return judgeInstall(timeoutMs);
    const flag = parseFlag(stored.value);
    const installed = typeof flag.installTime === 'number' ? await marking : undefined;
    if (installed !== undefined && flag.installTime !== installed) {
      return verdict('first', 'the stored flag belongs to an earlier install');
    }
    wanted = stored.value;
    if (!settings.retryUnansweredMatch || !isRecent(flag.openSince)) return verdict('used', undefined, true);
    unansweredSince = Number(flag.openSince);
    return verdict('unanswered');
  }

  async function read(timeoutMs: number): Promise<Verdict> {
    const done = trace('firstRun');
    const result = await judge(timeoutMs);
    done(result.run, result.reason);
    return result;
  }

  async function save(text: string) {
    // After the next grant the flag is defended.
    if (!installId.isAllowed()) return;
    const answer = await within(clock, WRITE_MS, () => store.write(FIRST_RUN_KEY, text));
    // Reported once, however often the write is tried again.
    if (answer.ok || isReported) return;
    isReported = true;
    trace('firstRun')('unsaved', answer.reason);
    log.error(`The first run could not be stored, so that the next launch may match again: ${answer.reason}.`);
  }

  async function write(isUnanswered: boolean, before: typeof reading) {
    if ((await before)?.isFinal) return;
    const flag: Flag & { v: 1 } = {
      v: 1,
      installTime: await readBackupMark(WRITE_MS),
      ...(isUnanswered && { openSince: unansweredSince }),
    };
    await save((wanted = JSON.stringify(flag)));
  }

  // Nobody awaits the job: a slow disk must not hold up the app.
  const queue = (job: () => Promise<unknown>) => (jobs = jobs.then(job).catch(() => {}));

  function leave(isUnanswered: boolean) {
    if (isUnanswered === isToBeUnanswered) return;
    isToBeUnanswered = isUnanswered;
    // The reading of now: a later one would itself wait for this write.
    const before = reading;
    void queue(() => write(isUnanswered, before));
  }

  return {
    read: async (timeoutMs) => (await (reading ??= read(timeoutMs))).run,
    noteUsed: () => leave(false),
    noteUnanswered() {
      unansweredSince ??= clock.now();
      leave(true);
    },
    mayAskAgain: () => isRecent(unansweredSince),
    defend() {
      void queue(async () => {
        const text = wanted;
        if (text === null || !installId.isAllowed()) return;
        const stored = await within(clock, WRITE_MS, () => store.read(FIRST_RUN_KEY));
        if (!stored.ok || stored.value === text) return;
        installId.noteLoss();
        await save(text);
      });
    },
    forget() {
      reading = isToBeUnanswered = unansweredSince = undefined;
      forgetting = queue(() => {
        wanted = null;
        return within(clock, WRITE_MS, () => store.remove(FIRST_RUN_KEY));
      });
    },
  };
}
