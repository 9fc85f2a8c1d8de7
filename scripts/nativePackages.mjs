import { manifest } from './library.mjs';

/** The optional peers that bring a native side of their own. */
export const nativePackages = Object.keys(manifest.peerDependenciesMeta).filter(
  (name) => name !== '@react-navigation/native'
);
