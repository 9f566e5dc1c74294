import { dirname } from 'node:path'
import { createCore, serveClient } from './core/core.ts'
import { runBrowserShell } from './run-browser-shell.ts'

await runBrowserShell({ createCore, serveClient, root: dirname(import.meta.dirname) })
