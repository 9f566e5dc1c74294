import { Ajv2020 } from 'ajv/dist/2020.js'
import { isJsonObject } from '../../shared/json.ts'
import { SentBody, type SentBlock, type SentMessage } from './messages-endpoint-body.ts'
import { judgeThinking, type ThinkingRules } from './messages-endpoint-thinking.ts'

const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false })
const NAME = /^[a-zA-Z0-9_-]{1,64}$/
const MAX_MARKS = 4

export type Judgement = { readonly ok: true; readonly body: SentBody } | { readonly ok: false; readonly problem: string }

/** What the strict endpoint refuses with 400: rules M1 to M7 and M9, and what isn't a request at all. */
export function judgeRequest(sent: unknown, thinking: ThinkingRules): Judgement {
  const parsed = SentBody.safeParse(sent)
  if (!parsed.success) return { ok: false, problem: `not a request: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}` }
  const problem = judgeTools(parsed.data) ?? judgeMarks(parsed.data) ?? judgeTexts(parsed.data) ?? judgeOrder(parsed.data) ?? judgeThinking(parsed.data, thinking) ?? judgeHistory(parsed.data)
  return problem === null ? { ok: true, body: parsed.data } : { ok: false, problem }
}

function judgeTools({ tools = [], messages }: SentBody): string | null {
  const names = new Set<string>()
  for (const { name, input_schema: schema } of tools) {
    if (!NAME.test(name)) return `M1 the tool name ${JSON.stringify(name)} does not fit`
    if (names.has(name)) return `M2 tool names must be unique: ${name}`
    names.add(name)
    if (schema['type'] !== 'object') return `M3 input_schema of ${name} is no object schema`
    if (['anyOf', 'oneOf', 'allOf'].some((word) => word in schema)) return `M3 input_schema of ${name} has a combinator at its root`
    if (ajv.validateSchema(schema) !== true) return `M3 input_schema of ${name} is not valid in draft 2020-12`
  }
  for (const block of messages.flatMap(({ content }) => content)) {
    if (block.type !== 'tool_use') continue
    if (!NAME.test(block.name)) return `M1 the called name ${JSON.stringify(block.name)} does not fit`
    if (!isJsonObject(block.input)) return 'M6 tool_use.input is not an object'
  }
  return null
}

const judgeHistory = ({ tools = [], messages }: SentBody): string | null =>
  tools.length === 0 && messages.some(({ content }) => content.some(({ type }) => type === 'tool_use' || type === 'tool_result')) ? 'requests which include tool_use or tool_result blocks must define tools' : null

function judgeMarks({ system, tools = [], messages }: SentBody): string | null {
  const places = [...tools, ...(Array.isArray(system) ? system : []), ...messages.flatMap(({ content }) => content)]
  const marks = places.filter((place) => 'cache_control' in place && place.cache_control !== null && place.cache_control !== undefined).length
  return marks > MAX_MARKS ? `M4 ${marks} blocks with cache_control; at most ${MAX_MARKS} are allowed` : null
}

function judgeTexts(body: SentBody): string | null {
  const { system, messages } = body
  const texts = [
    ...(system === undefined ? [] : typeof system === 'string' ? [system] : system.map(({ text }) => text)),
    ...messages.flatMap(({ content }) => content).flatMap((block) => {
      if (block.type === 'text') return [block.text]
      return block.type === 'tool_result' ? (typeof block.content === 'string' ? [block.content] : block.content.flatMap((part) => (part.type === 'text' ? [part.text] : []))) : []
    }),
  ]
  if (texts.some((text) => text.trim() === '')) return 'M7 text content blocks must be non-empty'
  return isWellFormed(body) ? null : 'the request holds half a surrogate pair'
}

function judgeOrder({ messages }: SentBody): string | null {
  if (messages[0]?.role !== 'user') return 'the first message must be the user’s'
  for (const [index, message] of messages.entries()) {
    if (message.content.length === 0) return `messages.${index}: content is empty`
    if (message.role === 'user' && message.content.some((block) => block.type === 'tool_use' || block.type === 'thinking' || block.type === 'redacted_thinking')) return `messages.${index}: a user says what only an assistant can`
    if (message.role === 'assistant' && message.content.some((block) => block.type === 'tool_result')) return `messages.${index}: an assistant can’t have tool_result`
    const problem = judgePairs(message, messages[index - 1], index)
    if (problem !== null) return problem
  }
  const last = messages.at(-1)
  const end = last?.content.at(-1)
  if (last?.role === 'assistant' && end?.type === 'tool_use') return 'M5 the last tool_use has no tool_result'
  if (last?.role === 'assistant' && (end?.type === 'thinking' || end?.type === 'redacted_thinking')) return 'the final block can’t be thinking'
  return last?.role === 'assistant' && end?.type === 'text' && end.text !== end.text.trimEnd() ? 'final assistant content cannot end with trailing whitespace' : null
}

function judgePairs({ role, content }: SentMessage, before: SentMessage | undefined, index: number): string | null {
  const called = before?.role === 'assistant' ? before.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])) : []
  const answered = content.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []))
  const missing = called.filter((id) => !answered.includes(id))
  if (missing.length > 0) return `messages.${index}: M5 tool_use without tool_result immediately after: ${missing.join()}`
  const unasked = answered.filter((id) => !called.includes(id))
  if (unasked.length > 0) return `messages.${index}: M5 tool_result without tool_use just before: ${unasked.join()}`
  if (new Set(answered).size !== answered.length) return `messages.${index}: M5 two tool_results for one tool_use`
  const firstOther = content.findIndex((block: SentBlock) => block.type !== 'tool_result')
  if (role === 'user' && firstOther !== -1 && content.slice(firstOther).some((block) => block.type === 'tool_result')) return `messages.${index}: M5 tool_result blocks come first`
  return null
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  return typeof value !== 'object' || value === null || Object.entries(value).every(([key, inner]) => key.isWellFormed() && isWellFormed(inner))
}
