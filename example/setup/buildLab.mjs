import { fileURLToPath } from 'node:url';
import { buildOnce } from '../../service/setup/buildOnce.mjs';
import { installDependencies } from '../../service/setup/installDependencies.mjs';
import { buildDashboard, installService } from '../../service/setup/prepareService.mjs';

const exampleFolder = fileURLToPath(new URL('..', import.meta.url));
const labFolder = fileURLToPath(new URL('../lab', import.meta.url));

/** The app's own packages, Expo and React Native, are for phones and for the tests: the lab needs none of them. */
const installLab = () => installDependencies(labFolder, 'lab');

const vite = 'lab/node_modules/vite/bin/vite.js';

/** What the page is made of. */
const sources = ['app', 'lab', '../src'];

/** For a server: installs the lab and the service it mounts, and builds their pages. The service runs from source. */
export async function buildPage() {
  await Promise.all([
    installService().then(buildDashboard),
    installLab().then(() =>
      buildOnce({
        title: 'Building the lab',
        folder: exampleFolder,
        sources,
        output: 'dist/page',
        script: [vite, 'build', 'lab'],
      })
    ),
  ]);
}

/** For any static host: the page, the service and its database, all of which then run in the browser. */
export async function buildSite() {
  await Promise.all([installService().then(buildDashboard), installLab()]);
  await buildOnce({
    title: 'Preparing the lab’s database',
    folder: exampleFolder,
    sources: [
      'lab/build',
      'lab/service',
      '../service/src',
      '../service/__tests__/support/countEverything.ts',
      '../service/package-lock.json',
    ],
    output: 'dist/database',
    script: [
      '--import',
      './lab/node_modules/tsx/dist/loader.mjs',
      'lab/build/prepareDatabase.ts',
      'dist/database/files.bin',
    ],
  });
  await buildOnce({
    title: 'Building the lab',
    folder: exampleFolder,
    sources: [...sources, '../service/src', '../service/dashboard', 'dist/database', '../service/package-lock.json'],
    output: 'dist/lab',
    script: [vite, 'build', 'lab', '--mode', 'static'],
  });
}
