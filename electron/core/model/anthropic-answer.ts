import type { Usage } from '../../../shared/usage.ts'
import { NO_USAGE } from '../../../shared/usage.ts'
import { createAnswerBlocks } from './anthropic-blocks.ts'
import type { RawEvent } from './anthropic-events.ts'
import { brokenAnswer, failureOfErrorType, notCompatible, type FailureSource, type ModelFailure } from './anthropic-failure.ts'
import { readWireEvent, type WireUsage } from './anthropic-wire.ts'
import type { ModelEvent } from './model.ts'

export type AnswerItem = ModelEvent | { readonly type: 'failed'; readonly failure: ModelFailure }

/** What OpenAI-style services end a stream with; it means nothing here. */
const OTHER_ENDING = '[DONE]'

/**
 * An answer as it streams. The last item is `ended`, after the service has said that the message is whole, or `failed`:
 * an error that came inside the stream, a stream that contradicts itself, or one that just ended.
 */
export async function* readAnswer(pieces: AsyncIterable<readonly RawEvent[]>, source: FailureSource): AsyncGenerator<AnswerItem, void, undefined> {
  const blocks = createAnswerBlocks()
  let usage = NO_USAGE
  let stopReason = ''
  let isReadable = false
  let hasData = false
  for await (const events of pieces) {
    for (const { event, data } of events) {
      if (data === '' || data === OTHER_ENDING) continue
      hasData = true
      const told = readWireEvent(event, data)
      if (told.type !== 'unknown' && told.type !== 'unreadable') isReadable = true
      switch (told.type) {
        case 'message_start': usage = mergeUsage(usage, told.message.usage); break
        case 'message_delta':
          usage = mergeUsage(usage, told.usage)
          stopReason = told.delta.stop_reason ?? stopReason
          break
        case 'content_block_start': if (!blocks.start(told.index, told.content_block)) return yield brokenItem; break
        case 'content_block_delta': if (!blocks.add(told.index, told.delta)) return yield brokenItem; break
        case 'content_block_stop': if (!blocks.stop(told.index)) return yield brokenItem; break
        case 'message_stop':
          yield* blocks.finish(stopReason)
          return yield { type: 'ended', stopReason: stopReason === '' ? 'none given' : stopReason, usage }
        case 'error': return yield { type: 'failed', failure: failureOfErrorType(told.error.type, told.error.message, source) }
        case 'unreadable': return yield brokenItem
        case 'unknown': break
      }
      yield* blocks.take()
    }
  }
  yield hasData && !isReadable ? { type: 'failed', failure: notCompatible } : brokenItem
}

const brokenItem: AnswerItem = { type: 'failed', failure: brokenAnswer }

/** Counts are cumulative, and told once or twice: the larger one is the later one. */
function mergeUsage(usage: Usage, told: WireUsage): Usage {
  return {
    inputTokens: Math.max(usage.inputTokens, told?.input_tokens ?? 0),
    outputTokens: Math.max(usage.outputTokens, told?.output_tokens ?? 0),
    cacheReadTokens: Math.max(usage.cacheReadTokens, told?.cache_read_input_tokens ?? 0),
    cacheWriteTokens: Math.max(usage.cacheWriteTokens, told?.cache_creation_input_tokens ?? 0),
  }
}
