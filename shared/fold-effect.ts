import { illegal } from './fold-rules.ts'
import type { CallStateOf, EffectState, TurnState } from './turn-state.ts'
import type { TurnEventOf } from './turn-event.ts'

export type EffectEvent = TurnEventOf<'effect.started' | 'effect.ended'>

/** The part of the grammar that is about one piece of a running call's code. */
export function applyEffectEvent(state: TurnState, call: CallStateOf<'running'>, event: EffectEvent): CallStateOf<'running'> {
  const known = call.effects.get(event.effectId)
  const next = event.kind === 'effect.started' ? start(state, call, known, event) : end(state, call, known, event)
  return { ...call, effects: new Map(call.effects).set(event.effectId, next) }
}

function start(state: TurnState, call: CallStateOf<'running'>, known: EffectState | undefined, event: TurnEventOf<'effect.started'>): EffectState {
  if (state.paused !== null) throw illegal(state, event, 'the turn is paused')
  if (event.attempt !== (known?.started?.attempt ?? 0) + 1) throw illegal(state, event, `it is not attempt ${(known?.started?.attempt ?? 0) + 1}`)
  if (known?.ended?.outcome === 'ok') throw illegal(state, event, 'it was done')
  if (known?.ended?.effect === 'write') throw illegal(state, event, 'it failed, and may have changed something')
  // Begun by an attempt that was cut off, it may begin again: whether that attempt may is the call's matter.
  if (known !== undefined && known.ended === null && known.callAttempt === call.attempt) throw illegal(state, event, 'it is under way')
  return { started: event, callAttempt: call.attempt, ended: null }
}

function end(state: TurnState, call: CallStateOf<'running'>, known: EffectState | undefined, event: TurnEventOf<'effect.ended'>): EffectState {
  if (event.from === 'origin') {
    if (known !== undefined) throw illegal(state, event, 'it was begun here')
    if (event.attempt !== 0) throw illegal(state, event, 'it never started here')
    return { started: null, callAttempt: call.attempt, ended: event }
  }
  if (known?.started?.attempt !== event.attempt || known.ended !== null || known.callAttempt !== call.attempt) throw illegal(state, event, 'it is not under way')
  if (known.started.effect !== event.effect) throw illegal(state, event, 'it began as something else')
  return { ...known, ended: event }
}
