import { build } from 'esbuild';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { nativePackages, root } from './library.mjs';
import { cacheFolder, gzippedBundle } from './metroRelease.mjs';

// What the library may cost those who read it and the apps that ship it: `node scripts/checkBudgets.mjs`, after
// `npm run build`. A size may exceed its target by a little, so an honest line never fights the gate; a release ends at
// or below its targets.

const SLACK = 1.03;
/** The main entry: one file, minified for release, gzipped, without the packages that it imports. */
const MAIN_BYTES = 15_520;
/** What a minified release bundle of Metro grows by, gzipped. */
const METRO_BYTES = 15_000;
export const MAX_MAIN_BYTES = Math.floor(MAIN_BYTES * SLACK);
const MAX_METRO_BYTES = Math.floor(METRO_BYTES * SLACK);

/** Bytes of an entry, minified and gzipped, with everything that it doesn't own left out. */
export async function minifiedBytes(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'cjs',
    target: 'es2022',
    packages: 'external',
    define: { __DEV__: 'false', 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

/** What every app has anyway: React, React Native, and Babel's helpers for the syntax that Metro rewrites. */
const COMMON = `
  import 'react'; import 'react/jsx-runtime'; import 'react-native';
  export default async (list) => { const [{ a, ...b }, ...c] = await list; const [d, e] = c; return { a, ...b, c: [...c], d, e }; };
`;

/**
 * The growth of a bundle by the built library. React Native itself is left out, as it takes a minute to bundle. That
 * gives up to 2 % less than in a whole app, which `npm run bench` measures.
 */
async function metroBytes() {
  const stub = join(cacheFolder(), 'stub.js');
  writeFileSync(stub, 'module.exports = {};');
  const packages = {
    ...Object.fromEntries(['react', 'react/jsx-runtime', 'react-native'].map((name) => [name, stub])),
    ...Object.fromEntries(nativePackages.map((name) => [name, null])),
  };
  const without = await gzippedBundle('common', COMMON, packages);
  return (await gzippedBundle('library', `${COMMON} import 'react-native-deferred-link';`, packages)) - without;
}

export async function checkBudgets() {
  const main = await minifiedBytes(join(root, 'src/index.ts'));
  const rows = [
    [`bytes of the main entry, minified and gzipped (target ${MAIN_BYTES})`, main, MAX_MAIN_BYTES],
    [
      `bytes of Metro's release bundle, gzipped, our share (target ${METRO_BYTES})`,
      await metroBytes(),
      MAX_METRO_BYTES,
    ],
  ];
  rows.forEach(([what, value, limit]) => console.log(`${what}: ${value} of ${limit}`));
  const over = rows.filter(([, value, limit]) => value > limit).map(([what]) => what);
  if (over.length > 0) throw new Error(`Over budget: ${over.join('; ')}`);
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  await checkBudgets();
  // Metro keeps workers.
  process.exit();
}
