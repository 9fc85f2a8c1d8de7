// What the package is, how apps use it, how the code is written, and the example: its lab in a browser, and its shop.
// Called by check.mjs, with the tarball and a folder.
import { join } from 'node:path';
import { checkBudgets } from './checkBudgets.mjs';
import { checkConsumer } from './checkConsumer.mjs';
import { checkMissingPackages } from './checkMissingPackages.mjs';
import { checkTarball } from './checkTarball.mjs';
import { root } from './library.mjs';
import { run } from './run.mjs';
import { step } from './step.mjs';

const example = join(root, 'example');
const npm = (cwd, ...args) => run('npm', args, { cwd });
const npx = (tool, ...args) => run('npx', ['--no-install', tool, ...args], { cwd: root });

/** Entries without types: the manifest, and a file that only Expo's command line loads. */
const UNTYPED = ['./package.json', './app.plugin.js'];

/** Jest ends by itself when the last test is over. If it takes longer than this, one of our timers keeps it alive. */
const APP_TEAMS_MS = 6 * 60 * 1000;
const APP_TEAMS = ['--config', '__tests__/appTeams/jest.config.js', '--runInBand', '--selectProjects', 'package'];

const [tarball, work] = process.argv.slice(2);

await step('format', () => npx('prettier', '--check', '.'));
await step('types', () => npm(root, 'run', 'typecheck'));
await step('tests that Jest finds for each file', () => npm(root, 'run', 'check:related-tests'));
await step('engine', () => npm(root, 'run', 'check:engine'));
await step('lint', () => npm(root, 'run', 'lint'));
await step('types of the example', () => npm(example, 'run', 'typecheck'));
await step('types of the service', () => npm(join(root, 'service'), 'run', 'typecheck'));
await step('tests as app teams write them, on the build', () =>
  run('node', ['node_modules/jest/bin/jest.js', ...APP_TEAMS], { cwd: root, timeout: APP_TEAMS_MS })
);
await step('publint', () => npx('publint', 'run', tarball, '--strict', '--level', 'warning'));
await step('attw', () => npx('attw', tarball, '--format', 'table', '--exclude-entrypoints', ...UNTYPED));
await step('content of the package', () => checkTarball(tarball, join(work, 'unpacked')));
await step('budgets', checkBudgets);
await checkMissingPackages(tarball);
await checkConsumer(tarball);
await step('lab, in Chromium', () => npm(example, 'run', 'test:lab'));
await step('shop, with the testing kit', () => npm(example, 'run', 'test:app'));
// The package alone was bundled for both platforms.
await step('shop, bundled for Android', () => {
  const output = ['--output-dir', join(work, 'export')];
  const env = { EXPO_OFFLINE: '1', EXPO_NO_TELEMETRY: '1' };
  return run('npx', ['--no-install', 'expo', 'export', '--platform', 'android', '--no-bytecode', ...output], {
    cwd: example,
    env,
  });
});
