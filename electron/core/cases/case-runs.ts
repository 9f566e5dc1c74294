import type { AllowToken, CaseChange, CasePlan, CaseResult, CaseRunRow, CaseSetRow, CaseState } from '../../../shared/case-run.ts'
import { AppError } from '../../../shared/errors.ts'
import { CaseRunId, CaseSetId, type TurnId } from '../../../shared/ids.ts'
import type { StoredText } from '../../../shared/stored-text.ts'
import type { TurnState, TurnStatus } from '../../../shared/turn-state.ts'
import type { TurnNode } from '../../../shared/run-record.ts'
import { shownStatus } from '../store/projections.ts'
import { compareCalls } from './compare-calls.ts'
import type { CaseStore, StoredCase, StoredCaseRun } from './case-store.ts'
import { planCases, problemOf, type PlanSources } from './plan-cases.ts'

export interface CaseRuns {
  readonly sets: () => readonly CaseSetRow[]
  readonly findSet: (setId: CaseSetId) => CaseSetRow | null
  readonly saveSet: (setId: CaseSetId | null, name: string, turnIds: readonly TurnId[]) => CaseSetId
  readonly removeSet: (setId: CaseSetId) => void
  readonly plan: (setId: CaseSetId, change: CaseChange) => Promise<CasePlan>
  /** @throws AppError `input.*`; then nothing was started */
  readonly start: (setId: CaseSetId, change: CaseChange, allow: readonly AllowToken[]) => Promise<CaseRunId>
  readonly stop: (runId: CaseRunId) => Promise<void>
  readonly remove: (runId: CaseRunId) => void
  readonly runs: () => readonly CaseRunRow[]
  readonly findRun: (runId: string) => CaseRunRow | null
  readonly show: (runId: CaseRunId) => { readonly caseRun: CaseRunRow; readonly results: CaseResult[] }
  /** Something of a turn was stored. */
  readonly appended: (state: TurnState) => void
  /** Goes on with what an earlier process left open. */
  readonly resume: () => void
  readonly close: () => void
}

export interface CaseRunParts extends PlanSources {
  readonly store: CaseStore
  readonly now: () => number
  readonly newId: () => string
  /** Stores a branch from the run's first step and sets it going. */
  readonly begin: (origin: TurnState, change: CaseChange, options: { readonly allow: readonly AllowToken[]; readonly caseRun: CaseRunId; readonly stored: (turnId: TurnId) => void }) => Promise<void>
  readonly stopTurn: (turnId: TurnId) => Promise<void>
  readonly turn: (turnId: TurnId) => TurnNode | null
  readonly readText: (stored: StoredText) => string
  readonly moneyOf: (turnId: TurnId) => number | null
  /** @throws AppError for a change or a token that names what there isn't */
  readonly check: (change: CaseChange, allow: readonly AllowToken[], effects: CasePlan['effects']) => void
  readonly onSet: (setId: CaseSetId) => void
  readonly onRun: (runId: CaseRunId) => void
}

/** So many work at once; those that wait for an answer hold up none. */
const AT_ONCE = 2

export function createCaseRuns(parts: CaseRunParts): CaseRuns {
  const { store } = parts
  const advancing = new Set<CaseRunId>()
  /** Of branches that haven't ended, as it was told last: most of what is stored of one changes nothing that is shown here. */
  const told = new Map<TurnId, TurnStatus>()
  let closed = false

  const findSet = (setId: CaseSetId): CaseSetRow => store.set(setId) ?? notFound('There is no such set of cases any more.')
  const findRun = (runId: CaseRunId): StoredCaseRun => store.run(runId) ?? notFound('There is no such case run any more.')

  const stateOf = ({ state, branch }: StoredCase): CaseState => {
    if (state !== 'started') return state
    const status = branch === null ? null : parts.turn(branch)?.status ?? null
    return status === 'parked' ? 'asking' : status === 'paused' ? 'paused' : status === 'running' ? 'running' : 'ended'
  }
  const toRow = (run: StoredCaseRun): CaseRunRow => {
    const counts: Record<CaseState, number> = { waiting: 0, running: 0, asking: 0, paused: 0, ended: 0, 'not-run': 0 }
    for (const found of store.cases(run.id)) counts[stateOf(found)] += 1
    return { ...run, allow: [...run.allow], counts }
  }

  /** What a branch made of it, once it is over. */
  const compare = (origin: TurnId, branch: TurnState): Pick<StoredCase, 'problem' | 'calls' | 'differsAt'> => {
    const problem = branch.ended?.outcome === 'completed' ? null : branch.ended?.body?.message ?? null
    try {
      return { problem, ...compareCalls(parts.stateOf(origin), branch, parts.readText) }
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
        const working = cases.filter((found) => { const state = stateOf(found); return state === 'running' || state === 'paused' }).length
        const next = cases.find(({ state }) => state === 'waiting')
        if (next === undefined) {
          if (cases.some(({ state }) => state === 'started')) return
          store.end(runId, parts.now())
          return parts.onRun(runId)
        }
        if (working >= AT_ONCE) return
        await startOne(run, next)
        parts.onRun(runId)
      }
    } finally {
      advancing.delete(runId)
    }
  }
  const startOne = async (run: StoredCaseRun, { place, origin }: StoredCase): Promise<void> => {
    try {
      const problem = problemOf(parts, origin)
      if (problem !== null) return store.notRun(run.id, place, problem)
      await parts.begin(parts.stateOf(origin), run.change, {
        allow: run.allow, caseRun: run.id,
        stored: (turnId) => { store.started(run.id, place, turnId) },
      })
    } catch (error) {
      if (closed) return
      store.notRun(run.id, place, error instanceof AppError ? error.message : 'Something went wrong when it was started.')
      if (!(error instanceof AppError)) throw error
    }
  }
  const goOn = (runId: CaseRunId): void => { void advance(runId).catch(() => { parts.onRun(runId) }) }

  return {
    sets: store.sets,
    findSet: store.set,
    saveSet: (setId, name, turnIds) => {
      if (setId !== null) findSet(setId)
      for (const turnId of turnIds) if (parts.findRun(turnId) === null) notFound('One of those runs does not exist.')
      const id = setId ?? CaseSetId.parse(`caseset_${parts.newId()}`)
      store.saveSet({ id, name, at: parts.now(), turnIds: [...new Set(turnIds)] })
      parts.onSet(id)
      return id
    },
    removeSet: (setId) => {
      const runs = store.runs().filter((run) => run.setId === setId)
      if (runs.some(({ endedAt }) => endedAt === null)) throw new AppError('input.invalid', 'A case run of this set is still under way.', { kept: 'Nothing was removed.', advice: 'Stop it first.' })
      store.removeSet(setId)
      parts.onSet(setId)
      for (const { id } of runs) parts.onRun(id)
    },
    plan: (setId, change) => {
      findSet(setId)
      return planCases(parts, store.members(setId), change)
    },
    start: async (setId, change, allow) => {
      const { name } = findSet(setId)
      const plan = await planCases(parts, store.members(setId), change)
      parts.check(change, allow, plan.effects)
      if (plan.cases.every(({ problem }) => problem !== null)) throw new AppError('input.invalid', 'None of these runs can be run again.', { kept: 'Nothing was started.', advice: 'Look at what stands beside each, and choose other runs.' })
      const id = CaseRunId.parse(`caserun_${parts.newId()}`)
      store.begin({ id, setId, name, startedAt: parts.now(), change, allow: [...new Set(allow)] }, plan.cases.map(({ turnId }) => turnId))
      parts.onRun(id)
      parts.onSet(setId)
      goOn(id)
      return id
    },
    stop: async (runId) => {
      if (findRun(runId).endedAt !== null) return
      store.stop(runId, 'The case run was stopped before this one.')
      const open = store.cases(runId).flatMap(({ state, branch }) => (state === 'started' && branch !== null ? [branch] : []))
      await Promise.all(open.map((turnId) => parts.stopTurn(turnId)))
      parts.onRun(runId)
      goOn(runId)
    },
    remove: (runId) => {
      const run = findRun(runId)
      if (run.endedAt === null) throw new AppError('input.invalid', 'That case run is still under way.', { kept: 'Nothing was removed.', advice: 'Stop it first.' })
      store.removeRun(runId)
      parts.onRun(runId)
      parts.onSet(run.setId)
    },
    runs: () => store.runs().map(toRow),
    findRun: (id) => {
      const parsed = CaseRunId.safeParse(id)
      const run = parsed.success ? store.run(parsed.data) : null
      return run === null ? null : toRow(run)
    },
    show: (runId) => {
      const run = findRun(runId)
      const results = store.cases(runId).map((found): CaseResult => ({
        originId: found.origin, origin: parts.findRun(found.origin), branchId: found.branch, branch: found.branch === null ? null : parts.findRun(found.branch),
        state: stateOf(found), problem: found.problem, calls: found.calls, differsAt: found.differsAt,
        money: { then: parts.moneyOf(found.origin), now: found.branch === null ? null : parts.moneyOf(found.branch) },
      }))
      return { caseRun: toRow(run), results }
    },
    appended: (state) => {
      if (state.started?.branch === undefined) return
      const status = shownStatus(state)
      if (told.get(state.turnId) === status) return
      if (state.ended === null) told.set(state.turnId, status)
      else told.delete(state.turnId)
      const runId = settle(state)
      if (runId === null) return
      parts.onRun(runId)
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
    if (state !== 'started' || branch === null || parts.turn(branch)?.endedAt === null) return
    try {
      settle(parts.stateOf(branch))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      store.ended(branch, { problem: error.message, calls: 'not-kept', differsAt: null })
    }
  }
}

const notFound = (message: string): never => { throw new AppError('input.not-found', message, { advice: 'Choose another one.' }) }
