import type { CaseState } from '../../../shared/case-run.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { TurnNode } from '../../../shared/run-record.ts'
import type { StoredCase } from './case-store.ts'

/** What a case is shown as; of a branch it knows what the branch's turn is. */
export function caseState({ state, branch }: StoredCase, turn: (turnId: TurnId) => TurnNode | null): CaseState {
  if (state !== 'started') return state
  const status = branch === null ? null : turn(branch)?.status ?? null
  return status === 'parked' ? 'asking' : status === 'paused' ? 'paused' : status === 'running' ? 'running' : 'ended'
}
