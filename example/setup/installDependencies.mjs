import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { exampleFolder } from './exampleFolder.mjs';
import { runWithProgress } from './runWithProgress.mjs';

const inExample = (...parts) => path.join(exampleFolder, ...parts);
const stampFile = inExample('node_modules', '.installed-lockfile');

/** Installs what the lockfile names, unless that is what is there. */
export async function installDependencies() {
  const lockfile = await readFile(inExample('package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lockfile).digest('hex');
  const stamp = await readFile(stampFile, 'utf8').catch(() => null);
  if (stamp === hash) return;

  if (stamp !== null || !(await isInstalledByHand(lockfile))) {
    await runWithProgress('Installing the example’s dependencies, once', 'npm', [
      'ci',
      '--no-audit',
      '--no-fund',
    ]);
  }
  await writeFile(stampFile, hash);
}

/** Whether someone ran npm in here themselves; npm leaves its own account of what it put there. */
async function isInstalledByHand(lockfile) {
  try {
    const installed = JSON.parse(
      await readFile(inExample('node_modules', '.package-lock.json'), 'utf8'),
    ).packages;
    return Object.entries(JSON.parse(lockfile).packages).every(
      ([name, wanted]) =>
        name === '' || wanted.optional || installed[name]?.version === wanted.version,
    );
  } catch {
    return false;
  }
}
