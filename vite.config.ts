import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * The window. Its content security policy allows neither inline scripts nor `data:` addresses, so nothing is inlined,
 * and it has no network of its own, so everything it needs is in the output.
 */
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react()],
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    // What became part of the output keeps its terms with it.
    license: { fileName: 'third-party-licences.txt' },
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
  },
});
