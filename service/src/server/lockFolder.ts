import { readFile, rm, writeFile } from 'node:fs/promises';

const heldHere = new Set<string>();

type FolderLock = { kind: 'held'; release: () => Promise<void> } | { kind: 'busy'; pid: number };

/**
 * Keeps a second process out of a PGlite folder: PGlite itself lets it in, and two writers
 * corrupt the files.
 */
export async function lockFolder(lockFile: string): Promise<FolderLock> {
  for (;;) {
    if (await createLockFile(lockFile)) {
      heldHere.add(lockFile);
      return {
        kind: 'held',
        release: async () => {
          heldHere.delete(lockFile);
          await rm(lockFile, { force: true });
        },
      };
    }

    const pid = Number(await readFile(lockFile, 'utf8').catch(() => ''));
    if (isHeld(lockFile, pid)) return { kind: 'busy', pid };
    // The process that wrote it was killed before it could clean up.
    await rm(lockFile, { force: true });
  }
}

async function createLockFile(lockFile: string): Promise<boolean> {
  try {
    await writeFile(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (isErrorWithCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function isHeld(lockFile: string, pid: number): boolean {
  // In a container the process id is the same at every start, so our own id proves nothing.
  if (pid === process.pid) return heldHere.has(lockFile);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isErrorWithCode(error, 'EPERM');
  }
}

function isErrorWithCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
