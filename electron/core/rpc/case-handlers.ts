import type { CaseRunRow, CaseSetRow } from '../../../shared/case-run.ts'
import type { CallHandlers, WatchHandlers } from '../../../shared/contract.ts'
import { CaseSetId } from '../../../shared/ids.ts'
import { openCaseRuns } from '../cases/open-case-runs.ts'
import type { CoreParts } from './core-parts.ts'
import { createRows, type Rows } from './rows.ts'

type CaseCalls = Pick<CallHandlers, 'case-set.save' | 'case-set.remove' | 'case-run.plan' | 'case-run.start' | 'case-run.stop' | 'case-run.remove' | 'case-run.show'>

export interface CaseHandlers {
  readonly calls: CaseCalls
  readonly watches: Pick<WatchHandlers, 'case-sets.watch' | 'case-runs.watch'>
  /** Goes on with case runs that an earlier process left open. */
  readonly resume: () => void
  readonly close: () => void
}

export function createCaseHandlers(parts: CoreParts): CaseHandlers {
  const cases = openCaseRuns(parts, { onSet: (setId) => { sets.touch(setId) }, onRun: (runId) => { runs.touch(runId) } })
  const sets: Rows<CaseSetRow> = createRows({ list: cases.sets, idOf: (row) => row.id, find: (id) => cases.findSet(CaseSetId.parse(id)) })
  const runs: Rows<CaseRunRow> = createRows({ list: cases.runs, idOf: (row) => row.id, find: cases.findRun })
  parts.onAppended((state) => { cases.appended(state) })
  return {
    resume: cases.resume,
    close: () => {
      cases.close()
      sets.end()
      runs.end()
    },
    calls: {
      'case-set.save': async ({ setId, name, turnIds }) => ({ setId: cases.saveSet(setId, name, turnIds) }),
      'case-set.remove': async ({ setId }) => {
        cases.removeSet(setId)
        return {}
      },
      'case-run.plan': ({ setId, change }) => cases.plan(setId, change),
      'case-run.start': async ({ setId, change, allow }) => ({ caseRunId: await cases.start(setId, change, allow) }),
      'case-run.stop': async ({ caseRunId }) => {
        await cases.stop(caseRunId)
        return {}
      },
      'case-run.remove': async ({ caseRunId }) => {
        cases.remove(caseRunId)
        return {}
      },
      'case-run.show': async ({ caseRunId }) => cases.show(caseRunId),
    },
    watches: { 'case-sets.watch': (_input, emit) => sets.watch(emit), 'case-runs.watch': (_input, emit) => runs.watch(emit) },
  }
}
