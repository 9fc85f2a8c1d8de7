import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

export const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The entries with code, as `exports` in package.json names them: `.`, `./v0.3` and so on. */
export const entries = Object.entries(manifest.exports)
  .filter(([, conditions]) => typeof conditions === 'object')
  .map(([path, conditions]) => ({
    path,
    /** What an app imports. */
    specifier: `${manifest.name}${path.slice(1)}`,
    main: conditions.default,
    types: conditions.types,
  }));

/** The optional peers whose JavaScript we load. Of Expo's packages, the native side alone is asked. */
export const nativePackages = Object.keys(manifest.peerDependenciesMeta).filter(
  (name) => name !== '@react-navigation/native' && !name.startsWith('expo-')
);

/** Those whose JavaScript is in a release bundle: of device-info, the native side is asked. */
export const bundledPackages = nativePackages.filter((name) => name !== 'react-native-device-info');

/** The versions of packages that we use ourselves, by name. */
export const ourVersions = (...names) =>
  Object.fromEntries(names.map((name) => [name, manifest.devDependencies[name]]));

/** React Native, and what a test needs that renders it. */
export const renderingPackages = ourVersions(
  'react',
  'react-native',
  '@react-native/babel-preset',
  '@react-native/jest-preset',
  '@testing-library/react-native',
  'jest',
  'react-test-renderer'
);
