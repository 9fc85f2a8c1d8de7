import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import { withApp } from './createApp.mjs';
import { bundledPackages, manifest, nativePackages, root } from './library.mjs';
import { step } from './run.mjs';

/** Metro of React Native 0.76, which mixes up the requires of a file after one that it can't resolve (metro#836). */
const OLDEST_METRO = '0.81.0';
const { version: newestMetro } = JSON.parse(readFileSync(join(root, 'node_modules/metro/package.json'), 'utf8'));

/** What the library asks React and React Native for while it loads. */
const STAND_INS = {
  react: 'exports.createContext = () => ({});',
  'react-native': "exports.Platform = { OS: 'android' };",
  ...Object.fromEntries(nativePackages.map((name) => [name, `exports.name = ${JSON.stringify(name)};`])),
};

function writePackage(app, name) {
  app.write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
  app.write(`node_modules/${name}/index.js`, STAND_INS[name]);
  if (name === 'react') app.write('node_modules/react/jsx-runtime.js', '');
}

/** Bundles the app and runs it: which native packages it has found, and what the library exports. */
function bundleAndRun(app, isDevelopment) {
  let reported;
  const context = vm.createContext({ console, report: (facts) => (reported = JSON.parse(JSON.stringify(facts))) });
  vm.runInContext(app.bundle('android', { isDevelopment }).code, context);
  return reported;
}

function check({ packages, library }, expected) {
  const found = packages.filter((name) => name !== null).sort();
  if (String(found) !== String([...expected].sort())) {
    throw new Error(`The app has found [${found.join(', ')}], not [${expected.join(', ')}].`);
  }
  if (!library.includes('LinkProvider')) throw new Error(`The library exports only [${library.join(', ')}].`);
}

/** With every native package missing in turn, a bundle of this Metro still finds the others, and the library loads. */
const checkMetro = (metro, tarball) =>
  withApp({ copyOf: 'missingPackagesApp' }, async (app) => {
    await step(`install Metro ${metro}`, () =>
      app.install({ metro, [manifest.name]: tarball }, '--legacy-peer-deps', '--omit=peer')
    );
    // Older Metro doesn't make the folder of its cache.
    mkdirSync(join(app.folder, '.metro'));
    Object.keys(STAND_INS).forEach((name) => writePackage(app, name));
    await step('bundle for release, where device-info has no JavaScript', () =>
      check(bundleAndRun(app, false), bundledPackages)
    );
    for (const missing of nativePackages) {
      await step(`bundle without ${missing}`, () => {
        rmSync(join(app.folder, 'node_modules', missing), { recursive: true });
        check(
          bundleAndRun(app, true),
          nativePackages.filter((name) => name !== missing)
        );
        writePackage(app, missing);
      });
    }
  });

for (const metro of [OLDEST_METRO, newestMetro]) await checkMetro(metro, process.argv[2]);
