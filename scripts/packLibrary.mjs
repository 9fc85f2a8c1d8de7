import { join } from 'node:path';
import { manifest } from './library.mjs';
import { run, step } from './run.mjs';
import { withFolder } from './withFolder.mjs';

/** Packs the library, as npm would publish it, into `folder`; returns the tarball's path. */
export function packLibrary(folder) {
  run('npm', ['pack', '--silent', '--pack-destination', folder]);
  return join(folder, `${manifest.name}-${manifest.version}.tgz`);
}

/** Runs `work` with a tarball of the library, and removes that afterwards. */
export const withTarball = (work) =>
  withFolder(async (folder) => work(await step('build and pack', () => packLibrary(folder))));
