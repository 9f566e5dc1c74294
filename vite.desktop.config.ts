import { basename, dirname, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/**
 * What runs inside Electron: the shell with the core, and its preload script (`--mode preload`). Our own code and plain
 * packages become part of the output; what holds native code stays a package beside it.
 */
const native = ['electron', 'better-sqlite3', 'keytar', /^@napi-rs\//, 'sharp', /^@img\//];

/**
 * All output lies in one folder, three levels below the root as the sources that look for resources are. Files that run
 * as threads or processes of their own are named by address in the sources; each becomes an entry of its own.
 */
const filesBeside = (): Plugin => ({
  name: 'files-beside',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('import.meta.url')) return null;
    return code.replaceAll(/new URL\('(\.\/[^']+)\.ts', import\.meta\.url\)/g, (_whole, path: string) => {
      const file = `${basename(path)}.js`;
      this.emitFile({ type: 'chunk', id: resolve(dirname(id), `${path}.ts`), fileName: file });
      return `new URL('./${file}', import.meta.url)`;
    });
  },
});

export default defineConfig(({ mode }) => {
  const isPreload = mode === 'preload';
  return {
    root: '.',
    publicDir: false,
    plugins: isPreload ? [] : [filesBeside()],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: isPreload ? 'out/desktop/preload' : 'out/desktop/main',
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      // What became part of the output keeps its terms with it.
      license: { fileName: 'third-party-licences.txt' },
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: {
        input: isPreload ? 'electron/preload.ts' : 'electron/desktop.ts',
        external: native,
        output: isPreload
          ? { format: 'cjs', entryFileNames: 'preload.cjs' }
          : { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  };
});
