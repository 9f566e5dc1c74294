import { assertNever } from '../../../shared/assert-never.ts'
import type { TurnEvent } from '../../../shared/turn-event.ts'
import type { TurnState } from '../../../shared/turn-state.ts'
import { strings } from '../../strings/en.ts'

const words = strings.runs.show

/** What an event adds to its kind's name in a list: which step, which tool, what came of it. `state` is the one after it; names may be a stranger's. */
export function eventDetail(event: TurnEvent, state: TurnState): string {
  switch (event.kind) {
    case 'turn.started': return event.meta?.model ?? ''
    case 'step.started': return words.steps(event.step)
    case 'step.ended': return event.how === 'complete' ? words.steps(event.step) : `${words.steps(event.step)}, ${words.how[event.how]}`
    case 'tool.called': return nameOf(event.callId, state)
    case 'gate.decided': return joined(nameOf(event.callId, state), strings.runs.audit.verdicts[event.verdict])
    case 'approval.answered': return `${strings.runs.audit.answers[event.answer]} ${strings.runs.audit.by[event.by]}`
    case 'tool.started': return joined(nameOf(event.callId, state), words.attempt(event.attempt))
    case 'effect.started': return joined(joined(nameOf(event.callId, state), event.effectId), words.effects[event.effect])
    case 'effect.ended': return joined(joined(nameOf(event.callId, state), event.effectId), event.from === 'origin' ? words.fromOrigin : strings.runs.audit.outcomes[event.outcome])
    case 'branch.blocked': return joined(event.meta?.name ?? '', event.meta === null ? '' : words.blocked[event.meta.reason])
    case 'outcome.settled': return strings.runs.audit.settled[event.answer]
    case 'tool.ended': return joined(nameOf(event.callId, state), event.cause === 'ran' ? strings.runs.audit.outcomes[event.outcome] : strings.runs.audit.causes[event.cause])
    case 'turn.paused': return strings.budget.gauge.inTheWay[event.cap]
    case 'turn.ended': return strings.chat.panel.status[event.outcome]
    case 'approval.voided': case 'tool.interrupted': case 'outcome.asked': return nameOf(event.callId, state)
    case 'turn.resumed': case 'turn.unpaused': case 'compaction.started': case 'context.compacted': case 'compaction.failed': return ''
    default: return assertNever(event, 'turn event')
  }
}

function nameOf(callId: Extract<TurnEvent, { callId: unknown }>['callId'], state: TurnState): string {
  const meta = state.calls.get(callId)?.call.meta ?? null
  return meta?.tool?.title ?? meta?.name ?? ''
}

const joined = (left: string, right: string): string => [left, right].filter((part) => part !== '').join(', ')
