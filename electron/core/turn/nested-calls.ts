import { AppError } from '../../../shared/errors.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { CallStateOf } from '../../../shared/turn-state.ts'
import type { Message, Settle } from './mailbox-message.ts'
import { recordNestedCall } from './nested-call.ts'
import { isRead } from './next-step.ts'
import type { Recorder } from './recorder.ts'
import type { ToolResult } from './run-tool.ts'
import type { TurnDriver } from './turn-driver.ts'
import type { TurnPorts } from './turn-ports.ts'

/** Calls from code that somebody waits for, in this process. */
export interface NestedCalls {
  /** @throws what isn't the caller's to handle */
  readonly take: (message: Extract<Message, { type: 'nested' }>) => void
  readonly ended: (callId: CallId, result: ToolResult) => void
  readonly rejectAll: (error: unknown) => void
}

export function createNestedCalls(ports: TurnPorts, recorder: Recorder, driver: TurnDriver): NestedCalls {
  const awaited = new Map<CallId, Settle<ToolResult>>()

  const recorded = (call: CallStateOf<'done'>): ToolResult => ({
    outcome: call.ended.outcome === 'ok' ? 'ok' : 'error', content: call.ended.body === null ? '' : ports.journal.readText(call.ended.body.content), errorCode: call.ended.meta?.errorCode ?? null,
    taint: call.ended.body?.taint ?? [], fromCache: false, stillRunning: false,
  })

  return {
    take: ({ request, settle }) => {
      try {
        if (driver.isHalting || driver.isDraining) throw new AppError('turn.ended', 'The turn is being closed.')
        const outcome = recordNestedCall(ports, recorder, request, (callId) => awaited.has(callId))
        if (outcome.kind === 'done') return settle.resolve(recorded(outcome.call))
        awaited.set(outcome.callId, settle)
        if (outcome.kind === 'join') return
        const call = recorder.state.calls.get(outcome.callId)
        recorder.commit({ durable: call === undefined || !isRead(call) })
        driver.spawn(outcome.callId)
      } catch (error) {
        settle.reject(error)
        if (!(error instanceof AppError) || error.code.startsWith('store.')) throw error
      }
    },
    ended: (callId, result) => {
      const call = recorder.state.calls.get(callId)
      const settle = awaited.get(callId)
      if (settle === undefined || call?.status !== 'done') return
      awaited.delete(callId)
      if (call.ended.outcome === 'unknown') settle.reject(new AppError('tool.failed', 'A call from code was interrupted; it may or may not have taken effect.'))
      else settle.resolve(result)
    },
    rejectAll: (error) => {
      for (const settle of awaited.values()) settle.reject(error)
      awaited.clear()
    },
  }
}
