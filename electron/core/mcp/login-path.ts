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

/** PATH as programs should be looked up in: asks the login shell at most once, and only when our own PATH is bare. Never rejects. */
export function createLoginPath({ own, platform, timeLimit = 4000 }: LoginPathOptions): () => Promise<string> {
  let answer: Promise<string> | null = null
  return () => (answer ??= complete(own, platform, timeLimit))
}

async function complete(own: Environment, platform: NodeJS.Platform, timeLimit: number): Promise<string> {
  const path = Object.entries(own).find(([name]) => (platform === 'win32' ? name.toUpperCase() === 'PATH' : name === 'PATH'))?.[1] ?? ''
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  if (platform === 'win32' || !folders.every((folder) => BARE.has(folder))) return path
  const login = await askShell(own, timeLimit)
  return login === null ? path : [...new Set([...login.split(delimiter), ...folders])].filter((folder) => folder !== '').join(delimiter)
}

/** Null when the shell fails, hangs, or says nothing that can be told from noise. */
function askShell(own: Environment, timeLimit: number): Promise<string | null> {
  return new Promise((resolve) => {
    const shell = own['SHELL'] ?? userInfo().shell ?? '/bin/sh'
    const child = spawn(shell, ['-l', '-i', '-c', ASK], { detached: true, stdio: ['ignore', 'pipe', 'ignore'], env: { ...own, TERM: 'dumb' } })
    let output = ''
    let finished = false
    const finish = (path: string | null): void => {
      if (finished) return
      finished = true
      clearTimeout(timer)
      child.stdout.destroy()
      if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
      resolve(path)
    }
    const timer = setTimeout(() => { finish(null) }, timeLimit)
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
