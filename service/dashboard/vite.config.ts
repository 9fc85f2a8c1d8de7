import react from '@vitejs/plugin-react';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Compressed: all JavaScript together, and what the first page takes before it shows its numbers. */
const MAX_SCRIPT_BYTES = 170_000;
const MAX_FIRST_BYTES = 92_000;

/** The page that is opened first. */
const FIRST_PAGE = '/overview/OverviewPage.tsx';

/** Prints how much a browser has to load, and lets the build fail if that is too much. */
function limitScripts(): Plugin {
  return {
    name: 'limit-scripts',
    apply: 'build',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [output] : []));
      const sizeOf = (names: Iterable<string>) =>
        [...names].reduce((sum, name) => {
          const chunk = chunks.find(({ fileName }) => fileName === name);
          return sum + (chunk ? gzipSync(chunk.code, { level: 9 }).length : 0);
        }, 0);
      const first = new Set<string>();
      const need = (name: string) => {
        if (first.has(name)) return;
        first.add(name);
        chunks.find(({ fileName }) => fileName === name)?.imports.forEach(need);
      };
      for (const { isEntry, moduleIds, fileName } of chunks) {
        if (isEntry || moduleIds.some((id) => id.endsWith(FIRST_PAGE))) need(fileName);
      }
      for (const [what, bytes, most] of [
        ['the dashboard', sizeOf(chunks.map(({ fileName }) => fileName)), MAX_SCRIPT_BYTES],
        ['its first page', sizeOf(first), MAX_FIRST_BYTES],
      ] as const) {
        console.log(`JavaScript of ${what}: ${(bytes / 1_000).toFixed(1)} kB of ${most / 1_000} kB`);
        if (bytes > most) this.error(`The JavaScript of ${what} is too large: see limitScripts in vite.config.ts.`);
      }
    },
  };
}

/** Vite wraps each import() in code that loads styles and preloads scripts. Here are neither, so it would do nothing. */
function importPlainly(): Plugin {
  return {
    name: 'import-plainly',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react(), importPlainly(), limitScripts()],
  build: {
    outDir: path.resolve(import.meta.dirname, '../dist/dashboard'),
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy has no data: in it.
    assetsInlineLimit: 0,
    modulePreload: false,
    // One small file of styles: so a page is loaded without a script that looks after its styles.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Without what asks for one page of a list after the other, which the first page doesn't.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|wouter|@tanstack(?!.*[iI]nfiniteQuery(Observer)?\.))\//,
            },
            // With all that they import: what every visitor needs is smaller in one file.
            { name: 'first', test: /dashboard\/src\/(shell|overview)\// },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
  server: {
    // `npm run service` beside it. The host stays, as a session takes requests from its own origin only.
    proxy: { '/api': { target: 'http://127.0.0.1:8787', changeOrigin: false } },
  },
});
