import react from '@vitejs/plugin-react';
import path from 'node:path';
import { defineConfig } from 'vite';

import { simulatedDevice } from './vite/simulatedDevice.ts';

const lab = import.meta.dirname;

export default defineConfig({
  root: lab,
  base: '/lab/',
  plugins: [simulatedDevice(), react()],
  define: {
    // Stores hand out release builds.
    __DEV__: 'false',
    'process.env.NODE_ENV': '"production"',
  },
  resolve: {
    extensions: ['.web.tsx', '.web.ts', '.web.js', '.tsx', '.ts', '.mjs', '.js', '.json'],
    dedupe: ['react', 'react-dom'],
  },
  build: {
    outDir: path.resolve(lab, '../dist/lab'),
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      input: {
        index: path.resolve(lab, 'index.html'),
        phone: path.resolve(lab, 'phone.html'),
      },
    },
  },
});
