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

const OURS = app('react-native-deferred-link', 'LinkProvider', 'useLinkContext');

/** A bundle with these of our native packages installed, and no other. */
const withPackages = (...installed) =>
  gzippedBundle(
    'ours',
    OURS,
    Object.fromEntries(nativePackages.filter((name) => !installed.includes(name)).map((name) => [name, null]))
  );

/** Bytes by which a release bundle of a bare app grows, gzipped. The library must have been built. */
export async function measureMetro() {
  const bare = await gzippedBundle('bare', app());
  const alone = await withPackages();
  const packages = {};
  for (const name of nativePackages) packages[name] = (await withPackages(name)) - alone;
  const all = await withPackages(...nativePackages);
  const peer = await gzippedBundle('peer', app(PEER, 'DetourProvider', 'useDetourContext'), { [PEER]: peerEntry() }, [
    peerModules(),
  ]);
  return { share: alone - bare, packages, all: all - bare, peer: peer - bare };
}
