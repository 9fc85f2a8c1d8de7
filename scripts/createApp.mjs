import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPages } from './docs/readPages.mjs';
import { root } from './library.mjs';
import { run, step } from './run.mjs';
import { withFolder } from './withFolder.mjs';

const NPM_INSTALL = 'install --no-audit --no-fund --no-progress --ignore-scripts --prefer-offline --loglevel=error';

/** Tools send no telemetry, ask no servers that a machine may not reach, and ask no questions. */
const ENV = { CI: '1', EXPO_OFFLINE: '1', EXPO_NO_TELEMETRY: '1' };

/** The package that holds Node for this machine. */
const NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

const APP = { name: 'app', version: '1.0.0' };

/** The version that the example pins, too. */
const ROLLDOWN = '1.2.14';

const beside = (name) => fileURLToPath(new URL(name, import.meta.url));

const npmInstall = (folder, env, ...args) => run('npm', [...NPM_INSTALL.split(' '), ...args], { cwd: folder, env });

/** Our lock file, for an app that uses our versions. Without it npm looks each of them up, which takes a minute. */
function ourLock() {
  const { packages, ...lock } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return { ...lock, ...APP, packages: { ...packages, '': APP } };
}

/** Copies one of the apps that stand beside this file. */
function copyApp(folder, name, hasOurVersions) {
  cpSync(beside(name), folder, { recursive: true });
  const write = (file, content) => writeFileSync(join(folder, file), JSON.stringify(content));
  // Vite takes the newest rolldown that it allows, and not each of them installs with its native part on every system.
  write('package.json', { ...APP, private: true, overrides: { rolldown: ROLLDOWN } });
  if (hasOurVersions) write('package-lock.json', ourLock());
  write('tsconfig.json', { extends: '@react-native/typescript-config', include: ['*.tsx'] });
}

/** Unpacks a template from npm, and installs its packages. */
function unpackTemplate(work, folder, { template, inside = 'package', workspace, env }) {
  run('npm', ['pack', '--silent', '--pack-destination', work, template], { isQuiet: true });
  const tarball = readdirSync(work).find((name) => name.endsWith('.tgz'));
  run('tar', ['xzf', tarball], { cwd: work });
  mkdirSync(dirname(folder), { recursive: true });
  renameSync(join(work, inside), folder);
  if (workspace) {
    writeFileSync(join(work, 'package.json'), JSON.stringify({ private: true, workspaces: [workspace, 'packages/*'] }));
  }
  // npm drops files whose names begin with a dot, so templates write them differently.
  for (const name of readdirSync(folder).filter((name) => /^_[a-z]/.test(name))) {
    renameSync(join(folder, name), join(folder, `.${name.slice(1)}`));
  }
  npmInstall(folder, env);
}

/** Installs a Node for the app, outside of it; returns the PATH with this Node in front. */
function installNode(work, version) {
  const folder = join(work, 'node');
  npmInstall(work, {}, '--prefix', folder, `${NODE_PACKAGE}@${version}`);
  return [join(folder, 'node_modules', NODE_PACKAGE, 'bin'), process.env.PATH].join(delimiter);
}

function createApp(work, { copyOf, hasOurVersions, node, ...options }) {
  const { workspace } = options;
  const folder = join(work, workspace ?? 'app');
  const env = { ...ENV, ...(node && { PATH: installNode(work, node) }) };
  if (copyOf) copyApp(folder, copyOf, hasOurVersions);
  else unpackTemplate(work, folder, { ...options, env });

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
      if (after === before) throw new Error(`${file} of ${options.template} is not as expected.`);
      app.write(file, after);
    },
    /** Runs a command of a guide. */
    type: (command, settings) => run('bash', ['-euo', 'pipefail', '-c', command], { cwd: app.root, env, ...settings }),
    /** Versions by package name; a path to a tarball is a version too. */
    install(versions, ...flags) {
      const specs = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
      npmInstall(folder, env, '--save-exact', ...flags, ...specs);
    },
    /** Runs a tool that is installed in the app, or in the workspace around it. */
    exec(tool, args, { env: more, ...settings } = {}) {
      const places = [folder, app.root].map((place) => join(place, 'node_modules/.bin', tool));
      return run(places.find(existsSync) ?? places[0], args, { cwd: folder, env: { ...env, ...more }, ...settings });
    },
    /** Bundles with Metro, but for minifying, which takes half of the time; returns the bundle and the files in it. */
    bundle(platform, { isDevelopment = false, ...settings } = {}) {
      const out = join(folder, `index.${platform}.js`);
      const args = `build index.js --platform ${platform} --dev ${isDevelopment} --minify false --source-map --out`;
      app.exec('metro', [...args.split(' '), out], { isQuiet: true, ...settings });
      const { sources } = JSON.parse(readFileSync(out.replace(/js$/, 'map'), 'utf8'));
      return { code: readFileSync(out, 'utf8'), sources };
    },
    /** Runs tests of the app; a busy machine needs more than Jest's five seconds. */
    test: (...args) => app.exec('jest', ['--testTimeout', '60000', ...args]),
    /** Runs each sample of docs/testing.md, as a test file. */
    testSamples(...args) {
      const samples = readPages().samples('docs/testing.md', 'tsx');
      if (samples.length === 0) throw new Error('docs/testing.md has no samples.');
      samples.forEach((text, i) => app.write(`docs-testing-${i + 1}.test.tsx`, text));
      cpSync(beside('app/patience.js'), join(folder, 'patience.js'));
      // Each app compiles the samples for the first time, as its team does.
      const cold = ['--cacheDirectory', './cold-jest-cache'];
      app.test('docs-testing', '--silent', '--setupFilesAfterEnv', './patience.js', ...cold, ...args);
    },
  };
  return app;
}

/**
 * Runs `work` with an app in a folder outside of the repository, so that none of our packages is found by accident, and
 * removes that afterwards.
 * @param options.copyOf The folder beside this file that is copied; `hasOurVersions` if it uses our versions.
 * @param options.template A template on npm, in the folder `inside` of its tarball.
 * @param options.workspace The app's folder in an npm workspace, if it is in one.
 * @param options.node The app's version of Node, if not ours.
 */
export const withApp = (options, work) =>
  withFolder(async (folder) =>
    work(await step(`new app from ${options.copyOf ?? options.template}`, () => createApp(folder, options)))
  );
