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
 * An answer as it streams, what came together in one. The last item is `ended`, after the service has said that the message is whole, or
 * `failed`: an error that came inside the stream, a stream that contradicts itself, or one that just ended.
 */
export async function* readAnswer(pieces: AsyncIterable<readonly RawEvent[]>, source: FailureSource): AsyncGenerator<readonly AnswerItem[], void, undefined> {
  const reader = createAnswerReader(source)
  for await (const events of pieces) {
    const items: AnswerItem[] = []
    for (const event of events) {
      if (reader.read(event, items)) continue
      yield items
      return
    }
    if (items.length > 0) yield items
  }
  yield [reader.cutOff()]
}

interface AnswerReader {
  /** Adds what can be told by now. False: the last of it was told. */
  readonly read: (event: RawEvent, items: AnswerItem[]) => boolean
  readonly cutOff: () => AnswerItem
}

function createAnswerReader(source: FailureSource): AnswerReader {
  const blocks = createAnswerBlocks()
  let usage = NO_USAGE
  let stopReason = ''
  let isReadable = false
  let hasData = false
  return {
    read: ({ event, data }, items) => {
      if (data === '' || data === OTHER_ENDING) return true
      hasData = true
      const told = readWireEvent(event, data)
      if (told.type !== 'unknown' && told.type !== 'unreadable') isReadable = true
      const end = (item: AnswerItem): boolean => { items.push(item); return false }
      switch (told.type) {
        case 'message_start': usage = mergeUsage(usage, told.message.usage); break
        case 'message_delta':
          usage = mergeUsage(usage, told.usage)
          stopReason = told.delta.stop_reason ?? stopReason
          break
        case 'content_block_start': if (!blocks.start(told.index, told.content_block)) return end(brokenItem); break
        case 'content_block_delta': if (!blocks.add(told.index, told.delta)) return end(brokenItem); break
        case 'content_block_stop': if (!blocks.stop(told.index)) return end(brokenItem); break
        case 'message_stop':
          items.push(...blocks.finish(stopReason))
          return end({ type: 'ended', stopReason: stopReason === '' ? 'none given' : stopReason, usage })
        case 'error': return end({ type: 'failed', failure: failureOfErrorType(told.error.type, told.error.message, source) })
        case 'unreadable': return end(brokenItem)
        case 'unknown': break
      }
      items.push(...blocks.take())
      return true
    },
    cutOff: () => (hasData && !isReadable ? { type: 'failed', failure: notCompatible } : brokenItem),
  }
}

const brokenItem: AnswerItem = { type: 'failed', failure: brokenAnswer }

/** Counts are cumulative, and told once or twice: the larger one is the later one. */
function mergeUsage(usage: Usage, told: WireUsage | null): Usage {
  return {
    inputTokens: Math.max(usage.inputTokens, told?.input_tokens ?? 0),
    outputTokens: Math.max(usage.outputTokens, told?.output_tokens ?? 0),
    cacheReadTokens: Math.max(usage.cacheReadTokens, told?.cache_read_input_tokens ?? 0),
    cacheWriteTokens: Math.max(usage.cacheWriteTokens, told?.cache_creation_input_tokens ?? 0),
  }
}
