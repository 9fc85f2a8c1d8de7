import react from '@vitejs/plugin-react';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** All JavaScript together, compressed: less than a second on a slow phone network. */
const MAX_SCRIPT_BYTES = 150_000;

/** Prints how much a browser has to load, and lets the build fail if that is too much. */
function limitScripts(): Plugin {
  return {
    name: 'limit-scripts',
    apply: 'build',
    writeBundle(_options, bundle) {
      const scripts = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [output.code] : []));
      const bytes = scripts.reduce((sum, code) => sum + gzipSync(code).length, 0);
      console.log(`JavaScript of the dashboard: ${(bytes / 1_000).toFixed(1)} kB of ${MAX_SCRIPT_BYTES / 1_000} kB`);
      if (bytes > MAX_SCRIPT_BYTES) this.error('The dashboard’s JavaScript is too large (MAX_SCRIPT_BYTES).');
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react(), limitScripts()],
  build: {
    outDir: path.resolve(import.meta.dirname, '../dist/dashboard'),
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy has no data: in it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    // `npm run service` beside it. The host stays, as a session takes requests from its own origin only.
    proxy: { '/api': { target: 'http://127.0.0.1:8787', changeOrigin: false } },
  },
});
