import { useEffect, useState } from 'react'
import { AppError } from '../../../shared/errors.ts'
import { applyEvent } from '../../../shared/fold-turn.ts'
import type { TurnId } from '../../../shared/ids.ts'
import { emptyTurn, type TurnState } from '../../../shared/turn-state.ts'
import { useCore } from '../../core.tsx'

/** The run that a call started, as it goes; null: nothing of it is stored, or not yet. */
export function useChildRun(turnId: TurnId): TurnState | null {
  const core = useCore()
  const [known, setKnown] = useState<TurnState | null>(null)
  useEffect(() => {
    let state = emptyTurn(turnId)
    let isSynced = false
    return core.watch('turn.watch', { turnId, after: 0 }, (item) => {
      if (item.kind === 'event') state = follow(state, item.seated.event)
      if (item.kind === 'synced') isSynced = true
      if (isSynced && state.started !== null) setKnown(state)
    })
  }, [core, turnId])
  return known
}

/** What can't follow leaves it as it was. */
function follow(state: TurnState, event: Parameters<typeof applyEvent>[1]): TurnState {
  try {
    return applyEvent(state, event)
  } catch (error) {
    if (error instanceof AppError) return state
    throw error
  }
}
