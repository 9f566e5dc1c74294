import { fork } from 'node:child_process'
import type { ForkNode } from '../host.ts'
import type { KeychainRequest } from './keychain-message.ts'

/** A running process that does keychain calls. */
export interface KeychainProcess {
  readonly send: (request: KeychainRequest) => void
  /** At once and for good, whatever it is doing. */
  readonly kill: () => void
}

export interface KeychainProcessListener {
  readonly onReply: (reply: unknown) => void
  /** It is gone, or never came to be; told once. */
  readonly onEnd: (text: string) => void
}

export type StartKeychainProcess = (listener: KeychainProcessListener) => KeychainProcess

/** What finding the session's bus, the person's keychain and a prompt's display takes, and nothing else. */
const PASSED_ON = [
  'PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'TMPDIR', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY',
  'SYSTEMROOT', 'WINDIR', 'TEMP', 'TMP', 'USERPROFILE', 'USERNAME', 'APPDATA', 'LOCALAPPDATA',
]

/** The process's whole environment: keys that the person's own environment holds are none of its business. */
export const environmentForKeychain = (environment: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(PASSED_ON.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])))

/** @param forkNode how this process starts another: with its own binary unless the shell has another way */
export const startKeychainProcess = (environment: Readonly<Record<string, string | undefined>>, forkNode: ForkNode = forkWithOwnBinary): StartKeychainProcess =>
  ({ onReply, onEnd }) => forkNode(new URL('./keychain-child.ts', import.meta.url), environmentForKeychain(environment), { onMessage: onReply, onEnd })

const forkWithOwnBinary: ForkNode = (file, environment, { onMessage, onEnd }) => {
  let isOver = false
  const end = (text: string): void => {
    if (isOver) return
    isOver = true
    onEnd(text)
  }
  const child = fork(file, [], {
    env: { ...environment },
    execArgv: [],
    // What a native part prints belongs in no log of ours.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('message', onMessage)
  child.on('error', (error) => { end(error.message) })
  child.on('exit', (code, signal) => { end(`ended with ${signal ?? String(code)}`) })
  return {
    send: (message) => { child.send(message, (error) => { if (error !== null) end(error.message) }) },
    kill: () => { child.kill('SIGKILL') },
  }
}
