import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs `work` with the path of a new folder, and removes that afterwards. */
export async function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'deferred-link-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
