import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { withApp } from './createApp.mjs';
import { manifest, ourVersions, root } from './library.mjs';
import { withTarball } from './packLibrary.mjs';
import { step } from './run.mjs';

/**
 * The lowest versions that the peer ranges allow, and versions of other packages from that time. If a range spans two
 * majors, tests import the older one by the name that it has in our own package.json.
 */
const OLDEST = {
  react: '18.3.1',
  'react-native': '0.76.0',
  '@react-native/babel-preset': '0.76.0',
  '@react-native/metro-config': '0.76.0',
  '@react-native/typescript-config': '0.76.0',
  // The first of its major that has a mock for Jest.
  '@react-native-async-storage/async-storage': '3.0.2',
  'async-storage-2': 'npm:@react-native-async-storage/async-storage@2.0.0',
  '@react-native-clipboard/clipboard': '1.14.2',
  '@react-navigation/native': '6.1.18',
  '@react-navigation/native-stack': '6.11.0',
  'react-native-device-info': '13.0.0',
  'react-native-play-install-referrer': '2.0.1',
  'play-install-referrer-1': 'npm:react-native-play-install-referrer@1.1.9',
  'react-native-safe-area-context': '4.14.0',
  'react-native-screens': '4.0.0',
  'react-test-renderer': '18.3.1',
  '@types/react': '18.3.12',
};

/** The newest versions that can be installed: ours, and the newest React Native. */
const NEWEST = {
  ...ourVersions(...Object.keys(OLDEST)),
  react: '19.2.3',
  'react-native': '0.87.1',
  '@react-native/babel-preset': '0.87.1',
  '@react-native/jest-preset': '0.87.1',
  '@react-native/metro-config': '0.87.1',
  '@react-native/typescript-config': '0.87.1',
};

/** The registry has React Native 0.88, but not all of its tools: the rest are those of 0.87. */
const NEXT = {
  ...NEWEST,
  react: '19.3.0',
  'react-native': '0.88.1',
  '@react-native/jest-preset': '0.88.0-rc.1',
  'react-test-renderer': '19.3.0',
};

/** The tools of the tests, and other releases that tests import, in the versions that we use. */
const TOOLS = ourVersions(
  'clipboard-1-14',
  'device-info-13',
  'device-info-14',
  '@testing-library/react-native',
  '@types/jest',
  'fast-check',
  'jest',
  'msw',
  'react-navigation-6',
  'react-navigation-7.0',
  'react-navigation-core-7.0',
  'typescript'
);

const jestConfig = {
  ...createRequire(import.meta.url)('../jest.config.js'),
  // The library is imported as an app does it, from the packed package.
  moduleNameMapper: {},
  // Some tests of this config are not copied.
  coverageThreshold: {},
};

const importsOf = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|require\()\s*'([^']+)'/g)].map(([, path]) => path);

/** Whether what a test is built on imports or reads something that isn't copied. */
const isBuiltOnInnerFiles = (imports) =>
  imports.some((path) => {
    const [, name] = /\bsupport\/(\w+)$/.exec(path) ?? [];
    const file = ['.ts', '.tsx'].map((ending) => join(root, '__tests__/support', `${name}${ending}`)).find(existsSync);
    return file !== undefined && importsOf(file).some((inner) => /^(\.\.\/|node:fs$)/.test(inner));
  });

/** Tests that import the library only by its name; others import inner files, or read the repository. */
function isThroughPublicEntry(file) {
  const imports = importsOf(file);
  const isSupport = (path) => /^(\.\.?\/)*support\//.test(path);
  return (
    imports.some((path) => isSupport(path) || path.startsWith(manifest.name)) &&
    imports.every((path) => isSupport(path) || !/^(\.|node:)/.test(path)) &&
    !isBuiltOnInnerFiles(imports)
  );
}

function copyTests(folder, preset) {
  const tests = join(root, '__tests__');
  cpSync(join(tests, 'support'), join(folder, '__tests__', 'support'), { recursive: true });
  const names = readdirSync(tests, { recursive: true }).filter(
    (name) => /\.test\.tsx?$/.test(name) && isThroughPublicEntry(join(tests, name))
  );
  for (const name of names) cpSync(join(tests, name), join(folder, '__tests__', name));
  writeFileSync(join(folder, 'jest.config.json'), JSON.stringify({ ...jestConfig, preset }));
  console.log(`${names.length} files: ${names.join(', ')}`);
}

async function testApp(app, { versions, preset, flags }, tarball) {
  await step(`install react ${versions.react} and react-native ${versions['react-native']}`, () =>
    app.install({ ...versions, ...TOOLS, [manifest.name]: tarball }, ...flags)
  );
  await step('type-check a page that uses every export', () => app.exec('tsc', ['--noEmit']));
  await step('copy the tests', () => copyTests(app.folder, preset));
  await step('run the tests', () => app.exec('jest', ['--config', 'jest.config.json', ...process.argv.slice(2)]));
  for (const platform of ['android', 'ios']) await step(`bundle for ${platform}`, () => void app.bundle(platform));
}

const APPS = [
  { versions: OLDEST, preset: 'react-native', flags: [] },
  // React Native 0.87 wants Node 22, and some packages don't allow it yet.
  { versions: NEWEST, preset: '@react-native/jest-preset', flags: ['--legacy-peer-deps'], node: '22' },
  { versions: NEXT, preset: '@react-native/jest-preset', flags: ['--legacy-peer-deps'], node: '22' },
];

/** What a team with the newest React Native has, and we could not try. */
const UNTRIED = [
  'React Native 0.88 ran with the Babel preset, Metro config and TypeScript config of 0.87, and a release candidate of its Jest preset: the registry has no others.',
  'Expo 58 is tried by `npm run test:expo-router`, as its last preview and with expo-application, expo-device and expo-clipboard of 57: the registry has no others, and lacks 18 packages that 58.0.0 asks for.',
];

await withTarball(async (tarball) => {
  for (const each of APPS) {
    await withApp({ copyOf: 'app', node: each.node }, (app) => testApp(app, each, tarball));
  }
  console.log(`\nNot tried:\n${UNTRIED.join('\n')}`);
});
