import { fileURLToPath } from 'node:url'
import type { ForkNode } from './core/host.ts'

/** As far as Electron's utility processes are used. */
export interface Utility {
  postMessage: (message: object) => void
  kill: () => boolean
  on: ((event: 'message', listener: (message: unknown) => void) => unknown) & ((event: 'exit', listener: (code: number) => void) => unknown)
}

export type StartUtility = (file: string, args: string[], options: { env: Record<string, string>; stdio: 'ignore'; serviceName: string }) => Utility

/** Runs the core's own files in utility processes: the app's binary itself can't be made to run files, which is fused off. */
export const createForkNode = (start: StartUtility): ForkNode => (file, environment, { onMessage, onEnd }) => {
  const child = start(fileURLToPath(file), [], { env: { ...environment }, stdio: 'ignore', serviceName: 'Gatehouse keychain' })
  child.on('message', onMessage)
  child.on('exit', (code) => { onEnd(`ended with ${code}`) })
  return { send: (message) => { child.postMessage(message) }, kill: () => { child.kill() } }
}
