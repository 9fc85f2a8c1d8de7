import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const PEER = '@swmansion/react-native-detour';

const FOLDER = join(ROOT, 'node_modules/.cache/bench');
const PACKAGES = [`${PEER}@2.3.1`, 'esbuild@0.28.2'];

/** The peer and the bundler, which only the benchmarks need. They are installed once, outside the package. */
export function installTools() {
  if (!existsSync(join(FOLDER, 'node_modules', PEER))) {
    console.log(`Installing ${PACKAGES.join(' and ')} for the benchmarks…`);
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }');
    // The peer's own peers are left out: they are faked, as ours are.
    const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', '--prefix', FOLDER, ...flags, ...PACKAGES], { stdio: 'inherit' });
  }
  return createRequire(join(FOLDER, 'package.json'))('esbuild');
}

/** The path of the peer's built entry. */
export const peerEntry = () => join(FOLDER, 'node_modules', PEER, 'lib/module/index.js');
