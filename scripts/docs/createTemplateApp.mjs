import { readdirSync, readFileSync, renameSync, rmSync, mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../run.mjs';
import { writeTestSamples } from '../writeTestSamples.mjs';

const PATIENCE = fileURLToPath(new URL('../app/patience.js', import.meta.url));

const QUIET = ['--no-audit', '--no-fund', '--no-progress', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];

/** Tools send no telemetry, ask no servers that a machine may not reach, and ask no questions. */
const ENV = { CI: '1', EXPO_OFFLINE: '1', EXPO_NO_TELEMETRY: '1' };

/** npm drops files whose names begin with a dot, so templates write them differently. */
function restoreDots(folder) {
  for (const name of readdirSync(folder)) {
    if (/^_[a-z]/.test(name)) renameSync(join(folder, name), join(folder, `.${name.slice(1)}`));
  }
}

/** Makes a new app from a template on npm, in a new folder, and installs its packages. */
export function createTemplateApp(template, path) {
  const work = mkdtempSync(join(tmpdir(), 'deferred-link-docs-'));
  run('npm', ['pack', '--silent', '--pack-destination', work, template], { isQuiet: true });
  const tarball = readdirSync(work).find((name) => name.endsWith('.tgz'));
  run('tar', ['xzf', tarball], { cwd: work });
  const folder = join(work, path);
  restoreDots(folder);

  const app = {
    folder,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write(file, content) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), content);
    },
    /** Changes a file; fails if nothing changes. */
    edit(file, change) {
      const before = app.read(file);
      const after = change(before);
      if (after === before) throw new Error(`${file} of ${template} is not as expected.`);
      app.write(file, after);
    },
    /** Runs a command of a guide. */
    type: (command, options) => run('bash', ['-euo', 'pipefail', '-c', command], { cwd: folder, env: ENV, ...options }),
    install: (...packages) => run('npm', ['install', ...QUIET, ...packages], { cwd: folder }),
    exec: (tool, args, options) => run('npx', ['--no-install', tool, ...args], { cwd: folder, env: ENV, ...options }),
    /** Runs tests of the app; a busy machine needs more than Jest's five seconds. */
    test: (...args) => app.exec('jest', ['--testTimeout', '60000', ...args]),
    /** Runs the samples of docs/testing.md. */
    testSamples(...args) {
      writeTestSamples(folder);
      app.write('patience.js', readFileSync(PATIENCE, 'utf8'));
      // Each app compiles the samples for the first time, as its team does.
      const cold = ['--cacheDirectory', './cold-jest-cache'];
      app.test('docs-testing', '--silent', '--setupFilesAfterEnv', './patience.js', ...cold, ...args);
    },
    remove: () => rmSync(work, { recursive: true, force: true }),
  };
  app.install();
  return app;
}

/** The command with which a guide installs the library, for a tarball of it. */
export const withTarball = (command, tarball) =>
  command.replace('react-native-deferred-link', `react-native-deferred-link@file:${tarball}`);
