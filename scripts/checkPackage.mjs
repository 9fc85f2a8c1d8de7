// What the package is, and how apps use it. Called by check.mjs, with the tarball and a folder.
import { join } from 'node:path';
import { checkConsumer } from './checkConsumer.mjs';
import { checkTarball } from './checkTarball.mjs';
import { root } from './library.mjs';
import { run, runTool, step } from './run.mjs';

const tool = (name, ...args) => runTool(name, args, { cwd: root });

/** Entries without types: the manifest, and a file that only Expo's command line loads. */
const UNTYPED = ['./package.json', './app.plugin.js'];

/** Jest ends by itself when the last test is over. If it takes longer than this, one of our timers keeps it alive. */
const APP_TEAMS_MS = 6 * 60 * 1000;
const APP_TEAMS = ['--config', '__tests__/appTeams/jest.config.js', '--runInBand', '--selectProjects', 'package'];

const [tarball, work] = process.argv.slice(2);

await checkConsumer(tarball);
await step('tests as app teams write them, on the build', () =>
  run('node', ['node_modules/jest/bin/jest.js', ...APP_TEAMS], { cwd: root, timeout: APP_TEAMS_MS })
);
await step('publint', () => tool('publint', 'run', tarball, '--strict', '--level', 'warning'));
await step('attw', () => tool('attw', tarball, '--format', 'table', '--exclude-entrypoints', ...UNTYPED));
await step('content of the package', () => checkTarball(tarball, join(work, 'unpacked')));
