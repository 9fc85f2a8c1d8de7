import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runWithProgress } from './runWithProgress.mjs';

async function readPackages(folder, file) {
  return JSON.parse(await readFile(path.join(folder, file), 'utf8')).packages;
}

/** The last thing that npm writes is a list of what it has put into node_modules. */
async function isInstalled(folder) {
  try {
    const wanted = await readPackages(folder, 'package-lock.json');
    const installed = await readPackages(folder, 'node_modules/.package-lock.json');
    return Object.entries(wanted).every(
      ([name, { version, optional }]) =>
        // Optional packages may be for other systems.
        name === '' || optional || installed[name]?.version === version
    );
  } catch {
    return false;
  }
}

/** Installs what a folder's lockfile names, unless it is there already. */
export async function installDependencies(folder, whose) {
  if (await isInstalled(folder)) return;
  await runWithProgress(`Installing the ${whose}’s dependencies, once`, folder, 'npm', [
    'ci',
    '--no-audit',
    '--no-fund',
  ]);
}
