import { readFileSync, writeFileSync } from 'node:fs'
import { isAlive } from '../mcp/live-servers.ts'

/** One call as the server saw it. `got`: it came. `did`: it took effect. */
export interface Seen { readonly what: 'got' | 'did'; readonly tool: string; readonly name: string; readonly key: string }

/** The file that the tool server appends to, whoever is alive. */
export interface Witness {
  /** From here on what was seen belongs to another case. */
  readonly turnPage: () => void
  readonly seen: () => readonly Seen[]
  /** Servers that came up since this was asked last: a number is given to somebody else sooner or later. */
  readonly takeServers: () => readonly number[]
}

export function createWitness(file: string): Witness {
  writeFileSync(file, '')
  const lines = (): readonly string[] => readFileSync(file, 'utf8').split('\n').filter((line) => line !== '')
  let from = 0
  let takenTo = 0
  return {
    turnPage: () => { from = lines().length },
    seen: () => lines().slice(from).flatMap((line): Seen[] => {
      const [what, tool = '', name = '', key = ''] = line.split(' ')
      return what === 'got' || what === 'did' ? [{ what, tool, name, key }] : []
    }),
    takeServers: () => {
      const all = lines()
      const taken = all.slice(takenTo).flatMap((line) => (line.startsWith('up ') ? [Number(line.slice(3))] : []))
      takenTo = all.length
      return taken
    },
  }
}

const LOOK_EVERY_MS = 20

/** Those that are still there when the time is over. */
export async function lastingProcesses(pids: readonly number[], withinMs: number): Promise<readonly number[]> {
  const until = Date.now() + withinMs
  for (;;) {
    const left = pids.filter(isAlive)
    if (left.length === 0 || Date.now() >= until) return left
    await new Promise((resolve) => { setTimeout(resolve, LOOK_EVERY_MS) })
  }
}
