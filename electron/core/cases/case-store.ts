import type Database from 'better-sqlite3'
import { z } from 'zod'
import { AllowToken, CaseChange, CaseResult, type CaseSetRow } from '../../../shared/case-run.ts'
import { CaseRunId, CaseSetId, TurnId } from '../../../shared/ids.ts'
import { flag, json } from '../store/columns.ts'

export interface StoredCaseRun {
  readonly id: CaseRunId
  readonly setId: CaseSetId
  readonly name: string
  readonly startedAt: number
  readonly endedAt: number | null
  readonly stopped: boolean
  readonly change: CaseChange
  readonly allow: readonly AllowToken[]
}

/** `started`: its branch is stored; what state that is in, its own row says. */
export interface StoredCase {
  readonly place: number
  readonly origin: TurnId
  readonly branch: TurnId | null
  readonly state: 'waiting' | 'started' | 'ended' | 'not-run'
  readonly problem: string | null
  readonly calls: CaseResult['calls']
  readonly differsAt: string | null
}

export interface CaseStore {
  readonly sets: () => readonly CaseSetRow[]
  readonly set: (setId: CaseSetId) => CaseSetRow | null
  readonly members: (setId: CaseSetId) => readonly TurnId[]
  /** Puts the set in the place of the one that had its id. */
  readonly saveSet: (set: { readonly id: CaseSetId; readonly name: string; readonly at: number; readonly turnIds: readonly TurnId[] }) => void
  readonly removeSet: (setId: CaseSetId) => void
  /** Newest first. */
  readonly runs: () => readonly StoredCaseRun[]
  readonly run: (runId: CaseRunId) => StoredCaseRun | null
  readonly begin: (run: Omit<StoredCaseRun, 'endedAt' | 'stopped'>, turnIds: readonly TurnId[]) => void
  readonly removeRun: (runId: CaseRunId) => void
  readonly end: (runId: CaseRunId, at: number) => void
  /** Nothing more of it is started. */
  readonly stop: (runId: CaseRunId, problem: string) => void
  readonly cases: (runId: CaseRunId) => readonly StoredCase[]
  /** In the transaction that stores the branch's start. */
  readonly started: (runId: CaseRunId, place: number, branch: TurnId) => void
  readonly notRun: (runId: CaseRunId, place: number, problem: string) => void
  readonly ended: (branch: TurnId, found: Pick<StoredCase, 'problem' | 'calls' | 'differsAt'>) => void
  readonly findByBranch: (branch: TurnId) => { readonly runId: CaseRunId; readonly found: StoredCase } | null
}

const SetRow = z.object({ set_id: CaseSetId, name: z.string(), created_at: z.int(), cases: z.int(), case_runs: z.int() })
const RunRow = z.object({
  run_id: CaseRunId, set_id: CaseSetId, name: z.string(), started_at: z.int(), ended_at: z.int().nullable(), stopped: flag, change: json(CaseChange), allowed: json(z.array(AllowToken)),
})
const ResultRow = z.object({
  run_id: CaseRunId, place: z.int(), origin: TurnId, branch: TurnId.nullable(), state: z.enum(['waiting', 'started', 'ended', 'not-run']), problem: z.string().nullable(),
  calls: CaseResult.shape.calls, differs_at: z.string().nullable(),
})

const SETS = `SELECT s.*, (SELECT count(*) FROM case_members m WHERE m.set_id = s.set_id) AS cases, (SELECT count(*) FROM case_runs r WHERE r.set_id = s.set_id) AS case_runs FROM case_sets s`

export function createCaseStore(database: Database.Database): CaseStore {
  const selectSets = database.prepare(`${SETS} ORDER BY s.created_at DESC, s.set_id DESC`)
  const selectSet = database.prepare(`${SETS} WHERE s.set_id = ?`)
  const selectMembers = database.prepare('SELECT turn_id FROM case_members WHERE set_id = ? ORDER BY place').pluck()
  const putSet = database.prepare('INSERT INTO case_sets (set_id, name, created_at) VALUES (?, ?, ?) ON CONFLICT (set_id) DO UPDATE SET name = excluded.name')
  const dropMembers = database.prepare('DELETE FROM case_members WHERE set_id = ?')
  const putMember = database.prepare('INSERT INTO case_members (set_id, place, turn_id) VALUES (?, ?, ?)')
  const dropSet = database.prepare('DELETE FROM case_sets WHERE set_id = ?')
  const selectRuns = database.prepare('SELECT * FROM case_runs ORDER BY started_at DESC, run_id DESC')
  const selectRun = database.prepare('SELECT * FROM case_runs WHERE run_id = ?')
  const putRun = database.prepare('INSERT INTO case_runs (run_id, set_id, name, started_at, ended_at, stopped, change, allowed) VALUES (?, ?, ?, ?, NULL, 0, ?, ?)')
  const dropRun = database.prepare('DELETE FROM case_runs WHERE run_id = ?')
  const endRun = database.prepare('UPDATE case_runs SET ended_at = ? WHERE run_id = ? AND ended_at IS NULL')
  const markStopped = database.prepare('UPDATE case_runs SET stopped = 1 WHERE run_id = ?')
  const dropWaiting = database.prepare(`UPDATE case_results SET state = 'not-run', problem = ? WHERE run_id = ? AND state = 'waiting'`)
  const putResult = database.prepare(`INSERT INTO case_results (run_id, place, origin, state) VALUES (?, ?, ?, 'waiting')`)
  const selectResults = database.prepare('SELECT * FROM case_results WHERE run_id = ? ORDER BY place')
  const selectByBranch = database.prepare('SELECT * FROM case_results WHERE branch = ?')
  const startResult = database.prepare(`UPDATE case_results SET state = 'started', branch = ? WHERE run_id = ? AND place = ?`)
  const leaveResult = database.prepare(`UPDATE case_results SET state = 'not-run', problem = ? WHERE run_id = ? AND place = ?`)
  const endResult = database.prepare(`UPDATE case_results SET state = 'ended', problem = ?, calls = ?, differs_at = ? WHERE branch = ?`)
  return {
    sets: () => selectSets.all().map(toSet),
    set: (setId) => { const row = selectSet.get(setId); return row === undefined ? null : toSet(row) },
    members: (setId) => z.array(TurnId).parse(selectMembers.all(setId)),
    saveSet: database.transaction(({ id, name, at, turnIds }: Parameters<CaseStore['saveSet']>[0]) => {
      putSet.run(id, name, at)
      dropMembers.run(id)
      for (const [place, turnId] of turnIds.entries()) putMember.run(id, place, turnId)
    }),
    removeSet: (setId) => { dropSet.run(setId) },
    runs: () => selectRuns.all().map(toRun),
    run: (runId) => { const row = selectRun.get(runId); return row === undefined ? null : toRun(row) },
    begin: database.transaction(({ id, setId, name, startedAt, change, allow }: Parameters<CaseStore['begin']>[0], turnIds: readonly TurnId[]) => {
      putRun.run(id, setId, name, startedAt, JSON.stringify(change), JSON.stringify(allow))
      for (const [place, turnId] of turnIds.entries()) putResult.run(id, place, turnId)
    }),
    removeRun: (runId) => { dropRun.run(runId) },
    end: (runId, at) => { endRun.run(at, runId) },
    stop: database.transaction((runId: CaseRunId, problem: string) => {
      markStopped.run(runId)
      dropWaiting.run(problem, runId)
    }),
    cases: (runId) => selectResults.all(runId).map((row) => toCase(ResultRow.parse(row))),
    started: (runId, place, branch) => { startResult.run(branch, runId, place) },
    notRun: (runId, place, problem) => { leaveResult.run(problem, runId, place) },
    ended: (branch, { problem, calls, differsAt }) => { endResult.run(problem, calls, differsAt, branch) },
    findByBranch: (branch) => {
      const row = selectByBranch.get(branch)
      if (row === undefined) return null
      const parsed = ResultRow.parse(row)
      return { runId: parsed.run_id, found: toCase(parsed) }
    },
  }
}

function toSet(value: unknown): CaseSetRow {
  const { set_id, name, created_at, cases, case_runs } = SetRow.parse(value)
  return { id: set_id, name, createdAt: created_at, cases, caseRuns: case_runs }
}

function toRun(value: unknown): StoredCaseRun {
  const { run_id, set_id, name, started_at, ended_at, stopped, change, allowed } = RunRow.parse(value)
  return { id: run_id, setId: set_id, name, startedAt: started_at, endedAt: ended_at, stopped, change, allow: allowed }
}

const toCase = ({ place, origin, branch, state, problem, calls, differs_at }: z.infer<typeof ResultRow>): StoredCase => ({ place, origin, branch, state, problem, calls, differsAt: differs_at })
