import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkConsumer } from './checkConsumer.mjs';
import { checkHosting } from './checkHosting.mjs';
import { releaseProblems } from './checkRelease.mjs';
import { checkTarball } from './checkTarball.mjs';
import { root } from './library.mjs';
import { packLibrary } from './packLibrary.mjs';
import { run } from './run.mjs';
import { step } from './step.mjs';
import { withPostgres } from './withPostgres.mjs';

const example = join(root, 'example');
const service = join(root, 'service');
const npm = (cwd, ...args) => run('npm', args, { cwd });
const npx = (tool, ...args) => run('npx', ['--no-install', tool, ...args], { cwd: root });

/** Entries without types: the manifest, and a file that only Expo's command line loads. */
const UNTYPED = ['./package.json', './app.plugin.js'];

/** Jest ends by itself when the last test is over. If it takes longer than this, one of our timers keeps it alive. */
const APP_TEAMS_MS = 6 * 60 * 1000;
const APP_TEAMS = ['--config', '__tests__/appTeams/jest.config.js', '--runInBand'];

/** The database ends with the tests, so it need not outlive a power failure. */
const NO_SYNC = { fsync: 'off' };

const work = mkdtempSync(join(tmpdir(), 'deferred-link-check-'));
try {
  // CI has run them just before, with the command that the README names.
  if (!process.argv.includes('--tested')) await step('tests', () => npm(root, 'test'));

  await step('release', () => {
    const problems = releaseProblems();
    if (problems.length > 0) throw new Error(problems.join('\n'));
  });
  await step('format', () => npx('prettier', '--check', '.'));
  await step('types', () => npm(root, 'run', 'typecheck'));
  await step('engine', () => npm(root, 'run', 'check:engine'));

  const tarball = await step('build and pack', () => packLibrary(work));
  await step('tests as app teams write them, on the sources and on the build', () =>
    run('node', ['node_modules/jest/bin/jest.js', ...APP_TEAMS], { cwd: root, timeout: APP_TEAMS_MS })
  );
  await step('publint', () => npx('publint', 'run', tarball, '--strict', '--level', 'warning'));
  await step('attw', () => npx('attw', tarball, '--format', 'table', '--exclude-entrypoints', ...UNTYPED));
  await step('content of the package', () => checkTarball(tarball, join(work, 'unpacked')));
  await checkConsumer(tarball);

  const install = (folder) => npm(folder, 'ci', '--no-audit', '--no-fund', '--loglevel=error');
  await step('install and build the service', async () => {
    await install(service);
    await npm(service, 'run', 'build');
  });
  await step('install the example', () => install(example));
  // Lint comes after the installs, because it skips service and example where their packages are missing.
  await step('lint', () => npm(root, 'run', 'lint'));
  await step('types of the example', () => npm(example, 'run', 'typecheck'));
  await step('types of the service', () => npm(service, 'run', 'typecheck'));
  await step('service, on PGlite and PostgreSQL', () =>
    withPostgres((url) => run('npm', ['test'], { cwd: service, env: { DATABASE_URL: url } }), NO_SYNC)
  );
  await step('service, when its database fails over and when it is restarted', () =>
    npm(service, 'run', 'test:failover')
  );
  await step('docs/hosting.md, word for word', checkHosting);
  await step('shop, with the testing kit', () => npm(example, 'run', 'test:app'));
  await step('lab, in Chromium', () => npm(example, 'run', 'test:lab'));
  await step('dashboard, in Chromium', () => npm(service, 'run', 'test:dashboard'));
  await step('shop, bundled for both platforms', () => {
    const output = ['--output-dir', join(work, 'export')];
    const platforms = ['--platform', 'android', '--platform', 'ios', '--no-bytecode'];
    const env = { EXPO_OFFLINE: '1', EXPO_NO_TELEMETRY: '1' };
    return run('npx', ['--no-install', 'expo', 'export', ...platforms, ...output], { cwd: example, env });
  });
  console.log('\nAll checks passed.');
} finally {
  rmSync(work, { recursive: true, force: true });
}
