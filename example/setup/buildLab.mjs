import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { exampleFolder } from './exampleFolder.mjs';
import { hashFiles } from './hashFiles.mjs';
import { runWithProgress } from './runWithProgress.mjs';

const inExample = (...parts) => path.join(exampleFolder, ...parts);
const stampFile = inExample('dist', 'lab', '.built-from');

/** Builds the lab's page, unless it was built from these very sources. */
export async function buildLab() {
  const hash = await hashFiles([
    inExample('app'),
    inExample('lab'),
    inExample('..', 'src'),
    inExample('package-lock.json'),
  ]);
  const builtFrom = await readFile(stampFile, 'utf8').catch(() => null);
  if (builtFrom === hash) return;

  await runWithProgress('Building the lab', process.execPath, [
    inExample('node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    inExample('lab'),
  ]);
  await writeFile(stampFile, hash);
}
