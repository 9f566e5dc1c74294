import type { Clock } from '../host.ts'
import type { ModelContent, ModelEvent, ModelPort, ModelRequest } from './model.ts'
import { countWords, cutArguments, cutText } from './practice-pieces.ts'
import { composeReply, type Reply } from './practice-reply.ts'

export interface PracticeOptions {
  /** Pieces per second, read before each piece; 0 is as fast as it goes. */
  readonly rate: () => number
  readonly clock: Clock
}

/** A late timer is made up for, but not by more than this many milliseconds. */
const MAX_CATCH_UP_MS = 250

/**
 * The practice model: follows fixed rules (`practice-phrases.ts`), understands no language. Needs no key and no network, keeps
 * nothing between requests. Its tokens are words: those of the whole request, and those of its answer, which ends as
 * `max_tokens` where there would be more than the request allows.
 */
export function createPracticeModel({ rate, clock }: PracticeOptions): ModelPort {
  return {
    async *stream(request, signal) {
      signal.throwIfAborted()
      const reply = composeReply(request)
      const inputTokens = countRequest(request)
      let outputTokens = 0
      let due = clock.now()
      for (const event of cutReply(reply)) {
        outputTokens += countWords('text' in event ? event.text : '')
        if (outputTokens > request.maxTokens) {
          yield endOf('max_tokens', inputTokens, request.maxTokens)
          return
        }
        const piecesASecond = rate()
        if (piecesASecond > 0) {
          due = Math.max(due + 1000 / piecesASecond, clock.now() - MAX_CATCH_UP_MS)
          await waitUntil(due, clock, signal)
        }
        signal.throwIfAborted()
        yield event
      }
      signal.throwIfAborted()
      switch (reply.end.kind) {
        case 'stop': yield endOf(reply.end.reason, inputTokens, outputTokens); return
        case 'break-off': return
        case 'fail': throw reply.end.error
      }
    },
  }
}

function* cutReply(reply: Reply): Generator<ModelEvent> {
  for (const text of cutText(reply.text)) yield { type: 'text', text }
  for (const call of reply.calls) {
    yield { type: 'call-started', name: call.name }
    for (const text of cutArguments(call.arguments)) yield { type: 'call-arguments', text }
    if (!call.isCut) yield { type: 'call-ended' }
  }
}

const endOf = (stopReason: string, inputTokens: number, outputTokens: number): ModelEvent =>
  ({ type: 'ended', stopReason, usage: { inputTokens, outputTokens, cacheReadTokens: 0, cacheWriteTokens: 0 } })

const countRequest = (request: ModelRequest): number =>
  countWords(request.system)
  + request.tools.reduce((sum, tool) => sum + countWords(`${tool.name} ${tool.description} ${JSON.stringify(tool.inputSchema)}`), 0)
  + request.messages.reduce((sum, { content }) => sum + content.reduce((words, part) => words + countPart(part), 0), 0)

function countPart(part: ModelContent): number {
  switch (part.type) {
    case 'text': return countWords(part.text)
    case 'tool-use': return countWords(`${part.name} ${JSON.stringify(part.input)}`)
    case 'tool-result': return countWords(part.content)
    case 'thinking': return countWords(part.thinking)
    case 'redacted-thinking': return 0
  }
}

/** Resolves at `due`, or at once when the signal aborts; the caller looks which. */
function waitUntil(due: number, clock: Clock, signal: AbortSignal): Promise<void> {
  if (due <= clock.now() || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = (): void => {
      callOff()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const callOff = clock.at(due, finish)
    signal.addEventListener('abort', finish)
  })
}
