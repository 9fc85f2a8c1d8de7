// What the package is, and how apps use it. Called by check.mjs, with the tarball and a folder.
import { join } from 'node:path';
import { checkTarball } from './checkTarball.mjs';
import { checkCopies, checkWeb } from './checkWeb.mjs';
import { withApp } from './createApp.mjs';
import { bundledPackages, manifest, nativePackages, ourVersions, renderingPackages } from './library.mjs';
import { run, runTool, step } from './run.mjs';

/** Entries without types: the manifest, and a file that only Expo's command line loads. */
const UNTYPED = ['./package.json', './app.plugin.js'];

/** Jest ends by itself when the last test is over. If it takes longer than this, one of our timers keeps it alive. */
const APP_TEAMS_MS = 6 * 60 * 1000;
const APP_TEAMS = ['--config', '__tests__/appTeams/jest.config.js', '--runInBand', '--selectProjects', 'package'];

const NEW_APP = {
  ...renderingPackages,
  ...ourVersions('@react-native/metro-config', 'typescript', '@types/jest', '@types/react'),
  '@react-native/typescript-config': manifest.devDependencies['react-native'],
};

const OPTIONAL = Object.keys(manifest.peerDependenciesMeta);
/** The app needs this to use all of our entries: `/react-navigation` asks it for the state of a path. */
const NEEDED = ['@react-navigation/native'];
/** React Navigation's packages are ES modules, which Jest has to transform: the pattern of their testing guide. */
const REACT_NAVIGATION_TRANSFORMED =
  'node_modules/(?!((jest-)?react-native|@react-native(-community)?|@react-native-async-storage|@react-navigation)/)';
const PRESET = ['--preset', '@react-native/jest-preset'];

function checkBundle({ sources: files }, expected) {
  checkCopies(files);
  const bundled = OPTIONAL.filter((name) => files.some((file) => file.includes(`/node_modules/${name}/`)));
  if (String(bundled) !== String(expected)) {
    throw new Error(`The bundle holds [${bundled.join(', ')}], not [${expected.join(', ')}].`);
  }
  console.log(`${files.length} files, with ${bundled.join(', ') || 'no native package'}.`);
}

/** Transforming React Native takes a minute, and the bundle of the shop and `npm run check:docs` have it. */
async function checkBundles(app, what, expected) {
  for (const platform of ['android', 'ios']) {
    await step(`bundle for ${platform}, ${what}`, () =>
      checkBundle(app.bundle(platform, { env: { WITHOUT_REACT_NATIVE: '1' } }), expected)
    );
  }
}

/** An empty app installs the tarball, then type-checks, tests and bundles with it. */
const checkConsumer = (tarball) =>
  withApp({ copyOf: 'app', hasOurVersions: true }, async (app) => {
    await step('install the package alone', () =>
      app.install({ ...NEW_APP, ...ourVersions(...NEEDED), [manifest.name]: tarball })
    );
    await checkBundles(app, 'without native packages', NEEDED);
    await step('install the native packages', () => app.install(ourVersions(...nativePackages)));
    const withCode = OPTIONAL.filter((name) => [...bundledPackages, ...NEEDED].includes(name));
    await checkBundles(app, 'with all native packages', withCode);
    await step('type-check a page that uses the exports', () => app.exec('tsc', ['--noEmit']));
    await step('run a test without configuration', () => app.exec('jest', [...PRESET, 'entries']));
    await step('run a test with what React Navigation asks of Jest', () =>
      app.exec('jest', [...PRESET, 'App', '--transformIgnorePatterns', REACT_NAVIGATION_TRANSFORMED])
    );
    await step('run the samples of docs/testing.md', () => app.testSamples(...PRESET));
    await checkWeb(app);
  });

const [tarball, work] = process.argv.slice(2);

await checkConsumer(tarball);
await step('tests as app teams write them, on the build', () =>
  run('node', ['node_modules/jest/bin/jest.js', ...APP_TEAMS], { timeout: APP_TEAMS_MS })
);
await step('publint', () => runTool('publint', ['run', tarball, '--strict', '--level', 'warning']));
await step('attw', () => runTool('attw', [tarball, '--format', 'table', '--exclude-entrypoints', ...UNTYPED]));
await step('content of the package', () => checkTarball(tarball, join(work, 'unpacked')));
