import { joinedCalls, openCompaction, openStep, type TurnState } from '../../../shared/turn-state.ts'
import type { TurnEvent } from '../../../shared/turn-event.ts'
import { NO_USAGE } from '../../../shared/usage.ts'

/**
 * What a turn whose process died needs before it goes on: a step without an end was cut, a compaction without one failed, a call without a result is
 * unknown. A parked, paused or joined turn was at rest; waiting over a restart is no crash and costs nothing.
 * @param boot names the process that takes over
 * @param after how the one before ended
 */
export function recoverTurn(state: TurnState, at: number, boot: string, after: 'crash' | 'quit' = 'crash'): readonly TurnEvent[] {
  if (state.started === null || state.ended !== null) return []
  // What was cut ended when it was last heard of: the hours in which nothing ran are no time of the turn's.
  const cutAt = state.lastAt
  const interrupted = [...state.calls.values()].flatMap((call): TurnEvent[] => call.status === 'running'
    ? [{ kind: 'tool.interrupted', version: 1, at: cutAt, callId: call.call.callId, by: 'crash', meta: {}, body: {} }]
    : [])
  const open = openStep(state)
  const cut: TurnEvent[] = open === null ? [] : [{
    kind: 'step.ended', version: 1, at: cutAt, step: open.step, how: 'crashed', stopReason: null,
    // What the service counted died with the process; the step is charged what was set aside for it.
    meta: { usage: { ...NO_USAGE, inputTokens: open.started.meta?.reservedTokens ?? 0 }, detail: null }, body: { blocks: [], message: null },
  }]
  const compacting = openCompaction(state)
  const lost: TurnEvent[] = compacting === null ? [] : [{
    kind: 'compaction.failed', version: 1, at: cutAt, compaction: compacting.started.compaction, how: 'crashed',
    meta: { usage: { ...NO_USAGE, inputTokens: compacting.started.meta?.reservedTokens ?? 0 }, detail: null }, body: { message: null },
  }]
  const resting = (state.parked !== null || state.paused !== null || joinedCalls(state).length > 0) && interrupted.length === 0 && open === null && compacting === null
  return resting ? [] : [...cut, ...lost, ...interrupted, { kind: 'turn.resumed', version: 1, at, boot, after, meta: {}, body: {} }]
}
