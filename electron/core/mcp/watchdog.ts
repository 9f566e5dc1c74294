import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Outlives us for a moment when we are killed, and ends the servers that we can no longer end ourselves. */
export interface Watchdog {
  readonly watch: (leader: number) => void
  readonly forget: (leader: number) => void
  /** Call when every server has ended. */
  readonly close: () => Promise<void>
}

/**
 * Starts with the first server; one small process for all of them. Without it, records are cleaned up at the next start.
 * @param ownBinaryIsNode whether this process's binary runs files; where it doesn't, the system's shell keeps watch
 */
export function createWatchdog(ownBinaryIsNode = true): Watchdog {
  const program = watchProgram(ownBinaryIsNode, process.platform)
  if (program === null) return { watch: () => undefined, forget: () => undefined, close: async () => undefined }
  let child: ChildProcess | null = null
  const start = (): ChildProcess => {
    const started = spawn(program.command, program.args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'], env: {}, windowsHide: true })
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

/** Null: the system has nothing of its own that could keep watch. */
function watchProgram(ownBinaryIsNode: boolean, platform: NodeJS.Platform): { readonly command: string; readonly args: readonly string[] } | null {
  if (ownBinaryIsNode) return { command: process.execPath, args: [fileURLToPath(new URL('./watch-parent.ts', import.meta.url))] }
  return platform === 'win32' ? null : { command: '/bin/sh', args: ['-c', WATCH_IN_SHELL] }
}

/** What watch-parent.ts does, for `sh`: whole numbers only, and after the end of the input every group that is still listed. */
const WATCH_IN_SHELL = `
PATH=/usr/bin:/bin
leaders=' '
while read -r line; do
  leader=\${line#?}
  case $leader in ''|0*|1|*[!0-9]*) continue ;; esac
  case $line in
    +*) leaders="$leaders$leader " ;;
    -*) case $leaders in *" $leader "*) leaders="\${leaders%%" $leader "*} \${leaders#*" $leader "}" ;; esac ;;
  esac
done
[ "$leaders" = ' ' ] && exit 0
sleep 1
for leader in $leaders; do kill -TERM "-$leader"; done
sleep 1
for leader in $leaders; do kill -KILL "-$leader"; done
`
