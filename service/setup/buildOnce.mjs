import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runWithProgress } from './runWithProgress.mjs';

/** Tests are not built, and the lockfile stands for the packages. */
const NOT_SOURCES = /(^|[\\/])(node_modules|__tests__)[\\/]/;

async function filesIn(root) {
  if ((await stat(root)).isFile()) return [root];
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !NOT_SOURCES.test(path.relative(root, file)))
    .sort();
}

/** One hash of everything in the given files and folders. */
async function hashFiles(roots) {
  const hash = createHash('sha256');
  for (const root of roots) {
    for (const file of await filesIn(root)) hash.update(file).update(await readFile(file));
  }
  return hash.digest('hex');
}

/** Runs a build, which is a Node script, unless `output` was made from these very sources. */
export async function buildOnce({ title, folder, sources, output, script }) {
  const stampFile = path.join(folder, output, '.built-from');
  const hash = await hashFiles(sources.map((source) => path.join(folder, source)));
  const builtFrom = await readFile(stampFile, 'utf8').catch(() => null);
  if (builtFrom === hash) return;

  await runWithProgress(title, folder, process.execPath, script);
  await writeFile(stampFile, hash);
}
