import { ProtocolError, SdkError, SdkErrorCode, type Progress, type RequestOptions } from '@modelcontextprotocol/client'
import { AppError } from '../../../shared/errors.ts'
import type { JsonObject } from '../../../shared/json.ts'

export interface ServerCall {
  readonly tool: string
  readonly args: JsonObject
  /** Arguments that go in headers too, where the connection has any. */
  readonly headers: Readonly<Record<string, string>>
  /** Sent along for servers that can tell repeats apart; others ignore it. */
  readonly idempotencyKey: string
  /** The person's stop and the core's own limit. */
  readonly signal: AbortSignal
  /** Milliseconds without an answer or progress. */
  readonly quietMs: number
  /** Milliseconds in all, whatever progress is told. */
  readonly totalMs: number
  readonly onProgress: (text: string) => void
}

export type SendCall = (params: { readonly name: string; readonly arguments: Record<string, unknown>; readonly _meta: Record<string, unknown> }, options: RequestOptions) => Promise<unknown>

export const IDEMPOTENCY_META = 'gatehouse/idempotency-key'
/** Longer than any limit of ours: the library's own clock never ends a call, so its timeouts can't be taken for a stop. */
const NEVER_MS = 2 ** 31 - 1

/**
 * One call over an open connection.
 * @returns the result as the server sent it
 * @throws AppError `tool.failed` when the server refused, `tool.outcome-unknown` when it was sent and nothing is known about
 * what became of it (a stop included), `connector.not-ready` when nothing was sent; the signal's reason when that came first
 */
export async function callTool(send: SendCall, label: string, call: ServerCall): Promise<unknown> {
  call.signal.throwIfAborted()
  const ours = new AbortController()
  const stop = (): void => { ours.abort(call.signal.reason) }
  call.signal.addEventListener('abort', stop, { once: true })
  const quit = (text: string): void => { ours.abort(new AppError('tool.outcome-unknown', text)) }
  const tooQuiet = (): void => { quit(`${label} did not answer for ${seconds(call.quietMs)}. It was told to stop; whether the call took effect is not known.`) }
  let quiet = setTimeout(tooQuiet, call.quietMs)
  const total = setTimeout(() => { quit(`${label} took longer than ${seconds(call.totalMs)}. It was told to stop; whether the call took effect is not known.`) }, call.totalMs)
  try {
    return await send(
      { name: call.tool, arguments: { ...call.args }, _meta: { [IDEMPOTENCY_META]: call.idempotencyKey } },
      {
        timeout: NEVER_MS, headers: call.headers, signal: ours.signal,
        onprogress: (progress) => {
          clearTimeout(quiet)
          quiet = setTimeout(tooQuiet, call.quietMs)
          call.onProgress(describeProgress(progress))
        },
      },
    )
  } catch (error) {
    throw toCallError(error, label, call.signal, ours.signal)
  } finally {
    clearTimeout(quiet)
    clearTimeout(total)
    call.signal.removeEventListener('abort', stop)
  }
}

function toCallError(error: unknown, label: string, stopped: AbortSignal, limit: AbortSignal): unknown {
  if (stopped.aborted) return new AppError('tool.outcome-unknown', `${label} was told to stop; whether the call took effect is not known.`, { cause: stopped.reason })
  if (limit.aborted) return limit.reason
  if (error instanceof AppError) return error
  if (error instanceof ProtocolError) return new AppError('tool.failed', `${label} answered with an error: ${error.message.trim() === '' ? `code ${error.code}` : error.message}`, { cause: error })
  if (error instanceof SdkError) {
    switch (error.code) {
      case SdkErrorCode.NotConnected: return new AppError('connector.not-ready', `${label} is not connected; nothing was sent to it.`, { cause: error })
      case SdkErrorCode.UnsupportedResultType: return new AppError('tool.failed', `${label} asked for more input, which is not possible here; it did not finish the call.`, { cause: error })
      default: return new AppError('tool.outcome-unknown', `The connection to ${label} was lost before it answered. Whether the call took effect is not known.`, { cause: error })
    }
  }
  return new AppError('tool.outcome-unknown', `What ${label} answered could not be read. Whether the call took effect is not known.`, { cause: error })
}

function describeProgress({ progress, total, message }: Progress): string {
  const share = total === undefined || total <= 0 ? String(progress) : `${Math.round((progress / total) * 100)} %`
  return (message === undefined ? share : `${share} · ${message}`).slice(0, 200)
}

const seconds = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`)
