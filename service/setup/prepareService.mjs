import { fileURLToPath } from 'node:url';
import { buildOnce } from './buildOnce.mjs';
import { installDependencies } from './installDependencies.mjs';

const serviceFolder = fileURLToPath(new URL('..', import.meta.url));

export const installService = () => installDependencies(serviceFolder, 'service');

export const buildDashboard = () =>
  buildOnce({
    title: 'Building the dashboard',
    folder: serviceFolder,
    sources: ['dashboard', 'package-lock.json'],
    output: 'dist/dashboard',
    script: ['node_modules/vite/bin/vite.js', 'build', 'dashboard'],
  });

/** Installs and builds the service, unless that has been done; then it takes only a moment. */
export async function prepareService() {
  await installService();
  await buildOnce({
    title: 'Building the service',
    folder: serviceFolder,
    sources: ['src', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'],
    output: 'dist',
    script: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
  });
  await buildDashboard();
}
