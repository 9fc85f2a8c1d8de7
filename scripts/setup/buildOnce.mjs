import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hashFiles } from './hashFiles.mjs';
import { runWithProgress } from './runWithProgress.mjs';

/** Runs a build, which is a Node script, unless `output` was made from these very sources. */
export async function buildOnce({ title, folder, sources, output, script }) {
  const stampFile = path.join(folder, output, '.built-from');
  const hash = await hashFiles(sources.map((source) => path.join(folder, source)));
  const builtFrom = await readFile(stampFile, 'utf8').catch(() => null);
  if (builtFrom === hash) return;

  await runWithProgress(title, folder, process.execPath, script);
  await writeFile(stampFile, hash);
}
