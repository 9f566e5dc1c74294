import type { AllowToken, CaseChange } from '../../../shared/case-run.ts'
import { AppError } from '../../../shared/errors.ts'
import type { CaseRunId, TurnId } from '../../../shared/ids.ts'
import type { TurnNode } from '../../../shared/run-record.ts'
import type { StoredText } from '../../../shared/stored-text.ts'
import type { TurnState, TurnStatus } from '../../../shared/turn-state.ts'
import { shownStatus } from '../store/projections.ts'
import { caseState } from './case-state.ts'
import type { CaseStore, StoredCase, StoredCaseRun } from './case-store.ts'
import { compareCalls } from './compare-calls.ts'
import { problemOf, type PlanSources } from './plan-cases.ts'

/** What gets case runs through their cases: it starts what there is room for, and notes what each branch came to. */
export interface CaseWork {
  readonly goOn: (runId: CaseRunId) => void
  /** Something of a turn was stored. */
  readonly appended: (state: TurnState) => void
  /** Goes on with what an earlier process left open. */
  readonly resume: () => void
  readonly close: () => void
}

export interface CaseWorkPorts extends PlanSources {
  readonly store: CaseStore
  readonly now: () => number
  /** Stores a branch from the run's first step and sets it going. */
  readonly begin: (origin: TurnState, change: CaseChange, options: { readonly allow: readonly AllowToken[]; readonly caseRun: CaseRunId; readonly stored: (turnId: TurnId) => void }) => Promise<void>
  readonly turn: (turnId: TurnId) => TurnNode | null
  readonly readText: (stored: StoredText) => string
  readonly onRun: (runId: CaseRunId) => void
}

/** So many work at once; those that wait for an answer hold up none. */
const AT_ONCE = 2

export function createCaseWork(ports: CaseWorkPorts): CaseWork {
  const { store } = ports
  const advancing = new Set<CaseRunId>()
  /** Of branches that haven't ended, as it was told last: most of what is stored of one changes nothing that is shown here. */
  const told = new Map<TurnId, TurnStatus>()
  let closed = false

  /** What a branch made of it, once it is over. */
  const compare = (origin: TurnId, branch: TurnState): Pick<StoredCase, 'problem' | 'calls' | 'differsAt'> => {
    const problem = branch.ended?.outcome === 'completed' ? null : branch.ended?.body?.message ?? null
    try {
      return { problem, ...compareCalls(ports.stateOf(origin), branch, ports.readText) }
    } catch (error) {
      if (error instanceof AppError) return { problem, calls: 'not-kept', differsAt: null }
      throw error
    }
  }
  const settle = (branch: TurnState): CaseRunId | null => {
    const known = store.findByBranch(branch.turnId)
    if (known === null) return null
    if (branch.ended !== null && known.found.state === 'started') store.ended(branch.turnId, compare(known.found.origin, branch))
    return known.runId
  }

  /** Starts what there is room for. One at a time for each case run; what can't be started is a result of its own. */
  const advance = async (runId: CaseRunId): Promise<void> => {
    if (advancing.has(runId)) return
    advancing.add(runId)
    try {
      for (;;) {
        const run = store.run(runId)
        if (closed || run === null || run.endedAt !== null) return
        const cases = store.cases(runId)
        const working = cases.filter((found) => { const state = caseState(found, ports.turn); return state === 'running' || state === 'paused' }).length
        const next = cases.find(({ state }) => state === 'waiting')
        if (next === undefined) {
          if (cases.some(({ state }) => state === 'started')) return
          store.end(runId, ports.now())
          return ports.onRun(runId)
        }
        if (working >= AT_ONCE) return
        await startOne(run, next)
        ports.onRun(runId)
      }
    } finally {
      advancing.delete(runId)
    }
  }
  const startOne = async (run: StoredCaseRun, { place, origin }: StoredCase): Promise<void> => {
    try {
      const problem = problemOf(ports, origin)
      if (problem !== null) return store.notRun(run.id, place, problem)
      await ports.begin(ports.stateOf(origin), run.change, {
        allow: run.allow, caseRun: run.id,
        stored: (turnId) => { store.started(run.id, place, turnId) },
      })
    } catch (error) {
      if (closed) return
      store.notRun(run.id, place, error instanceof AppError ? error.message : 'Something went wrong when it was started.')
      if (!(error instanceof AppError)) throw error
    }
  }
  const goOn = (runId: CaseRunId): void => { void advance(runId).catch(() => { ports.onRun(runId) }) }

  return {
    goOn,
    appended: (state) => {
      if (state.started?.branch === undefined) return
      const status = shownStatus(state)
      if (told.get(state.turnId) === status) return
      if (state.ended === null) told.set(state.turnId, status)
      else told.delete(state.turnId)
      const runId = settle(state)
      if (runId === null) return
      ports.onRun(runId)
      // Not at once: whoever stored it has work of its own to finish first.
      setImmediate(() => { goOn(runId) })
    },
    resume: () => {
      for (const { id, endedAt } of store.runs()) {
        if (endedAt !== null) continue
        for (const found of store.cases(id)) settleLate(found)
        goOn(id)
      }
    },
    close: () => { closed = true },
  }

  /** Its branch ended, and the process did before it was noted. */
  function settleLate({ state, branch }: StoredCase): void {
    if (state !== 'started' || branch === null || ports.turn(branch)?.endedAt === null) return
    try {
      settle(ports.stateOf(branch))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      store.ended(branch, { problem: error.message, calls: 'not-kept', differsAt: null })
    }
  }
}
