import path from 'node:path';
import { defineConfig } from 'vitest/config';

const example = import.meta.dirname;
const library = path.resolve(example, '../src');

/** The app's own tests: the app and the library are the real ones, on react-native-web. */
export default defineConfig({
  define: { __DEV__: 'true' },
  resolve: {
    mainFields: ['module', 'main'],
    extensions: ['.web.tsx', '.web.ts', '.web.js', '.tsx', '.ts', '.mjs', '.js', '.json'],
    alias: [
      { find: /^react-native$/, replacement: 'react-native-web' },
      { find: /^react-native-deferred-link$/, replacement: path.join(library, 'index.ts') },
      { find: /^react-native-deferred-link\/(.+)$/, replacement: path.join(library, '$1/index.ts') },
      // On the web React Navigation reads the browser's address; a phone asks for its link.
      { find: /^\.\/useLinking$/, replacement: './useLinking.native.js' },
    ],
    // The repository has its own React and React Navigation for its own tests.
    dedupe: ['react', 'react-dom', 'react-native-web', '@react-navigation/native', '@react-navigation/core'],
  },
  test: {
    include: ['app/__tests__/*.test.tsx'],
    environment: 'happy-dom',
    server: { deps: { inline: [/react-navigation/, /react-native/, /standard-navigation/] } },
  },
});
