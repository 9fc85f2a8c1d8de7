import path from 'node:path';
import type { Plugin } from 'vite';

const example = path.resolve(import.meta.dirname, '../..');
const library = path.resolve(example, '../src');
const device = (file: string) => path.resolve(example, 'lab/device', file);

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

      const isFromLibrary = importer?.startsWith(library + path.sep) ?? false;
      if (name === 'react-native') {
        return isFromLibrary
          ? device('reactNative.ts')
          : this.resolve('react-native-web', path.join(example, 'index.js'));
      }
      // The repository has its own React for its own tests; two in one page would not share hooks.
      if (isFromLibrary && !name.startsWith('.') && !path.isAbsolute(name)) {
        return this.resolve(name, path.join(example, 'index.js'), { skipSelf: true });
      }
      return null;
    },
  };
}
