import { fileURLToPath } from 'node:url';
import { buildOnce } from '../../scripts/setup/buildOnce.mjs';
import { installDependencies } from '../../scripts/setup/installDependencies.mjs';
import { prepareService } from '../../scripts/setup/prepareService.mjs';

const exampleFolder = fileURLToPath(new URL('..', import.meta.url));

/** Installs the example, builds its page, and does both for the service that the lab mounts. */
export async function buildLab() {
  await installDependencies(exampleFolder, 'example');
  await prepareService();
  await buildOnce({
    title: 'Building the lab',
    folder: exampleFolder,
    sources: ['app', 'lab', '../src', 'package-lock.json'],
    output: 'dist/lab',
    script: ['node_modules/vite/bin/vite.js', 'build', 'lab'],
  });
}
