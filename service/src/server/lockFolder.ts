import { randomUUID } from 'node:crypto';
import { readFile, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';

/** How often the owner shows that it lives. */
const HEARTBEAT_MS = 1_000;

/** An owner elsewhere that was silent for this long is dead, or cut off. */
const SILENCE_MS = 5_000;

const WATCH_EVERY_MS = 100;

/** What the owner writes into its lock file. */
export interface FolderOwner {
  id: string;
  pid: number;
  /** Process ids are only valid in one place: a machine, or a container on it. */
  place: string;
  /** When the process began, where that can be known: another process that gets the same id began later. */
  began?: string | undefined;
  /** The owner's address, for commands that go through it. */
  url?: string | undefined;
  /** Opens the administration there. Whoever can read this file can read the database too. */
  token?: string | undefined;
}

export type FolderLock = { kind: 'held'; release: () => Promise<void> } | { kind: 'busy'; owner: FolderOwner };

interface LockOptions {
  url?: string | undefined;
  token?: string | undefined;
  /** Called if another process has taken the folder, because this one was suspended for too long. */
  onLost: () => void;
  /** Called before a wait of some seconds, with the reason. */
  onWait?: ((reason: string) => void) | undefined;
}

function isErrorWithCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function describePlace(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return [hostname(), boot.trim(), namespace].join(' ');
}

/** The state of a process, and when it began. Both are undefined on systems other than Linux, or without a process. */
async function readProcess(pid: number): Promise<{ state: string | undefined; began: string | undefined }> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program is in brackets, and may itself have spaces and brackets.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0], began: fields[19] };
}

/** The owner that a lock file names; null if the file is missing or can't be understood. */
export async function readOwner(lockFile: string): Promise<FolderOwner | null> {
  try {
    const owner: unknown = JSON.parse(await readFile(lockFile, 'utf8'));
    const isOwner = typeof owner === 'object' && owner !== null && 'id' in owner && 'pid' in owner && 'place' in owner;
    return isOwner && /^[\w-]{1,64}$/.test(String(owner.id)) ? (owner as FolderOwner) : null;
  } catch {
    return null;
  }
}

const ageOf = (lockFile: string) =>
  stat(lockFile).then(
    ({ mtimeMs }) => mtimeMs,
    () => null
  );

/**
 * Every id of this process begins with it, which tells our own locks from those of a dead process that had our process
 * id.
 */
const THIS_PROCESS = randomUUID();
let ids = 0;

const isHere = ({ id }: FolderOwner) => id.startsWith(THIS_PROCESS);

/** Certain only where both processes share their process ids; elsewhere this is false, and the heartbeat decides. */
function isProvablyDead(owner: FolderOwner, place: string): boolean {
  if (owner.place !== place) return false;
  if (owner.pid === process.pid) return !isHere(owner);
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return isErrorWithCode(error, 'ESRCH');
  }
}

/** Watches for a sign of life, for as long as an owner may be silent. */
async function isAlive(lockFile: string): Promise<boolean> {
  const first = await ageOf(lockFile);
  for (let waited = 0; waited < SILENCE_MS; waited += WATCH_EVERY_MS) {
    await sleep(WATCH_EVERY_MS);
    const now = await ageOf(lockFile);
    if (now === null) return false;
    if (now !== first) return true;
  }
  return false;
}

/**
 * Whether the very process that has the folder runs here, however silent it is: PGlite does its work in the process,
 * which shows no sign of life in the meantime. A process that has ended may still be listed, as a zombie.
 */
async function isRunning(lockFile: string, owner: FolderOwner | null, place: string): Promise<boolean> {
  if (!owner?.began || owner.place !== place) return false;
  const { state, began } = await readProcess(owner.pid);
  return began === owner.began && state !== 'Z' && (await readOwner(lockFile))?.id === owner.id;
}

function hold(lockFile: string, { id }: FolderOwner, onLost: () => void): FolderLock {
  let isReleased = false;
  const beat = async () => {
    const owner = await readOwner(lockFile);
    if (isReleased) return;
    if (owner?.id !== id) {
      clearInterval(heartbeat);
      onLost();
      return;
    }
    const now = new Date();
    await utimes(lockFile, now, now).catch(() => {});
  };
  const heartbeat = setInterval(() => void beat(), HEARTBEAT_MS);
  heartbeat.unref();
  const release = async () => {
    clearInterval(heartbeat);
    isReleased = true;
    if ((await readOwner(lockFile))?.id === id) await rm(lockFile, { force: true });
  };
  return { kind: 'held', release };
}

/**
 * Removes the file of a dead owner, under a lock named after that owner. Without it, two processes could find the same
 * owner dead, and the slower one would remove the file that the faster one has just written.
 */
async function removeDead(lockFile: string, dead: FolderOwner | null, seenAt: number | null): Promise<void> {
  const turn = await lockFolder(`${lockFile}.${dead?.id ?? 'unreadable'}`, { onLost() {} });
  if (turn.kind === 'busy') return;
  const owner = await readOwner(lockFile);
  if (owner?.id === dead?.id && (await ageOf(lockFile)) === seenAt) await rm(lockFile, { force: true });
  await turn.release();
}

/**
 * Keeps a second process out of a PGlite folder: PGlite itself lets it in, and two writers corrupt the files.
 * It also works between containers that share a volume, where process ids mean nothing.
 */
export async function lockFolder(lockFile: string, { url, token, onLost, onWait }: LockOptions): Promise<FolderLock> {
  const place = await describePlace();
  const { began } = await readProcess(process.pid);
  const self: FolderOwner = { id: `${THIS_PROCESS}-${++ids}`, pid: process.pid, place, began, url, token };
  for (;;) {
    try {
      await writeFile(lockFile, JSON.stringify(self), { flag: 'wx', mode: 0o600 });
      return hold(lockFile, self, onLost);
    } catch (error) {
      if (!isErrorWithCode(error, 'EEXIST')) throw error;
    }
    const seenAt = await ageOf(lockFile);
    const owner = await readOwner(lockFile);
    const isHeldHere = owner !== null && isHere(owner);
    const isDead = owner !== null && isProvablyDead(owner, place);
    if (!isHeldHere && !isDead) {
      const who = owner ? `process ${owner.pid} of ${owner.place.split(' ')[0]}` : 'another process';
      onWait?.(`${lockFile} says that ${who} is using the folder; checking for ${SILENCE_MS / 1000} s if it still is`);
    }
    const isBusy = isHeldHere || (!isDead && ((await isAlive(lockFile)) || (await isRunning(lockFile, owner, place))));
    if (isBusy && owner) return { kind: 'busy', owner };
    if (!isBusy) await removeDead(lockFile, owner, seenAt);
  }
}
