import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from './createApp.mjs';
import { manifest } from './library.mjs';
import { packLibrary } from './packLibrary.mjs';
import { step } from './step.mjs';

/** Expo Router and what its test kit needs. It is as large as all of our own tools, so it has its own folder. */
const EXPO = {
  expo: '57.0.26',
  'expo-router': '57.0.24',
  'expo-linking': '57',
  'expo-constants': '57',
  'babel-preset-expo': '57',
  'jest-expo': '57',
  'react-dom': '19.2.3',
};
const SHARED = [
  '@react-native/babel-preset',
  '@react-native/jest-preset',
  '@testing-library/react-native',
  'jest',
  'react',
  'react-native',
  'react-native-safe-area-context',
  'react-native-screens',
  'react-test-renderer',
];

const work = mkdtempSync(join(tmpdir(), 'deferred-link-expo-router-'));
const app = createApp('expoRouterApp');
try {
  const tarball = await step('pack', () => packLibrary(work));
  await step('install Expo Router', () =>
    app.install(
      {
        ...EXPO,
        ...Object.fromEntries(SHARED.map((name) => [name, manifest.devDependencies[name]])),
        [manifest.name]: tarball,
      },
      // The peers that are needed are named above. The newest versions of others may want another React Native.
      '--legacy-peer-deps'
    )
  );
  await step('run the tests', () => app.exec('jest', []));
} finally {
  app.remove();
  rmSync(work, { recursive: true, force: true });
}
