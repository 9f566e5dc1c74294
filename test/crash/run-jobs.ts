import { AppError } from '../../shared/errors.ts'
import { BOUNDARIES, AT_RANDOM, type Boundary } from './boundaries.ts'
import { checkCase, describeCase, type Fault, type Violation } from './check-case.ts'
import { checkPlace } from './check-place.ts'
import { openPlace, type Place } from './place.ts'
import { playCase, StuckError } from './play-case.ts'
import { createRandom } from './random.ts'

/** One turn to play. The number says, with the seed, everything about it. */
export interface Job { readonly number: number; readonly boundary: Boundary }

export interface Finding extends Violation { /** Null: it isn't about one of them. */ readonly job: number | null }

export interface Report { readonly kills: ReadonlyMap<string, number>; readonly findings: readonly Finding[]; readonly turns: number }

export interface RunOptions {
  readonly seed: number
  readonly codeFolder: string
  /** Data directories that are played on at the same time. */
  readonly lanes: number
  readonly onTurn?: (report: Report) => void
  readonly onFinding?: (finding: Finding) => void
}

/** Turns that one data directory sees before it is looked at as a whole. */
const TURNS_A_PLACE = 30

/** Every boundary so many times, in turn, then as many at random as are wanted. */
export function planJobs(rounds: number, random: number, boundaries: readonly Boundary[] = BOUNDARIES): readonly Job[] {
  const all = [...Array.from({ length: rounds }, () => boundaries).flat(), ...Array.from({ length: random }, () => AT_RANDOM)]
  return all.map((boundary, number) => ({ number, boundary }))
}

export const killsOf = ({ kills }: Report): number => [...kills.values()].reduce((sum, count) => sum + count, 0)

/** Plays the jobs on several data directories at once. Never throws for what it finds. */
export async function runJobs(jobs: readonly Job[], options: RunOptions): Promise<Report> {
  const kills = new Map<string, number>()
  const findings: Finding[] = []
  const find = (finding: Finding): void => {
    findings.push(finding)
    options.onFinding?.(finding)
  }
  const report = { kills, findings, turns: 0 }
  const queue = [...jobs]
  const lane = async (): Promise<void> => {
    while (queue.length > 0) {
      const place = await openPlace(options)
      const isWhole = await playOn(place)
      if (!isWhole) place.kill()
      const end = await place.close()
      if (isWhole && end.code !== 0) find({ job: null, fault: 'harness', text: `the core didn't close: ${end.said}` })
      if (isWhole) for (const violation of checkPlace(place)) find({ job: null, ...violation })
      const orphans = await place.orphans()
      for (const pid of new Set(orphans)) find({ job: null, fault: 'orphans', text: `process ${pid} outlived its core` })
      await place.remove()
    }
  }
  /** False: it can't be played on any more. */
  const playOn = async (place: Place): Promise<boolean> => {
    for (let turns = 0; turns < TURNS_A_PLACE; turns += 1) {
      const job = queue.shift()
      if (job === undefined) return true
      const random = createRandom(options.seed * 1_000_003 + job.number)
      const one = job.boundary.makeCase(random)
      const note = (fault: Fault, text: string): void => { find({ job: job.number, fault, text: `${text} — ${describeCase(one)}` }) }
      try {
        const played = await playCase(place, one, random)
        for (const boundary of played.killed) kills.set(boundary, (kills.get(boundary) ?? 0) + 1)
        for (const { fault, text } of checkCase(place, one, played)) note(fault, text)
      } catch (error) {
        note(faultOf(error), error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error))
        return false
      }
      report.turns += 1
      options.onTurn?.(report)
    }
    return true
  }
  await Promise.all(Array.from({ length: Math.min(options.lanes, jobs.length) }, lane))
  return report
}

/** What stopped a case: no end, or a journal that whoever looks on can't fold. */
function faultOf(error: unknown): Fault {
  if (error instanceof StuckError) return 'stuck_runs'
  return error instanceof AppError && error.code === 'store.corrupt' ? 'illegal_events' : 'harness'
}
