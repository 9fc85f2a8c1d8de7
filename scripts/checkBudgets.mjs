import { build } from 'esbuild';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { mutablePlaces } from './countMutable.mjs';
import { root } from './library.mjs';
import { cacheFolder, gzippedBundle } from './metroRelease.mjs';
import { nativePackages } from './nativePackages.mjs';

// What the library may cost those who read it and the apps that ship it. Raise a limit only with a reason in the commit.
// They go down to 3,900 lines, 13,500 and 13,000 bytes as the code shrinks.
// `node scripts/checkBudgets.mjs` runs it alone, after `npm run build`.

const MAX_SOURCE_LINES = 4_198;
/** Variables that change, and objects and lists that are changed. */
const MAX_MUTABLE_PLACES = 13;
const MUTABLE_FOLDERS = ['session', 'analytics', 'storage', 'service'];
/** The main entry: one file, minified for release, gzipped, without the packages that it imports. */
export const MAX_MAIN_BYTES = 14_110;
/** What a minified release bundle of Metro grows by, gzipped. */
export const MAX_METRO_BYTES = 13_660;

const sources = readdirSync(join(root, 'src'), { recursive: true }).filter((name) => /\.tsx?$/.test(name));
const linesOf = (name) =>
  readFileSync(join(root, 'src', name), 'utf8')
    .split('\n')
    .slice(0, -1);

const countLines = () => sources.reduce((sum, name) => sum + linesOf(name).length, 0);

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
  const rows = [
    ['lines of src', countLines(), MAX_SOURCE_LINES],
    [`places that change in ${MUTABLE_FOLDERS.join(', ')}`, mutablePlaces(MUTABLE_FOLDERS).length, MAX_MUTABLE_PLACES],
    ['bytes of the main entry, minified and gzipped', await minifiedBytes(join(root, 'src/index.ts')), MAX_MAIN_BYTES],
    ["bytes of a release bundle by Metro, gzipped, the library's share", await metroBytes(), MAX_METRO_BYTES],
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
