import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Outlives us for a moment when we are killed, and ends the servers that we can no longer end ourselves. */
export interface Watchdog {
  readonly watch: (leader: number) => void
  readonly forget: (leader: number) => void
  /** Call when every server has ended. */
  readonly close: () => Promise<void>
}

/** Starts with the first server; one small process for all of them. Without it, records are cleaned up at the next start. */
export function createWatchdog(): Watchdog {
  let child: ChildProcess | null = null
  const start = (): ChildProcess => {
    const script = fileURLToPath(new URL('./watch-parent.ts', import.meta.url))
    const started = spawn(process.execPath, [script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], env: { ELECTRON_RUN_AS_NODE: '1' }, windowsHide: true })
    started.on('error', () => { child = null })
    started.on('exit', () => { if (child === started) child = null })
    started.stdin.on('error', () => { child = null })
    return started
  }
  const tell = (line: string): void => { child?.stdin?.write(`${line}\n`) }
  return {
    watch: (leader) => {
      child ??= start()
      tell(`+${leader}`)
    },
    forget: (leader) => { tell(`-${leader}`) },
    close: async () => {
      const ending = child
      if (ending === null) return
      const ended = new Promise<void>((resolve) => { ending.once('exit', () => { resolve() }) })
      ending.stdin?.end()
      await ended
    },
  }
}
