import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { peerEntry, PEER, ROOT } from './tools.mjs';

const require = createRequire(join(ROOT, 'package.json'));
const phone = (name) => join(ROOT, 'bench/phone', `${name}.mjs`);

/** The phone's side of both libraries. */
const FAKES = {
  'react-native': phone('reactNative'),
  '@react-native-async-storage/async-storage': phone('asyncStorage'),
  'react-native-play-install-referrer': phone('installReferrer'),
  '@react-native-clipboard/clipboard': phone('clipboard'),
  'expo-application': phone('expoApplication'),
  'expo-clipboard': phone('expoClipboard'),
  'expo-constants': phone('expoConstants'),
  'expo-localization': phone('expoLocalization'),
};

const LIBRARIES = { 'react-native-deferred-link': join(ROOT, 'src/index.ts'), [PEER]: peerEntry() };

/** React Native ships its sources with Flow types, which its Babel preset removes. */
const reactNativeSources = {
  name: 'react-native-sources',
  setup(build) {
    build.onLoad({ filter: /node_modules[\\/]react-native[\\/].*\.js$/ }, async ({ path }) => {
      // Only a phone has this module.
      if (path.endsWith('NativeBlobModule.js')) return { contents: 'export default null;' };
      const { code } = await require('@babel/core').transformFileAsync(path, {
        presets: [[require.resolve('@react-native/babel-preset'), { disableImportExportTransform: true }]],
        babelrc: false,
        configFile: false,
      });
      return { contents: code, loader: 'js' };
    });
  },
};

/** Bundles a script for Node and returns a function that loads it afresh, as a new process would. */
export async function bundle(source, alias = {}) {
  const file = join(mkdtempSync(join(tmpdir(), 'deferred-link-bench-')), 'bundle.mjs');
  await build({
    stdin: { contents: source, resolveDir: ROOT, loader: 'jsx' },
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    jsx: 'automatic',
    define: { __DEV__: 'false', 'process.env.NODE_ENV': '"production"' },
    alias: { ...FAKES, ...LIBRARIES, ...alias },
    external: ['expo-device'],
    plugins: [reactNativeSources],
    banner: { js: "import { createRequire as cr } from 'node:module'; const require = cr(import.meta.url);" },
    logLevel: 'error',
  });
  let loads = 0;
  return () => import(`${pathToFileURL(file).href}?${++loads}`);
}
