import type { ErrorCode } from '../../../shared/errors.ts'
import { inlineText } from '../../../shared/stored-text.ts'
import { openCompaction, openStep, type CallState, type TurnState } from '../../../shared/turn-state.ts'
import type { TurnEvent, TurnEventOf, TurnOutcome } from '../../../shared/turn-event.ts'
import { NO_USAGE } from '../../../shared/usage.ts'
import { endRefused, endUnknown, endWithout, toolInterrupted } from './call-events.ts'
import { isRead } from './next-step.ts'
import { blockedSentence, PARENT_MISSING } from '../runs/branch.ts'
import { BLOCKED_TEXT, CHILD_STOPPED_TEXT, READ_STOPPED_TEXT, STOPPED_TEXT, SUPERSEDED_TEXT, unapprovedText } from './result-text.ts'

/** Why a turn ends from outside: by the person, by a new message of theirs, by a newer run of its job, or by its time; because Gatehouse itself failed; or because a branch may not, or can't, go on. */
export type HaltReason = 'stopped' | 'superseded' | 'newer-run' | 'seconds' | 'broken' | 'blocked' | 'unresumable'

/**
 * Everything that closes a turn at once, whatever a server does: the open step keeps what was seen of it, a question
 * gets its one outcome, each open call its one result. What still runs and isn't a read is unknown from here on.
 * @param draft the text seen of the open step
 */
export function haltTurn(state: TurnState, why: HaltReason, at: number, draft: string): readonly TurnEvent[] {
  const open = openStep(state)
  const cut: TurnEvent[] = open === null ? [] : [{
    kind: 'step.ended', version: 1, at, step: open.step, how: 'stopped', stopReason: null, meta: { usage: NO_USAGE, detail: null },
    body: { blocks: draft.trim() === '' ? [] : [{ type: 'text', text: inlineText(draft) }], message: null },
  }]
  const compacting = openCompaction(state)
  const given: TurnEvent[] = compacting === null ? [] : [{ kind: 'compaction.failed', version: 1, at, compaction: compacting.started.compaction, how: 'stopped', meta: { usage: NO_USAGE, detail: null }, body: { message: null } }]
  return [...cut, ...given, ...closeCalls(state, why === 'superseded' || why === 'newer-run' ? 'superseded' : 'stopped', at), {
    kind: 'turn.ended', version: 1, at, outcome: OUTCOME[why],
    meta: { limit: why === 'seconds' ? 'seconds' : null, errorCode: ERROR_CODE[why], ...endOfBranch(state, why) },
    body: { message: why === 'blocked' ? blockedMessage(state) : MESSAGE[why] },
  }]
}

const OUTCOME: Readonly<Record<HaltReason, TurnOutcome>> = { stopped: 'stopped', superseded: 'stopped', 'newer-run': 'stopped', seconds: 'out-of-limits', broken: 'failed', blocked: 'failed', unresumable: 'failed' }
const ERROR_CODE: Readonly<Record<HaltReason, ErrorCode | null>> = { stopped: null, superseded: null, 'newer-run': null, seconds: null, broken: 'internal.bug', blocked: 'write_tool_blocked', unresumable: 'branch_unresumable' }
const MESSAGE: Readonly<Record<Exclude<HaltReason, 'blocked'>, string | null>> = {
  stopped: null, superseded: 'A new message took the place of the open question.', seconds: null,
  'newer-run': 'A newer run of this job asks as well. One run of a job may wait, so the older question expired.',
  unresumable: PARENT_MISSING,
  broken: 'Something went wrong inside Gatehouse, so the turn was ended. What it had done is kept above.',
}

function endOfBranch({ blocked }: TurnState, why: HaltReason): Pick<NonNullable<TurnEventOf<'turn.ended'>['meta']>, 'branch'> {
  if (why === 'unresumable') return { branch: { name: null, reason: 'parent_missing' } }
  return why === 'blocked' && blocked !== null && blocked.meta !== null ? { branch: blocked.meta } : {}
}

const blockedMessage = ({ blocked }: TurnState): string | null => (blocked === null || blocked.meta === null ? null : blockedSentence(blocked.meta.name, blocked.meta.reason))

/** The one result of every call that has none yet, whatever state it is in. */
export const closeCalls = (state: TurnState, cause: 'stopped' | 'superseded', at: number): readonly TurnEvent[] =>
  [...state.calls.values()].flatMap((call) => (isBlockedAt(state, call) ? [endWithout(at, call.call.callId, 'blocked', BLOCKED_TEXT)] : closeCall(call, cause, at)))

const isBlockedAt = ({ blocked }: TurnState, call: CallState): boolean => blocked?.what === 'call' && blocked.callId === call.call.callId && (call.status === 'called' || call.status === 'cleared' || call.status === 'approved')

function closeCall(call: CallState, cause: 'stopped' | 'superseded', at: number): TurnEvent[] {
  const { callId } = call.call
  switch (call.status) {
    case 'done': return []
    case 'refused': return [endRefused(at, call)]
    case 'called': case 'cleared': case 'approved':
      return [endWithout(at, callId, cause, cause === 'superseded' ? SUPERSEDED_TEXT : STOPPED_TEXT)]
    case 'parked':
      return [
        { kind: 'approval.answered', version: 1, at, callId, question: call.question, answer: cause, by: 'turn', meta: { digest: digestOf(call), client: null, standing: null }, body: { reason: null } },
        endWithout(at, callId, cause, unapprovedText(cause, null)),
      ]
    // Its run is stopped as well, by whoever hears of this end.
    case 'joined': return [endWithout(at, callId, 'stopped', CHILD_STOPPED_TEXT)]
    case 'running':
      return isRead(call) ? [endWithout(at, callId, 'stopped', READ_STOPPED_TEXT)] : [toolInterrupted(at, callId, 'stop'), endUnknown(at, callId)]
    case 'unknown': return [
      ...(call.question === null ? [] : [{ kind: 'outcome.settled', version: 1, at, callId, question: call.question, answer: 'skip', by: 'turn', meta: { digest: digestOf(call), client: null }, body: { result: null } } satisfies TurnEvent]),
      endUnknown(at, callId),
    ]
  }
}

/** An open call always has its meta: layers are pruned only after the end. */
export function digestOf({ call }: CallState) {
  if (call.meta === null) throw new Error('an open call has lost its meta')
  return call.meta.digest
}
