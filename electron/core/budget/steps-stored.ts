import type { TurnId } from '../../../shared/ids.ts'
import type { SeatedEvent, TurnEvent } from '../../../shared/turn-event.ts'
import type { Ledger } from './ledger.ts'

/** Tells the ledger which of its steps were stored with what was appended to a journal. */
export const createStepsStored = (ledger: Pick<Ledger, 'stored'>) => (_state: { readonly turnId: TurnId }, seated: readonly SeatedEvent[]): void => {
  for (const { turnId, event } of seated) {
    const step = stepOf(event)
    if (step !== null) ledger.stored(turnId, step)
  }
}

/** As the ledger numbers them: compactions count down from −1, beside the steps of their turn. Null: the event opens and settles none. */
function stepOf(event: TurnEvent): number | null {
  switch (event.kind) {
    case 'step.started': case 'step.ended': return event.step
    case 'compaction.started': case 'context.compacted': case 'compaction.failed': return -event.compaction
    case 'turn.started': case 'turn.resumed': case 'turn.paused': case 'turn.unpaused': case 'turn.ended': case 'gate.decided': case 'approval.answered': case 'approval.voided':
    case 'tool.called': case 'tool.started': case 'tool.interrupted': case 'tool.ended': case 'effect.started': case 'effect.ended': case 'branch.blocked': case 'outcome.asked': case 'outcome.settled':
      return null
  }
}
