import { canonicalJson } from '../../shared/json.ts'
import type { SentBlock, SentBody, SentMessage } from './messages-endpoint-body.ts'
import type { AnswerBlock } from './messages-endpoint-answer.ts'

/** An answer that was given, as far as later requests are judged by it. */
export interface Given { readonly model: string; readonly body: SentBody; readonly blocks: readonly AnswerBlock[] }

export interface ThinkingRules {
  readonly given: readonly Given[]
  /** What stood before a thinking block may not have changed since it was made. */
  readonly bindsToPrefix: boolean
  /** Newer models don't mind an open round without its thinking. */
  readonly mayBeMissing: boolean
}

/** M9: thinking of an open tool round comes back whole, unchanged and in its place; of another model, not at all. */
export function judgeThinking(body: SentBody, rules: ThinkingRules): string | null {
  const openFrom = body.messages.findLastIndex(({ role, content }) => role === 'user' && !content.some((block) => block.type === 'tool_result'))
  for (const [index, message] of body.messages.entries()) {
    if (message.role !== 'assistant') continue
    const problem = judgeKnown(body, message, index, rules) ?? (index > openFrom ? judgeOpen(body, message, index, rules) : null)
    if (problem !== null) return problem
  }
  return null
}

function judgeKnown(body: SentBody, message: SentMessage, index: number, rules: ThinkingRules): string | null {
  for (const [place, block] of message.content.entries()) {
    if (block.type !== 'thinking' && block.type !== 'redacted_thinking') continue
    const at = `messages.${index}.content.${place}`
    const source = rules.given.find(({ blocks }) => blocks.some((made) => isSameThinking(made, block)))
    if (source === undefined) return `${at}: M9 Invalid \`signature\` in \`thinking\` block`
    if (source.model !== body.model) return `${at}: M9 Invalid \`signature\` in \`thinking\` block. It was made by another model`
    if (rules.bindsToPrefix && prefixOf(body, index) !== prefixOf(source.body, source.body.messages.length)) {
      return `${at}: M9 Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation`
    }
  }
  return null
}

function judgeOpen(body: SentBody, message: SentMessage, index: number, rules: ThinkingRules): string | null {
  const callsOf = (blocks: readonly (SentBlock | AnswerBlock)[]): string => blocks.flatMap((block) => (block.type === 'tool_use' ? [block.name] : [])).join()
  const calls = callsOf(message.content)
  const sources = rules.given.filter(({ model, blocks }) => model === body.model && callsOf(blocks) === calls)
  if (sources.length === 0 || calls === '') return null
  const found = outlineOf(message.content)
  if (sources.some(({ blocks }) => outlineOf(blocks.filter(isWhole)) === found) || (rules.mayBeMissing && !message.content.some(isThinking))) return null
  return `messages.${index}: M9 \`thinking\` or \`redacted_thinking\` blocks of the open tool round were changed or are missing`
}

const isThinking = (block: SentBlock | AnswerBlock): boolean => block.type === 'thinking' || block.type === 'redacted_thinking'
const isWhole = (block: AnswerBlock): boolean => block.type !== 'thinking' || block.signature !== ''

function isSameThinking(made: AnswerBlock, sent: SentBlock): boolean {
  if (made.type === 'thinking' && sent.type === 'thinking') return made.signature === sent.signature && made.thinking === sent.thinking
  return made.type === 'redacted_thinking' && sent.type === 'redacted_thinking' && made.data === sent.data
}

/** Thinking and calls, in their order. */
const outlineOf = (blocks: readonly (SentBlock | AnswerBlock)[]): string => blocks.flatMap((block) => {
  switch (block.type) {
    case 'thinking': return [`thinking ${block.signature} ${block.thinking}`]
    case 'redacted_thinking': return [`redacted ${block.data}`]
    case 'tool_use': return [`call ${block.name}`]
    case 'text': case 'tool_result': case 'raw': return []
  }
}).join('\n')

/** Everything before a message, cache marks aside. */
const prefixOf = (body: SentBody, messages: number): string =>
  canonicalJson(withoutMarks({ system: body.system, tools: body.tools, messages: body.messages.slice(0, messages) }))

const withoutMarks = (value: unknown): unknown => JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'cache_control' ? undefined : inner)))
