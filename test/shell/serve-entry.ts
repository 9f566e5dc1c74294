import { join } from 'node:path'
import { serveClient } from '../../electron/core/rpc/serve-client.ts'
import { openStore } from '../../electron/core/store/database.ts'
import { coreMigrations } from '../../electron/core/store/migrations.ts'
import { runBrowserShell } from '../../electron/run-browser-shell.ts'
import { fakeHandlers } from '../rpc/fake-handlers.ts'

/* The browser shell's process, with the real store and its lock, and no more of a core than that. Argument: the built window. */

await runBrowserShell({
  root: join(import.meta.dirname, '..', '..'),
  rendererDirectory: process.argv[2] ?? '',
  serveClient,
  createCore: async ({ dataDirectory }) => {
    const store = openStore(dataDirectory, coreMigrations)
    const close = process.env.CORE_HANGS === undefined ? async () => store.close() : () => new Promise<void>(() => undefined)
    return { handlers: fakeHandlers({ calls: { 'chat.pin': async () => ({}) } }), close }
  },
})
