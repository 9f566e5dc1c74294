import type { MessagePort } from 'node:worker_threads'
import { postPorts, preloads } from './electron.ts'

/* What a sandboxed preload script gets of Electron: as far as ours uses it, and the way into its own window. */

const window = preloads.get(new URL(import.meta.url).searchParams.get('page') ?? '')

export const ipcRenderer = {
  postMessage: (channel: string, _message: unknown, ports: readonly MessagePort[] = []): void => {
    if (window !== undefined) postPorts(window, ports, window.webContents.mainFrame, channel)
  },
}
