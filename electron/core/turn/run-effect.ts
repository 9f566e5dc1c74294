import { AsyncLocalStorage } from 'node:async_hooks'
import { z } from 'zod'
import { AppError, toWireError } from '../../../shared/errors.ts'
import type { CallId } from '../../../shared/ids.ts'
import { canonicalJson, NotJsonError, type JsonValue } from '../../../shared/json.ts'
import type { TaintSource } from '../../../shared/taint.ts'
import { EffectId, EffectKind } from '../../../shared/turn-event.ts'
import type { EffectRun } from '../tools/tool.ts'
import type { BegunEffect, EffectEnding, EffectRequest } from './mailbox-message.ts'

/** How a running call's steps are announced and recorded. */
export interface EffectPort {
  readonly begin: (request: EffectRequest) => Promise<BegunEffect>
  /** Resolves once it is stored. */
  readonly end: (ending: EffectEnding) => Promise<void>
  readonly keyOf: (effectId: string) => string
  /** What is recorded holds no secret. */
  readonly withoutSecrets: (value: unknown) => unknown
}

export interface EffectRunning {
  readonly callId: CallId
  readonly port: EffectPort
  readonly signal: AbortSignal
  readonly now: () => number
  /** What the call's result is tainted by so far. */
  readonly taint: () => readonly TaintSource[]
  readonly noteTaint: (sources: readonly TaintSource[]) => void
  /** A write was told to stop, and nobody knows what became of it. */
  readonly onUnknown: () => void
}

/** The step whose code runs: calls that it makes have positions under its own, so that one which isn't done again shifts no others. */
const within = new AsyncLocalStorage<{ readonly effectId: string; made: number } | undefined>()

/** A call's own code isn't inside the step that made the call. */
export const outsideSteps = <T>(work: () => T): T => within.run(undefined, work)

/** @returns the place under the call's own, and a number there */
export function countNested(outside: () => number): string {
  const step = within.getStore()
  if (step === undefined) return `.${outside()}`
  step.made += 1
  return `#step=${step.effectId}.${step.made}`
}

/**
 * Does one step and gives what was recorded of it: the same as every later time, without any secret, and only what JSON can
 * hold. A write that was told to stop leaves no record, since nobody knows what became of it.
 * @throws AppError `tool.concurrent-call-id`, `tool.nested-question`, `tool.fatal` for an id or effect that can't be meant, or what the step failed with
 */
export async function runEffect({ callId, port, signal, now, taint, noteTaint, onUnknown }: EffectRunning, id: string, effect: string, run: EffectRun): Promise<JsonValue> {
  const request = { callId, effectId: parse(EffectId, id, 'A step’s id is 1 to 80 letters, digits or any of . : @ _ -'), effect: parse(EffectKind, effect, 'A step is read, pure or write') }
  if (within.getStore() !== undefined) throw new AppError('tool.nested-question', 'A step can’t be begun inside another step.')
  const begun = await port.begin(request)
  if (begun.kind === 'recorded') {
    noteTaint(begun.record.taint)
    if (begun.record.outcome === 'error') throw new AppError('tool.failed', begun.record.value)
    return read(begun.record.value)
  }
  const startedAt = now()
  const end = (outcome: 'ok' | 'error', value: string, errorCode: string | null): Promise<void> =>
    port.end({ ...request, attempt: begun.attempt, outcome, value, errorCode, startedAt, taint: taint() })
  let value: string
  if (signal.aborted) {
    const reason = new AppError('tool.failed', `The step ${request.effectId} was told to stop before it began.`)
    await end('error', reason.message, reason.code)
    throw reason
  }
  try {
    const given = await within.run({ effectId: request.effectId, made: 0 }, () => run({ idempotencyKey: port.keyOf(request.effectId), signal }))
    value = canonicalJson(port.withoutSecrets(given ?? null))
  } catch (error) {
    const failure = error instanceof NotJsonError ? new AppError('tool.result-not-json', `The step ${id} gave something JSON can't hold: ${error.message}.`, { cause: error }) : error
    const { code, message } = toWireError(failure)
    const isUnknown = request.effect === 'write' && (signal.aborted || code === 'tool.outcome-unknown')
    if (isUnknown) onUnknown()
    else await end('error', String(port.withoutSecrets(message)), code)
    throw failure
  }
  await end('ok', value, null)
  return read(value)
}

const read = (text: string): JsonValue => z.json().parse(JSON.parse(text))

function parse<T>(schema: z.ZodType<T>, value: string, sentence: string): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new AppError('tool.fatal', `${sentence}; this one is “${value.slice(0, 100)}”.`)
  return parsed.data
}
