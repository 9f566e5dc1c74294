import { SUMMARY_OPENING, type ModelEvent, type ModelPort, type ModelRequest } from '../../electron/core/model/model.ts'
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import { NO_USAGE } from '../../shared/usage.ts'

export interface ScriptedStep { readonly text?: string; readonly calls?: readonly { readonly tool: string; readonly args: unknown }[]; readonly hold?: boolean; readonly stop?: string; /** What the service fails with, after the text. */ readonly fails?: ErrorCode; /** Said only while nothing was summarised. */ readonly untilSummary?: boolean; /** What it says when it is asked for a summary. */ readonly forSummary?: boolean }

export interface ScriptModel { readonly model: ModelPort; readonly requests: readonly ModelRequest[]; readonly heard: Promise<void>; /** Resolves once it was asked so many times. */ readonly asked: (times: number) => Promise<void> }

/**
 * Says its steps one after another, whatever it is told: it always obeys the script. Which step is next is read from the
 * request, so that it goes on where a restarted core left off.
 */
export function createScriptModel(steps: readonly ScriptedStep[]): ScriptModel {
  const requests: ModelRequest[] = []
  const waiting: { readonly times: number; readonly resolve: () => void }[] = []
  let onHeard: () => void = () => undefined
  const heard = new Promise<void>((resolve) => { onHeard = resolve })
  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    requests.push(request)
    for (const { times, resolve } of waiting) if (requests.length >= times) resolve()
    const lastText = request.messages.findLastIndex((message) => message.role === 'user' && message.content.some((part) => part.type === 'text'))
    const isShort = request.messages.some(({ content }) => content.some((part) => part.type === 'text' && part.text.startsWith(SUMMARY_OPENING)))
    const due = steps.filter((one) => one.forSummary !== true && !(one.untilSummary === true && isShort))
    const step = request.task === 'summary' ? steps.find((one) => one.forSummary === true) ?? { text: 'A summary.' } : due[request.messages.slice(lastText + 1).filter((message) => message.role === 'assistant').length] ?? { text: 'Done.' }
    if (step.text !== undefined) yield { type: 'text', text: step.text }
    if (step.fails !== undefined) throw new AppError(step.fails, 'The service failed.')
    if (step.hold === true) {
      onHeard()
      await new Promise((_resolve, reject) => { signal.addEventListener('abort', () => { reject(signal.reason instanceof Error ? signal.reason : new Error('aborted')) }, { once: true }) })
    }
    for (const { tool, args } of step.calls ?? []) {
      yield { type: 'call-started', name: tool }
      yield { type: 'call-arguments', text: typeof args === 'string' ? args : JSON.stringify(args) }
      yield { type: 'call-ended' }
    }
    yield { type: 'ended', stopReason: step.stop ?? (step.calls === undefined ? 'end_turn' : 'tool_use'), usage: { ...NO_USAGE, inputTokens: 10, outputTokens: 5 } }
  }
  return { model: { stream }, requests, heard, asked: (times) => new Promise((resolve) => { if (requests.length >= times) resolve(); else waiting.push({ times, resolve }) }) }
}
