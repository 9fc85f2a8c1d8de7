import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './library.mjs';
import { run, runTool } from './run.mjs';

const APP = { name: 'app', version: '1.0.0' };

/** The version that the example pins, too. */
const ROLLDOWN = '1.2.14';

/** Our lock file, for an app that uses our versions. Without it npm looks each of them up, which takes a minute. */
function ourLock() {
  const { packages, ...lock } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return { ...lock, ...APP, packages: { ...packages, '': APP } };
}

/** An app in a folder outside of the repository, so that none of our packages is found by accident. */
export function createApp(template = 'app', { hasOurVersions = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'deferred-link-app-'));
  cpSync(fileURLToPath(new URL(template, import.meta.url)), folder, { recursive: true });
  const write = (name, content) => writeFileSync(join(folder, name), JSON.stringify(content));
  // Vite takes the newest rolldown that it allows, and not each of them installs with its native part on every system.
  write('package.json', { ...APP, private: true, overrides: { rolldown: ROLLDOWN } });
  if (hasOurVersions) write('package-lock.json', ourLock());
  write('tsconfig.json', { extends: '@react-native/typescript-config', include: ['*.tsx'] });

  return {
    folder,
    /** Versions by package name; a path to a tarball is a version too. */
    install(versions, ...more) {
      const specs = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
      const flags = [
        '--no-audit',
        '--no-fund',
        '--no-progress',
        '--ignore-scripts',
        '--prefer-offline',
        '--save-exact',
      ];
      run('npm', ['install', '--loglevel=error', ...flags, ...more, ...specs], { cwd: folder });
    },
    /** Runs a tool that is installed in the app. */
    exec(tool, args, options) {
      runTool(tool, args, { cwd: folder, env: { CI: '1' }, ...options });
    },
    /** Runs a command and returns what it prints. */
    output: (command, args) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' }),
    /** Bundles the app as for a release, but for minifying, which takes half of the time; returns the files of the bundle. */
    bundle(platform, env = {}) {
      const out = join(folder, `index.${platform}.js`);
      const args = `build index.js --platform ${platform} --dev false --minify false --source-map --out`;
      this.exec('metro', [...args.split(' '), out], { isQuiet: true, env: { CI: '1', ...env } });
      return JSON.parse(readFileSync(out.replace(/js$/, 'map'), 'utf8')).sources;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
