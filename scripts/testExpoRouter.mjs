import { withApp } from './createApp.mjs';
import { manifest, ourVersions, renderingPackages } from './library.mjs';
import { withTarball } from './packLibrary.mjs';
import { step } from './run.mjs';

/** What Expo's test kit needs besides, from our own tools. */
const SHARED = {
  ...renderingPackages,
  ...ourVersions('react-native-safe-area-context', 'react-native-screens'),
};

/** Expo Router is as large as all of our own tools, so it has its own folder. */
const RELEASES = {
  'Expo 57': {
    ...SHARED,
    expo: '57.0.26',
    'expo-router': '57.0.24',
    'expo-linking': '57',
    'expo-constants': '57',
    'expo-application': '57',
    'expo-clipboard': '57',
    'expo-device': '57',
    'babel-preset-expo': '57',
    'jest-expo': '57',
    'react-dom': '19.2.3',
  },
  // The last preview: what 58.0.0 itself asks for was not all to be had when this was written.
  'Expo 58': {
    ...SHARED,
    '@react-native/jest-preset': '0.88.0-rc.1',
    expo: '58.0.0-preview.7',
    'expo-router': '58.0.6',
    'expo-linking': '58.0.5',
    'expo-constants': '58.0.7',
    // The registry has no newer ones.
    'expo-application': '57.0.3',
    'expo-clipboard': '57.0.2',
    'expo-device': '57.0.2',
    'babel-preset-expo': '58.0.4',
    'jest-expo': '58.0.3',
    react: '19.3.0',
    'react-dom': '19.3.0',
    'react-native': '0.88.1',
    'react-test-renderer': '19.3.0',
  },
};

await withTarball(async (tarball) => {
  for (const [name, versions] of Object.entries(RELEASES)) {
    await withApp({ copyOf: 'expoRouterApp' }, async (app) => {
      await step(`install ${name}`, () =>
        // The peers that are needed are named above. The newest versions of others may want another React Native.
        app.install({ ...versions, [manifest.name]: tarball }, '--legacy-peer-deps')
      );
      await step(`run the tests with ${name}`, () => app.exec('jest', []));
    });
  }
});
