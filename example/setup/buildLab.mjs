import { fileURLToPath } from 'node:url';
import { buildOnce } from '../../scripts/setup/buildOnce.mjs';
import { installDependencies } from '../../scripts/setup/installDependencies.mjs';
import { buildDashboard, installService } from '../../scripts/setup/prepareService.mjs';

const exampleFolder = fileURLToPath(new URL('..', import.meta.url));

/** Installs the example and the service that the lab mounts, and builds their pages. The service runs from its sources. */
export async function buildLab() {
  await Promise.all([installDependencies(exampleFolder, 'example'), installService()]);
  await Promise.all([
    buildDashboard(),
    buildOnce({
      title: 'Building the lab',
      folder: exampleFolder,
      sources: ['app', 'lab', '../src', 'package-lock.json'],
      output: 'dist/lab',
      script: ['node_modules/vite/bin/vite.js', 'build', 'lab'],
    }),
  ]);
}
