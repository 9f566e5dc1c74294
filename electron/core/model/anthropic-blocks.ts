import { isJsonObject } from '../../../shared/json.ts'
import type { ModelEvent } from './model.ts'
import type { WireBlock, WireDelta } from './anthropic-wire.ts'

/** After these the block that was open last may be half a call, whatever it looks like. */
const CUT_REASONS: ReadonlySet<string> = new Set(['max_tokens', 'model_context_window_exceeded', 'refusal'])

interface Block {
  readonly type: string
  /** Events that were not handed on yet, because an earlier block is still open. */
  readonly pending: ModelEvent[]
  readonly pieces: string[]
  readonly signature: string[]
  readonly start: WireBlock
  isStopped: boolean
}

export interface AnswerBlocks {
  /** These three return false where the stream contradicts itself. */
  readonly start: (index: number, block: WireBlock) => boolean
  readonly add: (index: number, delta: WireDelta) => boolean
  readonly stop: (index: number) => boolean
  /** What can be told by now, in the order in which the model began to say it. */
  readonly take: () => readonly ModelEvent[]
  /** The rest, once the model has said why it stopped. */
  readonly finish: (stopReason: string) => readonly ModelEvent[]
}

/**
 * Puts an answer's blocks in order: some services interleave them, and a listener hears one after another. The end of a
 * call is told when the next block starts or the answer ends whole, never where the call may have been cut off. Thinking
 * is told once it is whole; without a signature it could not be sent back, so it is left out.
 */
export function createAnswerBlocks(): AnswerBlocks {
  const byIndex = new Map<number, Block>()
  const queue: Block[] = []

  const take = (isFinal: boolean, isCut: boolean): readonly ModelEvent[] => {
    const told: ModelEvent[] = []
    for (let head = queue[0]; head !== undefined; head = queue[0]) {
      told.push(...head.pending.splice(0))
      const isLast = queue.length === 1
      const isCall = head.type === 'tool_use'
      if (!isFinal && (!head.isStopped || (isCall && isLast))) return told
      if (isCall && !(isCut && isLast)) told.push({ type: 'call-ended' })
      queue.shift()
    }
    return told
  }

  return {
    start: (index, start) => {
      if (byIndex.has(index)) return false
      const block: Block = { type: start.type, pending: [], pieces: [], signature: [], start, isStopped: false }
      byIndex.set(index, block)
      queue.push(block)
      if (block.type === 'tool_use') block.pending.push({ type: 'call-started', name: start.name })
      if (block.type === 'text') addText(block, start.text)
      if (block.type === 'thinking') {
        block.pieces.push(start.thinking)
        block.signature.push(start.signature)
      }
      return true
    },
    add: (index, delta) => {
      const block = byIndex.get(index)
      if (block === undefined || block.isStopped) return false
      addDelta(block, delta)
      return true
    },
    stop: (index) => {
      const block = byIndex.get(index)
      if (block === undefined || block.isStopped) return false
      endBlock(block)
      return true
    },
    take: () => take(false, false),
    finish: (stopReason) => {
      for (const block of queue) if (!block.isStopped && block.type === 'tool_use') endBlock(block)
      return take(true, CUT_REASONS.has(stopReason))
    },
  }
}

function addText(block: Block, text: string): void {
  if (text !== '') block.pending.push({ type: 'text', text })
}

function addDelta(block: Block, delta: WireDelta): void {
  switch (`${block.type} ${delta.type}`) {
    case 'text text_delta': addText(block, delta.text); break
    case 'tool_use input_json_delta':
      if (delta.partial_json !== '') block.pending.push({ type: 'call-arguments', text: delta.partial_json })
      block.pieces.push(delta.partial_json)
      break
    case 'thinking thinking_delta': block.pieces.push(delta.thinking); break
    case 'thinking signature_delta': block.signature.push(delta.signature); break
    default: break
  }
}

function endBlock(block: Block): void {
  block.isStopped = true
  const whole = block.pieces.join('')
  const signature = block.signature.join('')
  if (block.type === 'thinking' && signature !== '') block.pending.push({ type: 'thinking', thinking: whole, signature })
  if (block.type === 'redacted_thinking' && block.start.data !== '') block.pending.push({ type: 'redacted-thinking', data: block.start.data })
  // Some services send the arguments with the start and no pieces at all.
  if (block.type === 'tool_use' && whole === '' && hasMembers(block.start.input)) block.pending.push({ type: 'call-arguments', text: JSON.stringify(block.start.input) })
}

const hasMembers = (input: unknown): boolean => (isJsonObject(input) ? Object.keys(input).length > 0 : input !== undefined && input !== null && input !== '')
