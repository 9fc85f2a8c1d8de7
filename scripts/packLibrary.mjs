import { join } from 'node:path';
import { manifest, root } from './library.mjs';
import { run } from './run.mjs';

/** Packs the library, as npm would publish it, into `folder`; returns the tarball's path. */
export function packLibrary(folder) {
  run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root });
  return join(folder, `${manifest.name}-${manifest.version}.tgz`);
}
