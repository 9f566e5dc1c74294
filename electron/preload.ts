import { ipcRenderer } from 'electron'
import { APP_ORIGIN, PORT_CHANNEL, PORT_REPLY, PORT_REQUEST } from '../shared/app-page.ts'

/* Hands the page one port to the core whenever it asks, and nothing else: no function of ours and no Node reaches it. */

const page = window

page.addEventListener('message', ({ source, origin, data }) => {
  if (source !== page || page.top !== page || origin !== APP_ORIGIN || data !== PORT_REQUEST) return
  const { port1, port2 } = new MessageChannel()
  ipcRenderer.postMessage(PORT_CHANNEL, null, [port1])
  page.postMessage(PORT_REPLY, APP_ORIGIN, [port2])
})
