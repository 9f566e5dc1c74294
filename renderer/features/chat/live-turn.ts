import type { TurnItem } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import { applyEvent } from '../../../shared/fold-turn.ts'
import type { CallId, Digest, TurnId } from '../../../shared/ids.ts'
import { emptyTurn, lastStepOf, stepOf, type TurnState } from '../../../shared/turn-state.ts'
import type { SeatedEvent, StepBlock } from '../../../shared/turn-event.ts'

/** Text of the step that is open right now. Never stored; the step's own events take its place. */
export interface Draft {
  readonly step: number
  readonly text: string
}

/** What a window knows of one turn: the fold of its events, and what only exists while it runs. */
export interface LiveTurn {
  readonly state: TurnState
  readonly draft: Draft | null
  /** Passing words about a running call, or under `turn` about the model (it waits, it tries again). */
  readonly statuses: ReadonlyMap<CallId | 'turn', string>
  /** Everything stored has arrived; what comes now happens now. */
  readonly synced: boolean
  /** Long texts that were seen whole as a draft, so that nothing shrinks to a preview while the blob is read. */
  readonly seen: ReadonlyMap<Digest, string>
  /** Set when an event can't follow the one before it; the turn is shown up to there. */
  readonly problem: string | null
}

export const emptyLiveTurn = (turnId: TurnId): LiveTurn => ({
  state: emptyTurn(turnId), draft: null, statuses: new Map(), synced: false, seen: new Map(), problem: null,
})

/** Pure. Repeated and out-of-place items change nothing, so a watch may begin again from anywhere. */
export function applyTurnItem(turn: LiveTurn, item: TurnItem): LiveTurn {
  switch (item.kind) {
    case 'event': return seat(turn, item.seated)
    case 'synced': return turn.synced ? turn : { ...turn, synced: true }
    case 'draft': return isOver(turn.state, item.step) ? turn : { ...withoutStatus(turn, 'turn'), draft: { step: item.step, text: item.text } }
    case 'delta': return addDelta(turn, item)
    case 'status': return item.text === ''
      ? withoutStatus(turn, item.callId ?? 'turn')
      : { ...turn, statuses: new Map(turn.statuses).set(item.callId ?? 'turn', item.text) }
  }
}

/** Stored events of a turn that isn't followed any more. */
export function readTurn(turnId: TurnId, events: readonly SeatedEvent[], problem: string | null): LiveTurn {
  const folded = events.reduce(seat, emptyLiveTurn(turnId))
  return { ...folded, synced: true, problem: folded.problem ?? problem }
}

function seat(turn: LiveTurn, { seq, event }: SeatedEvent): LiveTurn {
  if (turn.problem !== null || seq <= turn.state.seq) return turn
  if (seq !== turn.state.seq + 1) return { ...turn, problem: `Event ${turn.state.seq + 1} never arrived.` }
  try {
    const next: LiveTurn = { ...turn, state: applyEvent(turn.state, event) }
    switch (event.kind) {
      case 'step.started': return { ...next, draft: turn.draft !== null && turn.draft.step < event.step ? null : turn.draft }
      case 'step.ended': return settle(withoutStatus(next, 'turn'), event.step, event.body?.blocks ?? [])
      case 'context.compacted':
      case 'compaction.failed': return withoutStatus(next, 'turn')
      case 'tool.ended': return withoutStatus(next, event.callId)
      case 'turn.ended': return { ...next, draft: null, statuses: new Map() }
      default: return next
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...turn, problem: error.message }
  }
}

/** A delta counts only where the text ends that it was cut from; after a gap the next draft snapshot puts it right. */
function addDelta(turn: LiveTurn, { step, offset, text }: { readonly step: number; readonly offset: number; readonly text: string }): LiveTurn {
  if (isOver(turn.state, step) || (turn.draft !== null && step < turn.draft.step)) return turn
  const known = turn.draft?.step === step ? turn.draft.text : ''
  if (offset !== known.length) return turn
  return { ...withoutStatus(turn, 'turn'), draft: { step, text: known + text } }
}

function settle(turn: LiveTurn, step: number, blocks: readonly StepBlock[]): LiveTurn {
  const { draft } = turn
  if (draft === null || draft.step > step) return turn
  const long = blocks.flatMap((block) => (block.type === 'text' && 'blob' in block.text ? [block.text] : []))
    .find((stored) => stored.size === draft.text.length && draft.text.startsWith(stored.preview))
  return { ...turn, draft: null, seen: long === undefined ? turn.seen : new Map(turn.seen).set(long.blob, draft.text) }
}

function withoutStatus(turn: LiveTurn, key: CallId | 'turn'): LiveTurn {
  if (!turn.statuses.has(key)) return turn
  return { ...turn, statuses: new Map([...turn.statuses].filter(([other]) => other !== key)) }
}

const isOver = (state: TurnState, step: number): boolean =>
  state.ended !== null || step < lastStepOf(state) || (stepOf(state, step)?.ended ?? null) !== null
