import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { exampleFolder } from './exampleFolder.mjs';
import { runWithProgress } from './runWithProgress.mjs';

/** Installs what the lockfile names, unless that is what is there. */
export async function installDependencies() {
  if (await isInstalled()) return;
  await runWithProgress('Installing the example’s dependencies, once', 'npm', ['ci', '--no-audit', '--no-fund']);
}

/** npm leaves an account of what it put into node_modules, as the last thing it does. */
async function isInstalled() {
  try {
    const wanted = await readPackages('package-lock.json');
    const installed = await readPackages('node_modules/.package-lock.json');
    return Object.entries(wanted).every(
      ([name, { version, optional }]) =>
        // The optional ones are for other systems than this.
        name === '' || optional || installed[name]?.version === version
    );
  } catch {
    return false;
  }
}

async function readPackages(file) {
  return JSON.parse(await readFile(path.join(exampleFolder, file), 'utf8')).packages;
}
