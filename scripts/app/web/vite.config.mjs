import react from '@vitejs/plugin-react';

export default {
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { alias: { 'react-native': 'react-native-web' } },
  build: { sourcemap: true, outDir: 'out', rolldownOptions: { output: { entryFileNames: 'vite.js' } } },
};
