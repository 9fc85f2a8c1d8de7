import { fileURLToPath } from 'node:url';
import { buildOnce } from '../../scripts/setup/buildOnce.mjs';
import { installDependencies } from '../../scripts/setup/installDependencies.mjs';
import { buildDashboard, installService } from '../../scripts/setup/prepareService.mjs';

const exampleFolder = fileURLToPath(new URL('..', import.meta.url));
const labFolder = fileURLToPath(new URL('../lab', import.meta.url));

/**
 * Installs the lab and the service that it mounts, and builds their pages. The service runs from its sources. The app's
 * own packages, Expo and React Native, are for phones and for the tests: the lab needs none of them.
 */
export async function buildLab() {
  await Promise.all([
    installService().then(buildDashboard),
    installDependencies(labFolder, 'lab').then(() =>
      buildOnce({
        title: 'Building the lab',
        folder: exampleFolder,
        sources: ['app', 'lab', '../src'],
        output: 'dist/lab',
        script: ['lab/node_modules/vite/bin/vite.js', 'build', 'lab'],
      })
    ),
  ]);
}
