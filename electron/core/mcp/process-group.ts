import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Sends a signal to every process of a group.
 * @returns whether there was anybody to send it to
 */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

export interface EndingTimes {
  /** Milliseconds from the closed input to SIGTERM. */
  readonly politeMs: number
  /** Milliseconds from SIGTERM to SIGKILL. */
  readonly termMs: number
}

export const ENDING_TIMES: EndingTimes = { politeMs: 1000, termMs: 1500 }
/** After SIGKILL nothing runs any more; a dead process nobody collects may still be listed. */
const KILLED_MS = 500
const LOOK_EVERY_MS = 20

/** Ends a whole process group, politely at first. Resolves when it is gone, at the latest shortly after SIGKILL. */
export async function endGroup(leader: number, times: EndingTimes): Promise<void> {
  if (process.platform === 'win32') return endWindowsTree(leader, times)
  if (await isGone(leader, times.politeMs)) return
  signalGroup(leader, 'SIGTERM')
  if (await isGone(leader, times.termMs)) return
  signalGroup(leader, 'SIGKILL')
  await isGone(leader, KILLED_MS)
}

async function isGone(leader: number, within: number): Promise<boolean> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    if (!signalGroup(leader, 0)) return true
    if (waited >= within) return false
    await wait(LOOK_EVERY_MS)
  }
}

async function endWindowsTree(leader: number, times: EndingTimes): Promise<void> {
  await wait(times.politeMs)
  await new Promise<void>((resolve) => {
    const ending = spawn('taskkill', ['/pid', String(leader), '/t', '/f'], { stdio: 'ignore', windowsHide: true })
    ending.on('error', () => { resolve() })
    ending.on('close', () => { resolve() })
  })
}
