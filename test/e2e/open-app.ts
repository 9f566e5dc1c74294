import { join } from 'node:path'
import type { ConnectedClient } from '../../shared/core-client.ts'
import { makeFolder, openWindow, startProcess, type Look, type Process, type Window } from './app.ts'
import { messageBox } from './chat.ts'
import { openCore } from './core-door.ts'

/** An app that a person has before them, with its core behind. */
export interface App extends Window {
  readonly shell: Process
  readonly core: ConnectedClient
  /** Holds the data directory, and has room beside it. */
  readonly folder: string
}

interface AppOptions extends Look {
  readonly environment?: Readonly<Record<string, string>>
  /** Leaves the caps as a person finds them. */
  readonly withCaps?: boolean
}

/** An empty app past the first run, in a chat with the practice model, which answers at once. */
export async function openApp({ environment = {}, withCaps = false, ...look }: AppOptions = {}): Promise<App> {
  const folder = makeFolder()
  const shell = await startProcess(join(folder, 'data'), environment)
  const window = await openWindow(shell.url, look)
  const core = await openCore(window)
  await core.call('settings.update', { practiceRate: 0, ...(withCaps ? {} : { caps: { tokensPerDay: null, runsPerHour: null, liveRuns: null } }) })
  await window.page.getByRole('button', { name: 'Start with the practice model' }).click()
  await messageBox(window.page).waitFor()
  return { ...window, shell, core, folder }
}
