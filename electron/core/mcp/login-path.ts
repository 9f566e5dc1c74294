import { spawn } from 'node:child_process'
import { userInfo } from 'node:os'
import { delimiter } from 'node:path'
import type { Environment } from './child-environment.ts'
import { signalGroup } from './process-group.ts'

/** What a desktop gives an app that was started from an icon: no folder that a person added. */
const BARE: ReadonlySet<string> = new Set(['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin', '/usr/games', '/usr/local/games', '/snap/bin'])
const MARK = '__path_between_marks__'
/** The same for everybody: nothing is put into it. A shell is the only thing that can say what its start-up files set. */
const ASK = `printf '%s%s%s' ${MARK} "$PATH" ${MARK}`
const MAX_OUTPUT = 1024 * 1024

export interface LoginPathOptions {
  readonly own: Environment
  readonly platform: NodeJS.Platform
  /** Milliseconds for the shell's start-up files. */
  readonly timeLimit?: number
}

/** A shell that was late may have been held up; its start-up files may also hang, and whoever wants a program waits for them. */
const MOST_ASKED = 3

/** PATH as programs should be looked up in: asks the login shell until it says something, and only when our own PATH is bare. Never rejects. */
export function createLoginPath({ own, platform, timeLimit = 4000 }: LoginPathOptions): () => Promise<string> {
  const { path, folders, isBare } = ownPath(own, platform)
  let asked = 0
  let answer: Promise<string> | null = null
  const ask = async (): Promise<string> => {
    asked += 1
    const login = await askShell(own, timeLimit)
    if (login.isLate && asked < MOST_ASKED) answer = null
    return login.path === null ? path : [...new Set([...login.path.split(delimiter), ...folders])].filter((folder) => folder !== '').join(delimiter)
  }
  return () => (answer ??= isBare ? ask() : Promise.resolve(path))
}

function ownPath(own: Environment, platform: NodeJS.Platform): { readonly path: string; readonly folders: readonly string[]; readonly isBare: boolean } {
  const path = Object.entries(own).find(([name]) => (platform === 'win32' ? name.toUpperCase() === 'PATH' : name === 'PATH'))?.[1] ?? ''
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  return { path, folders, isBare: platform !== 'win32' && folders.every((folder) => BARE.has(folder)) }
}

/** No path: the shell failed, hung, or said nothing that can be told from noise. */
interface ShellAnswer { readonly path: string | null; readonly isLate: boolean }

function askShell(own: Environment, timeLimit: number): Promise<ShellAnswer> {
  return new Promise((resolve) => {
    const shell = own['SHELL'] ?? userInfo().shell ?? '/bin/sh'
    const child = spawn(shell, ['-l', '-i', '-c', ASK], { detached: true, stdio: ['ignore', 'pipe', 'ignore'], env: { ...own, TERM: 'dumb' } })
    let output = ''
    let finished = false
    const finish = (path: string | null, isLate = false): void => {
      if (finished) return
      finished = true
      clearTimeout(timer)
      child.stdout.destroy()
      if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
      resolve({ path, isLate })
    }
    const timer = setTimeout(() => { finish(null, true) }, timeLimit)
    child.on('error', () => { finish(null) })
    child.on('close', () => { finish(null) })
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT)
      const [, path, ...rest] = output.split(MARK)
      if (path !== undefined && rest.length > 0) finish(path)
    })
  })
}
