import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

async function filesIn(root) {
  if ((await stat(root)).isFile()) return [root];
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return (
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
      // The lockfile stands for them.
      .filter((file) => !path.relative(root, file).split(path.sep).includes('node_modules'))
      .sort()
  );
}

/** One hash of everything in the given files and folders. */
export async function hashFiles(roots) {
  const hash = createHash('sha256');
  for (const root of roots) {
    for (const file of await filesIn(root)) {
      hash.update(file).update(await readFile(file));
    }
  }
  return hash.digest('hex');
}
