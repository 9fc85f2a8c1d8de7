import { checkCopies, checkWeb } from './checkWeb.mjs';
import { withApp } from './createApp.mjs';
import { manifest, ourVersions } from './library.mjs';
import { step } from './run.mjs';
import { unusedExports } from './unusedExports.mjs';

const NEW_APP = {
  ...ourVersions(
    'react',
    'react-native',
    '@react-native/babel-preset',
    '@react-native/jest-preset',
    '@react-native/metro-config',
    '@testing-library/react-native',
    'react-test-renderer',
    'jest',
    'typescript',
    '@types/jest',
    '@types/react'
  ),
  '@react-native/typescript-config': manifest.devDependencies['react-native'],
};

const OPTIONAL = Object.keys(manifest.peerDependenciesMeta);
/** The app needs this to use all of our entries: `/react-navigation` asks it for the state of a path. */
const NEEDED = ['@react-navigation/native'];
/** React Navigation's packages are ES modules, which Jest doesn't load by itself: its testing guide has this pattern. */
const REACT_NAVIGATION_TRANSFORMED =
  'node_modules/(?!((jest-)?react-native|@react-native(-community)?|@react-native-async-storage|@react-navigation)/)';
/** A release bundle has no JavaScript of this package: the library reads its native side. */
const NATIVE_SIDE_ONLY = 'react-native-device-info';
const PRESET = ['--preset', '@react-native/jest-preset'];
const PLATFORMS = ['android', 'ios'];
/** Transforming React Native takes a minute, and the bundle of the shop and `npm run check:docs` have it. */
const bundleAlone = (app, platform) => app.bundle(platform, { env: { WITHOUT_REACT_NATIVE: '1' } });

function checkBundle({ sources: files }, expected) {
  checkCopies(files);
  const bundled = OPTIONAL.filter((name) => files.some((file) => file.includes(`/node_modules/${name}/`)));
  if (String(bundled) !== String(expected)) {
    throw new Error(`The bundle holds [${bundled.join(', ')}], not [${expected.join(', ')}].`);
  }
  console.log(`${files.length} files, with ${bundled.join(', ') || 'no native package'}.`);
}

/** An empty app installs the tarball, then type-checks, tests and bundles with it. */
export const checkConsumer = (tarball) =>
  withApp({ copyOf: 'app', hasOurVersions: true }, async (app) => {
    await step('install the package alone', () =>
      app.install({ ...NEW_APP, ...ourVersions(...NEEDED), [manifest.name]: tarball })
    );
    for (const platform of PLATFORMS) {
      await step(`bundle for ${platform}, without native packages`, () =>
        checkBundle(bundleAlone(app, platform), NEEDED)
      );
    }
    await step('install the native packages', () => app.install(ourVersions(...OPTIONAL)));
    for (const platform of PLATFORMS) {
      await step(`bundle for ${platform}, with all native packages`, () =>
        checkBundle(
          bundleAlone(app, platform),
          OPTIONAL.filter((name) => name !== NATIVE_SIDE_ONLY)
        )
      );
    }
    await step('type-check a page that uses every export', () => {
      app.exec('tsc', ['--noEmit']);
      const unused = unusedExports(app.folder, 'App.tsx');
      if (unused.length > 0) throw new Error(`scripts/app/App.tsx does not use:\n${unused.join('\n')}`);
    });
    await step('run a test without configuration', () => app.exec('jest', [...PRESET, 'entries']));
    await step('run a test with what React Navigation asks of Jest', () =>
      app.exec('jest', [...PRESET, 'App', '--transformIgnorePatterns', REACT_NAVIGATION_TRANSFORMED])
    );
    await step('run the samples of docs/testing.md', () => app.testSamples(...PRESET));
    await checkWeb(app);
  });
