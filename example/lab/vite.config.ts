import react from '@vitejs/plugin-react';
import path from 'node:path';
import { defineConfig } from 'vite';

import { simulatedDevice } from './vite/simulatedDevice.ts';
import { staticSite } from './vite/staticSite.ts';

const lab = import.meta.dirname;
const entry = (file: string) => path.resolve(lab, file);

/**
 * The lab's page, for a server with the service in it. `--mode static` builds it for any static host, with the service
 * in the browser.
 */
export default defineConfig(({ mode }) => {
  const isStatic = mode === 'static';
  return {
    root: lab,
    // In whatever folder it is.
    base: './',
    plugins: [simulatedDevice(), react(), ...(isStatic ? [staticSite()] : [])],
    define: {
      // Stores hand out release builds.
      __DEV__: 'false',
      'process.env.NODE_ENV': '"production"',
      'process.env.EXPO_PUBLIC_BASE_URL': 'undefined',
      'process.env.EXPO_PUBLIC_CONSENT': 'undefined',
    },
    resolve: {
      extensions: ['.web.tsx', '.web.ts', '.web.js', '.tsx', '.ts', '.mjs', '.js', '.json'],
      dedupe: ['react', 'react-dom'],
    },
    worker: { format: 'es' },
    build: {
      outDir: path.resolve(lab, '../dist', isStatic ? 'lab' : 'page'),
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: {
        input: {
          index: entry('index.html'),
          phone: entry('phone.html'),
          ...(isStatic && { host: entry('browser/host.ts') }),
        },
      },
    },
  };
});
