import { gzippedBundle } from '../scripts/metroRelease.mjs';
import { nativePackages } from '../scripts/library.mjs';
import { PEER, peerEntry, peerModules } from './tools.mjs';

/** A bare app; with a library, the app uses its provider and its hook. */
const app = (library, provider = 'Fragment', hook = 'useId') => `
  import { createElement, Fragment, useId } from 'react';
  import { AppRegistry, Text } from 'react-native';
  ${library ? `import { ${provider}, ${hook} } from '${library}';` : ''}
  const Screen = () => createElement(Text, null, JSON.stringify(${hook}()));
  AppRegistry.registerComponent('app', () => () => createElement(${provider}, { config: {} }, createElement(Screen)));
`;

/** What an Expo app has already. */
const EXPO = ['application', 'clipboard', 'constants', 'device', 'localization']
  .map((name) => `import 'expo-${name}';`)
  .join('\n');

const OURS = app('react-native-deferred-link', 'LinkProvider', 'useLinkContext');
const PEERS = app(PEER, 'DetourProvider', 'useDetourContext');
const STORAGE = '@react-native-async-storage/async-storage';

/** None of our native packages but these. */
const only = (...installed) =>
  Object.fromEntries(nativePackages.filter((name) => !installed.includes(name)).map((name) => [name, null]));

const withPackages = (...installed) => gzippedBundle('ours', OURS, only(...installed));

/** What each library adds to an app that already has Expo's modules; besides these, ours asks only for the storage. */
async function measureExpo() {
  const bundleOf = (name, source, found) => gzippedBundle(`expo-${name}`, EXPO + source, found, [peerModules()]);
  const bare = await bundleOf('bare', app());
  return {
    ours: (await bundleOf('ours', OURS, only(STORAGE))) - bare,
    peer: (await bundleOf('peer', PEERS, { [PEER]: peerEntry() })) - bare,
  };
}

/** Bytes by which a release bundle of a bare app grows, gzipped. The library must have been built. */
export async function measureMetro() {
  const bare = await gzippedBundle('bare', app());
  const alone = await withPackages();
  const packages = {};
  for (const name of nativePackages) packages[name] = (await withPackages(name)) - alone;
  const all = await withPackages(...nativePackages);
  const peer = await gzippedBundle('peer', PEERS, { [PEER]: peerEntry() }, [peerModules()]);
  return { share: alone - bare, packages, all: all - bare, peer: peer - bare, expo: await measureExpo() };
}
