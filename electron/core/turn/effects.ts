import { AppError } from '../../../shared/errors.ts'
import { inlineText } from '../../../shared/stored-text.ts'
import type { CallStateOf, EffectState } from '../../../shared/turn-state.ts'
import { blockedError, branchBlocked, effectRuleOf } from './branch-guard.ts'
import type { EffectEnding, EffectRequest, Message, RecordedEffect } from './mailbox-message.ts'
import type { Recorder } from './recorder.ts'
import type { TurnDriver } from './turn-driver.ts'
import type { TurnPorts } from './turn-ports.ts'

/** Pieces of running calls' code that are done once: announced before they begin, and read from the record after that. */
export interface CallEffects {
  /** @throws what isn't the caller's to handle */
  readonly begin: (message: Extract<Message, { type: 'effect' }>) => void
  readonly end: (message: Extract<Message, { type: 'effect-ended' }>) => void
}

export function createCallEffects(ports: TurnPorts, recorder: Recorder, driver: TurnDriver): CallEffects {
  /** The running call. @throws AppError `turn.ended` */
  const running = (request: Pick<EffectRequest, 'callId'>): CallStateOf<'running'> => {
    const call = recorder.state.calls.get(request.callId)
    if (call?.status !== 'running') throw new AppError('turn.ended', 'The call that this step belongs to is no longer running.')
    return call
  }

  const recordOf = ({ ended }: EffectState): RecordedEffect | null => {
    if (ended === null || (ended.outcome === 'error' && ended.effect !== 'write')) return null
    return { outcome: ended.outcome, value: ended.body === null ? 'null' : ports.journal.readText(ended.body.value), taint: ended.body?.taint ?? [] }
  }

  return {
    begin: ({ request, settle }) => {
      try {
        if (driver.isHalting || driver.isDraining) throw new AppError('turn.ended', 'The turn is being closed.')
        const call = running(request)
        const known = call.effects.get(request.effectId)
        const record = known === undefined ? null : recordOf(known)
        if (record !== null) return settle.resolve({ kind: 'recorded', record })
        if (known?.ended === null && known.callAttempt === call.attempt) throw new AppError('tool.concurrent-call-id', `A step ${request.effectId} is under way.`, { advice: 'Give steps that run together ids of their own.' })
        const rule = known === undefined ? effectRuleOf(ports, recorder.state, call, request.effectId, request.effect) : { do: 'begin' as const }
        if (rule.do === 'take') {
          recorder.record(rule.event)
          recorder.commit()
          return settle.resolve({ kind: 'recorded', record: rule.record })
        }
        if (rule.do === 'block') {
          const name = `ctx.step:${request.effectId}`
          recorder.record(branchBlocked(ports.clock.now(), call, 'step', name, rule.reason))
          recorder.commit()
          throw blockedError(name, rule.reason)
        }
        const attempt = (known?.started?.attempt ?? 0) + 1
        recorder.record({ kind: 'effect.started', version: 1, at: ports.clock.now(), callId: request.callId, effectId: request.effectId, effect: request.effect, attempt, meta: {}, body: {} })
        recorder.commit({ durable: request.effect === 'write' })
        settle.resolve({ kind: 'begun', attempt })
      } catch (error) {
        settle.reject(error)
        if (!(error instanceof AppError) || error.code.startsWith('store.')) throw error
      }
    },
    end: ({ ending, settle }) => {
      try {
        running(ending)
        recorder.record(ended(ending, ports.clock.now()))
        recorder.commit()
        settle.resolve()
      } catch (error) {
        settle.reject(error)
        if (!(error instanceof AppError) || error.code.startsWith('store.')) throw error
      }
    },
  }
}

const ended = ({ callId, effectId, effect, attempt, outcome, value, taint, errorCode, startedAt }: EffectEnding, at: number) => ({
  kind: 'effect.ended' as const, version: 1 as const, at, callId, effectId, effect, attempt, outcome, from: 'run' as const, tainted: taint.length > 0,
  meta: { errorCode, durationMs: Math.max(0, at - startedAt) }, body: { value: inlineText(value), taint: [...taint] },
})
