import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { entries, root } from './library.mjs';

const require = createRequire(import.meta.url);

/** Where Metro looks for the library: in the build, as in an app that has it installed. */
const library = Object.fromEntries(entries.map(({ specifier, main }) => [specifier, resolve(root, main)]));

/** Where entries and stubs are written. */
export function cacheFolder() {
  const folder = join(root, 'node_modules/.cache/metro-release');
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Bundles for a release, minified. `resolver` adds to Metro's own settings. */
export async function bundleRelease(entry, out, resolver, nodeModules = []) {
  const Metro = require('metro');
  const { getDefaultConfig, mergeConfig } = require('@react-native/metro-config');
  // To Metro, a path that ends in a slash is another path.
  const projectRoot = resolve(root);
  const config = mergeConfig(getDefaultConfig(projectRoot), {
    reporter: { update() {} },
    watchFolders: [projectRoot, ...nodeModules],
    resolver: {
      // In place of Metro's own list, which leaves out all tests.
      blockList: [new RegExp(`^${join(projectRoot, '(example|service|\\.stryker-tmp)')}/`)],
      useWatchman: false,
      nodeModulesPaths: [...nodeModules, join(projectRoot, 'node_modules')],
      ...resolver,
    },
  });
  await Metro.runBuild(config, { entry, out, platform: 'android', dev: false, minify: true });
}

/**
 * The bytes of a minified release bundle, gzipped. `found` gives the file of a package by its name; a package with
 * `null` is not installed.
 */
export async function gzippedBundle(name, source, found = {}, nodeModules = []) {
  const files = { ...library, ...found };
  const entry = join(cacheFolder(), `${name}.js`);
  const out = join(cacheFolder(), `${name}.bundle.js`);
  writeFileSync(entry, source);
  const resolver = {
    resolveRequest(context, wanted, platform) {
      const filePath = files[wanted];
      if (filePath) return { type: 'sourceFile', filePath };
      return context.resolveRequest(context, filePath === null ? './not-installed' : wanted, platform);
    },
  };
  await bundleRelease(entry, out, resolver, nodeModules);
  const bytes = gzipSync(readFileSync(out), { level: 9 }).length;
  rmSync(out);
  return bytes;
}
