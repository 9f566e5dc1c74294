import type { AllowToken, CaseChange, CasePlan, CaseResult, CaseRunRow, CaseSetRow, CaseState } from '../../../shared/case-run.ts'
import { AppError } from '../../../shared/errors.ts'
import { CaseRunId, CaseSetId, type TurnId } from '../../../shared/ids.ts'
import { caseState } from './case-state.ts'
import type { StoredCaseRun } from './case-store.ts'
import { createCaseWork, type CaseWork, type CaseWorkPorts } from './case-work.ts'
import { planCases } from './plan-cases.ts'

/** Sets of runs, and what became of each run of a set when it was run again. */
export interface CaseRuns extends Pick<CaseWork, 'appended' | 'resume' | 'close'> {
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
}

export interface CaseRunParts extends CaseWorkPorts {
  readonly newId: () => string
  readonly stopTurn: (turnId: TurnId) => Promise<void>
  readonly moneyOf: (turnId: TurnId) => number | null
  /** @throws AppError for a change or a token that names what there isn't */
  readonly check: (change: CaseChange, allow: readonly AllowToken[], effects: CasePlan['effects']) => void
  readonly onSet: (setId: CaseSetId) => void
}

export function createCaseRuns(parts: CaseRunParts): CaseRuns {
  const { store } = parts
  const work = createCaseWork(parts)
  const { goOn } = work
  const findSet = (setId: CaseSetId): CaseSetRow => store.set(setId) ?? notFound('There is no such set of cases any more.')
  const findRun = (runId: CaseRunId): StoredCaseRun => store.run(runId) ?? notFound('There is no such case run any more.')

  const toRow = (run: StoredCaseRun): CaseRunRow => {
    const counts: Record<CaseState, number> = { waiting: 0, running: 0, asking: 0, paused: 0, ended: 0, 'not-run': 0 }
    for (const found of store.cases(run.id)) counts[caseState(found, parts.turn)] += 1
    return { ...run, allow: [...run.allow], counts }
  }

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
        state: caseState(found, parts.turn), problem: found.problem, calls: found.calls, differsAt: found.differsAt,
        money: { then: parts.moneyOf(found.origin), now: found.branch === null ? null : parts.moneyOf(found.branch) },
      }))
      return { caseRun: toRow(run), results }
    },
    appended: work.appended,
    resume: work.resume,
    close: work.close,
  }
}

const notFound = (message: string): never => { throw new AppError('input.not-found', message, { advice: 'Choose another one.' }) }
