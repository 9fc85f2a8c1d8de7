import path from 'node:path';
import type { Plugin } from 'vite';

const lab = path.resolve(import.meta.dirname, '..');
const app = path.resolve(lab, '../app');
const library = path.resolve(lab, '../../src');
const device = (file: string) => path.resolve(lab, 'device', file);
const isIn = (folder: string, file: string | undefined) => file?.startsWith(folder + path.sep) ?? false;

const nativePackages: Record<string, string> = {
  '@react-native-async-storage/async-storage': device('asyncStorage.ts'),
  '@react-native-clipboard/clipboard': device('clipboard.ts'),
  'react-native-play-install-referrer': device('playInstallReferrer.ts'),
};

/**
 * Puts the simulated phone where the library looks for the real one: the native packages,
 * and `react-native` as seen from the library's own files. Everything else gets react-native-web.
 */
export function simulatedDevice(): Plugin {
  return {
    name: 'simulated-device',
    enforce: 'pre',
    resolveId(name, importer) {
      if (name === 'react-native-deferred-link') return path.resolve(library, 'index.ts');
      if (name.startsWith('react-native-deferred-link/')) {
        return path.resolve(library, name.slice('react-native-deferred-link/'.length), 'index.ts');
      }
      // On the web React Navigation reads the browser's address; a phone asks for its link.
      if (name === './useLinking') return this.resolve('./useLinking.native.js', importer);
      if (name in nativePackages) return nativePackages[name];

      const isFromLibrary = isIn(library, importer);
      if (name === 'react-native') {
        return isFromLibrary
          ? device('reactNative.ts')
          : this.resolve('react-native-web', path.join(lab, 'index.html'));
      }
      // App and library have packages of their own, for phones and for tests; two Reacts in one page don't share hooks.
      const isPackage = !name.startsWith('.') && !path.isAbsolute(name);
      if (isPackage && (isFromLibrary || isIn(app, importer))) {
        return this.resolve(name, path.join(lab, 'index.html'), { skipSelf: true });
      }
      return null;
    },
  };
}
