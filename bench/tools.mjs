import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const PEER = '@swmansion/react-native-detour';

const FOLDER = join(ROOT, 'node_modules/.cache/bench');
/** Beside the peer, the native packages that it asks an app to install. */
const PACKAGES = {
  [PEER]: '2.3.1',
  'expo-application': '57',
  'expo-clipboard': '57',
  'expo-constants': '57',
  'expo-device': '57',
  'expo-localization': '57',
  'expo-modules-core': '57',
};

/** Where the peer and its packages are. They are installed once, outside the package. */
export function peerModules() {
  if (!existsSync(join(FOLDER, 'node_modules/expo-modules-core'))) {
    const specs = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
    console.log(`Installing ${specs.join(', ')} for the benchmarks…`);
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }');
    const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', '--prefix', FOLDER, ...flags, ...specs], { stdio: 'inherit' });
  }
  return join(FOLDER, 'node_modules');
}

/** The path of the peer's built entry. */
export const peerEntry = () => join(peerModules(), PEER, 'lib/module/index.js');
