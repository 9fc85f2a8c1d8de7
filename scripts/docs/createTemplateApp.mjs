import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, rmSync, mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodePackage } from '../library.mjs';
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

/** Installs a Node for the app, outside of it; returns the PATH with this Node in front. */
function installNode(work, version) {
  const folder = join(work, 'node');
  run('npm', ['install', ...QUIET, '--prefix', folder, `${nodePackage}@${version}`]);
  return [join(folder, 'node_modules', nodePackage, 'bin'), process.env.PATH].join(delimiter);
}

/**
 * Makes a new app from a template on npm, in a new folder, and installs its packages.
 * @param options.node The app's version of Node, if not ours.
 * @param options.workspace The app's folder in an npm workspace, if it is in one.
 */
export function createTemplateApp(template, path, { node, workspace } = {}) {
  const work = mkdtempSync(join(tmpdir(), 'deferred-link-docs-'));
  run('npm', ['pack', '--silent', '--pack-destination', work, template], { isQuiet: true });
  const tarball = readdirSync(work).find((name) => name.endsWith('.tgz'));
  run('tar', ['xzf', tarball], { cwd: work });
  const folder = join(work, workspace ?? path);
  if (workspace) {
    mkdirSync(dirname(folder), { recursive: true });
    renameSync(join(work, path), folder);
    writeFileSync(join(work, 'package.json'), JSON.stringify({ private: true, workspaces: [workspace, 'packages/*'] }));
  }
  restoreDots(folder);
  const env = { ...ENV, ...(node && { PATH: installNode(work, node) }) };

  const app = {
    folder,
    /** Where a team types npm's commands: the app's folder, or the workspace around it. */
    root: workspace ? work : folder,
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
    type: (command) => run('bash', ['-euo', 'pipefail', '-c', command], { cwd: app.root, env }),
    install: (...packages) => run('npm', ['install', ...QUIET, ...packages], { cwd: folder, env }),
    exec: (tool, args, options) => run('npx', ['--no-install', tool, ...args], { cwd: folder, env, ...options }),
    /** What a tool prints. */
    output: (tool, args) =>
      execFileSync('npx', ['--no-install', tool, ...args], {
        cwd: folder,
        env: { ...process.env, ...env },
        encoding: 'utf8',
      }),
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
